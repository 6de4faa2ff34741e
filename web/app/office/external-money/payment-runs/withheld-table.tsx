import type { WithheldPayment } from '#contract/external-money/payment-runs.ts'
import type { WithheldReason } from '#contract/external-money/payment-statuses.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { Cell, Head, Row, Table } from '../../parts/table-parts.tsx'
import { PaymentReference } from './payment-reference.tsx'

const REASONS: Record<WithheldReason, TextId> = {
  customer_frozen: msg('The customer is frozen.'),
  customer_not_active: msg('The customer is not active.'),
  reversal_pending: msg('Its reversal waits for a second person.'),
  return_pending: msg('Its return waits for a second person.'),
  no_account: msg('The account number of the payee is missing.'),
}

/** Approved, and not in the run. */
export const WithheldTable = ({ withheld }: { withheld: readonly WithheldPayment[] }) => (
  <Table
    label={t('Withheld: not in this run')}
    head={
      <>
        <Head>{t('Reference')}</Head>
        <Head>{t('Payee')}</Head>
        <Head>{t('Why')}</Head>
        <Head className="text-end">{t('Amount')}</Head>
      </>
    }
  >
    {withheld.map((payment) => (
      <Row key={payment.transactionId ?? payment.lineId} className="max-lg:grid-cols-[minmax(0,1fr)_auto]">
        <Cell className="figures whitespace-nowrap max-lg:order-3 max-lg:col-span-2 max-lg:text-sm">
          <PaymentReference payment={payment} />
        </Cell>
        <Cell className="min-w-0 font-medium wrap-anywhere max-lg:order-1">{payment.accountName}</Cell>
        <Cell className="min-w-0 text-warning max-lg:order-4 max-lg:col-span-2 max-lg:text-sm">
          {t(REASONS[payment.reason])}
        </Cell>
        <Cell className="text-end whitespace-nowrap max-lg:order-2">
          <Amount amount={payment.amount} className="font-semibold" />
        </Cell>
      </Row>
    ))}
  </Table>
)
