import { formatMoney } from '#contract/money.ts'
import { receiptFileName } from '#contract/payments/receipt-files.ts'
import type { ScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import type { Transaction } from '#contract/payments/transactions.ts'
import { verbatim } from '#contract/text.ts'
import { DocumentButton } from '../../shared/files/document-button.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { dayName, scheduleText } from '../../shared/scheduled-payments/schedule-text.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import { PushOffer } from '../push/push-offer.tsx'
import { SuccessCheck } from '../success-check.tsx'
import { SavePayee } from './save-payee.tsx'
import type { Submission } from './submit-payment.ts'
import { payeeFields } from './use-transfer.ts'

type Props = { submitted: Submission; onDone: () => void }

export const SubmittedStep = ({ submitted, onDone }: Props) =>
  submitted.scheduledPayment ? (
    <Scheduled scheduledPayment={submitted.scheduledPayment} onDone={onDone} />
  ) : (
    <Sent transfer={submitted.transfer} onDone={onDone} />
  )

function Scheduled({ scheduledPayment, onDone }: { scheduledPayment: ScheduledPayment; onDone: () => void }) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-6 text-center">
      <SuccessCheck />
      <p className="text-lg">
        <Trans
          text="<0>{amount}</0> to <1>{accountName}</1>"
          parts={[
            (children) => <span className="figures font-semibold">{children}</span>,
            (children) => <span className="font-semibold wrap-anywhere">{children}</span>,
          ]}
          values={{ amount: formatMoney(scheduledPayment.amount), accountName: scheduledPayment.accountName }}
        />
      </p>
      <p className="max-w-sm text-muted">
        {scheduleText(scheduledPayment)}
        {verbatim('. ')}
        {scheduledPayment.every !== 'once' &&
          scheduledPayment.nextOn &&
          t('Next payment: {nextOn}.', { nextOn: dayName(scheduledPayment.nextOn) })}
        {verbatim(' ')}
        {t('We’ll tell you if it can’t be paid. You can pause or delete it at any time.')}
      </p>
      <SavePayee payee={payeeFields(scheduledPayment)} />
      <PushOffer />
      <div className="grid w-full gap-3 sm:grid-cols-2">
        <ButtonLink to="/dashboard/orders" variant="secondary" size="large" className="whitespace-normal">
          {t('Scheduled payments')}
        </ButtonLink>
        <Button size="large" onClick={onDone} className="max-sm:order-first">
          {t('Done')}
        </Button>
      </div>
    </div>
  )
}

function Sent({ transfer, onDone }: { transfer: Transaction; onDone: () => void }) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-6 text-center">
      <SuccessCheck />
      <p className="text-lg">
        <Trans
          text="<0>{amount}</0> to <1>{accountName}</1>"
          parts={[
            (children) => <span className="figures font-semibold">{children}</span>,
            (children) => <span className="font-semibold wrap-anywhere">{children}</span>,
          ]}
          values={{ amount: formatMoney(Math.abs(transfer.amount)), accountName: transfer.counterparty?.accountName }}
        />
      </p>
      <p className="flex flex-wrap items-center justify-center gap-3">
        <span className="text-muted">{t('Reference')}</span>
        <span className="figures font-medium">
          <LeftToRight>{transfer.reference}</LeftToRight>
        </span>
        <CopyButton text={transfer.reference} />
      </p>
      {transfer.status === 'Completed' ? (
        <p className="max-w-sm text-muted">
          {t('The money has arrived. You can find the transfer under Transactions.')}
        </p>
      ) : (
        <p className="max-w-sm text-muted">
          {t(
            'We’ve put the amount on hold and will send it once we’ve reviewed your transfer, usually within one business day. You can track it under Transactions.',
          )}
        </p>
      )}
      {transfer.counterparty && <SavePayee payee={transfer.counterparty} />}
      <PushOffer />
      <div className="grid w-full gap-3 sm:grid-cols-2">
        <DocumentButton
          label={t('Receipt')}
          path={`/transactions/${transfer._id}/receipt`}
          fileName={receiptFileName(transfer.reference)}
        />
        <Button size="large" className="max-sm:order-first" onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
    </div>
  )
}
