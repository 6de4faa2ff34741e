import { CornerUpLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { RunPayment } from '#contract/external-money/payment-runs.ts'
import { joinTexts } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { useHasPermission } from '../../../shared/session/permitted.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { Cell, Head, Row, Table } from '../../parts/table-parts.tsx'
import { PaymentReference } from './payment-reference.tsx'
import { PaymentStatusChip } from './payment-status-chip.tsx'

/** Without `onReturn` the payments are not at the outside bank. */
type Props = { payments: RunPayment[]; onReturn?: (payment: RunPayment) => void }

export function PaymentTable({ payments, onReturn }: Props) {
  const mayReturn = useHasPermission('outside:manage')
  return (
    <Table
      label={t('Payments')}
      head={
        <>
          <Head>{t('Reference')}</Head>
          <Head>{t('Payee')}</Head>
          <Head>{t('Account')}</Head>
          <Head className="text-end">{t('Amount')}</Head>
          {onReturn && (
            <>
              <Head>{t('Status')}</Head>
              <Head>
                <span className="sr-only">{t('Return')}</span>
              </Head>
            </>
          )}
        </>
      }
    >
      {payments.map((payment) => (
        <Row key={payment.reference} className="max-lg:grid-cols-[minmax(0,1fr)_auto]">
          <Cell className="figures whitespace-nowrap max-lg:order-3 max-lg:col-span-2 max-lg:text-sm">
            <PaymentReference payment={payment} />
          </Cell>
          <Cell className="min-w-0 font-medium wrap-anywhere max-lg:order-1">{payment.accountName}</Cell>
          <Cell className="figures min-w-0 text-sm wrap-anywhere text-muted max-lg:order-5 max-lg:col-span-2">
            <span className="lg:whitespace-nowrap">
              <LeftToRight>{payment.iban || payment.accountNumber}</LeftToRight>
            </span>
            {(payment.swiftCode || payment.bankName) && (
              <span className="block">{joinTexts(', ', payment.bankName, payment.swiftCode)}</span>
            )}
          </Cell>
          <Cell className="text-end whitespace-nowrap max-lg:order-2">
            <Amount amount={payment.amount} className="font-semibold" />
          </Cell>
          {onReturn && (
            <>
              <Cell className="min-w-0 max-lg:order-6 max-lg:col-span-2 max-lg:empty:hidden">
                <PaymentStatusChip payment={payment} />
              </Cell>
              <Cell className="text-end max-lg:order-7 max-lg:col-span-2 max-lg:justify-self-end max-lg:empty:hidden">
                <Returning payment={payment} onReturn={mayReturn ? onReturn : null} />
              </Cell>
            </>
          )}
        </Row>
      ))}
    </Table>
  )
}

function Returning({ payment, onReturn }: { payment: RunPayment; onReturn: Props['onReturn'] | null }) {
  if (payment.returnedBy)
    return (
      <Link
        to={`/dashboard/all-transactions?transaction=${payment.returnedBy}`}
        className="inline-flex min-h-9 items-center text-sm font-semibold text-warning underline-offset-4 hover:underline"
      >
        <Trans
          text="Returned<0> {reference}</0>"
          parts={[(children) => <span className="sr-only">{children}</span>]}
          values={{ reference: payment.reference }}
        />
      </Link>
    )
  if (!onReturn || !payment.transactionId) return null
  return (
    <Button variant="quiet" onClick={() => onReturn(payment)} className="lg:-my-1.5">
      <CornerUpLeft aria-hidden className="size-4.5" />
      <Trans
        text="Return<0> {reference}</0>"
        parts={[(children) => <span className="sr-only">{children}</span>]}
        values={{ reference: payment.reference }}
      />
    </Button>
  )
}
