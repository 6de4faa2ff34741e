import { normalizeNumber } from '#contract/account-numbers.ts'
import { formatMoney, toAmount, toCents } from '#contract/money.ts'
import { dueDays, type Schedule } from '#contract/payments/scheduled-payment-calendar.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { DayList } from '../../shared/scheduled-payments/day-list.tsx'
import { browserDay, dayName, scheduleText } from '../../shared/scheduled-payments/schedule-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Content } from '../../shared/ui/content.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { LeftToRight } from '../../shared/ui/page/left-to-right.tsx'
import type { Payer } from '../accounts/use-payer.ts'
import { usualArrival } from './arrival.ts'
import { NameCheck } from './name-check.tsx'
import { scheduleOf } from './schedule.ts'
import { amountOf } from './submit-payment.ts'
import type { TransferForm } from './transfer-values.ts'
import { type PaymentReview, usePaymentReview } from './use-payment-review.ts'

type Props = {
  form: TransferForm
  payer: Payer
  /** Replaces the entered name by the account holder's. */
  onUseName: (name: string) => void
  onConfirm: () => void
  onEdit: () => void
  /** For customers with a passkey: signs what this step shows, and nothing else. */
  onApprove?: () => void
  approving: boolean
}

/** Shows payee, amount and the remaining balance before the PIN or the passkey. */
export function ReviewStep({ form, payer, onUseName, onConfirm, onEdit, onApprove, approving }: Props) {
  const amount = amountOf(form)
  const schedule = scheduleOf(form)
  const message = form.message.trim()
  const review = usePaymentReview(form)
  const unavailable = approving || review.pending || review.refusal !== undefined || review.check === 'unknown'
  return (
    <div className="grid gap-6">
      <p className="grid grid-cols-1 gap-1 rounded-2xl bg-sunken px-5 py-6 text-center">
        <span className="text-muted">{schedule ? t('You’re scheduling') : t('You’re sending')}</span>
        <span className="figures display text-[clamp(2.2rem,9vw,3.25rem)] break-all">{formatMoney(amount)}</span>
        <span className="wrap-anywhere">
          <Trans
            text="to <0>{accountName}</0>"
            parts={[(children) => <strong className="font-semibold">{children}</strong>]}
            values={{ accountName: verbatim(form.accountName) }}
          />
        </span>
      </p>
      <NameCheck review={review} bankName={form.bankName} onUseName={onUseName} />
      <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        {hasOwnNumber(form) && (
          <DetailRow name={t('Account number')}>
            <LeftToRight>{form.accountNumber}</LeftToRight>
          </DetailRow>
        )}
        <DetailRow name={t('Bank name')}>{verbatim(form.bankName)}</DetailRow>
        {form.iban && (
          <DetailRow name={t('IBAN')}>
            <LeftToRight>{form.iban}</LeftToRight>
          </DetailRow>
        )}
        {form.swiftCode && (
          <DetailRow name={t('SWIFT code')}>
            <LeftToRight>{form.swiftCode}</LeftToRight>
          </DetailRow>
        )}
        {payer.savingsName && <DetailRow name={t('From account')}>{payer.savingsName}</DetailRow>}
        {message && (
          <DetailRow name={t('Message||payment')}>
            <bdi>{message}</bdi>
          </DetailRow>
        )}
        {schedule ? (
          <ScheduleRows schedule={schedule} name={form.name.trim()} />
        ) : (
          <TodayRows {...{ review, amount }} balance={payer.balance} />
        )}
      </dl>
      {onApprove && (
        <div className="grid gap-3">
          <Button size="large" busy={approving} disabled={unavailable} onClick={onApprove}>
            {t('Approve with passkey')}
          </Button>
          <p className="text-center text-muted">{signedText({ schedule, message })}</p>
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-[auto_1fr]">
        <Button variant="secondary" size="large" onClick={onEdit} disabled={approving}>
          {t('Edit')}
        </Button>
        <Button
          variant={onApprove ? 'secondary' : 'primary'}
          size="large"
          onClick={onConfirm}
          disabled={unavailable}
          className="max-sm:order-first"
        >
          {onApprove ? t('Use PIN instead') : t('Confirm with PIN')}
        </Button>
      </div>
    </div>
  )
}

/** The IBAN is the account number as well, where only it was entered. */
const hasOwnNumber = ({ accountNumber, iban }: TransferForm) =>
  accountNumber.trim() !== '' && normalizeNumber(accountNumber) !== normalizeNumber(iban)

function signedText({ schedule, message }: { schedule: Schedule | null; message: string }): Text {
  if (message)
    return schedule
      ? t('Your passkey signs this payee, this amount, this message and these days, and nothing else.')
      : t('Your passkey signs this payee, this amount and this message, and nothing else.')
  return schedule
    ? t('Your passkey signs this payee, this amount and these days, and nothing else.')
    : t('Your passkey signs this payee and this amount, and nothing else.')
}

type TodayProps = { review: PaymentReview; amount: number; balance: number }

function TodayRows({ review, amount, balance }: TodayProps) {
  const { pending, preview, check } = review
  const feeCents = toCents(preview?.fee ?? 0) ?? 0n
  const balanceAfter = toAmount((toCents(balance) ?? 0n) - (toCents(amount) ?? 0n) - feeCents)
  return (
    <>
      {/* A payee in this bank sees another reference: that of the deposit. */}
      <DetailRow name={t('Reference')} pending={pending}>
        {check === 'elsewhere' ? t('We assign one. The payee sees it too.') : t('We assign one.')}
      </DetailRow>
      <DetailRow name={t('Fee')} pending={pending}>
        {feeText(preview)}
      </DetailRow>
      <DetailRow name={t('Arrival')} pending={pending}>
        {arrivalText(review)}
      </DetailRow>
      <DetailRow name={t('Balance after transfer')}>
        <HideableAmount amount={balanceAfter} className="figures font-semibold" />
      </DetailRow>
    </>
  )
}

const feeText = (preview: PaymentReview['preview']): Text =>
  preview && preview.fee > 0 ? formatMoney(preview.fee) : t('No fee')

/** What the bank has said, and nothing that it has not. */
export function arrivalText({ preview, check }: PaymentReview): Text {
  if (!preview) return t('We’ll tell you once it’s sent.')
  if (preview.arrival === 'now') return t('Now')
  const day = dayName(usualArrival(browserDay(), check === 'elsewhere' ? 'elsewhere' : 'here'))
  return t('After we’ve reviewed it, usually by {day}', { day })
}

const SHOWN_DAYS = 3

const ScheduleRows = ({ schedule, name }: { schedule: Schedule; name: string }) => (
  <>
    {name && <DetailRow name={t('Name')}>{verbatim(name)}</DetailRow>}
    <DetailRow name={t('When')}>{scheduleText(schedule)}</DetailRow>
    <DetailRow name={t('Fee')}>{t('No fee')}</DetailRow>
    {schedule.every !== 'once' && (
      <DetailRow name={t('Next dates')}>
        <DayList days={dueDays(schedule, schedule.startOn, SHOWN_DAYS)} />
      </DetailRow>
    )}
  </>
)

const DetailRow = ({ name, pending = false, children }: { name: Text; pending?: boolean; children: Content }) => (
  <div className="flex flex-wrap justify-between gap-x-6 bg-surface px-4 py-3">
    <dt className="text-muted">{name}</dt>
    <dd className="ms-auto min-w-0 text-end font-medium wrap-anywhere">
      {pending ? <Skeleton className="h-5 w-32" /> : children}
    </dd>
  </div>
)
