import { useQuery } from '@tanstack/react-query'
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
import { isOpen, useAccounts } from '../accounts/accounts-query.ts'
import type { Payer } from '../accounts/use-payer.ts'
import { arrivesAtOnce, usualArrival } from './arrival.ts'
import { NameCheck, nameCheck } from './name-check.tsx'
import { scheduleOf } from './schedule.ts'
import { amountOf } from './submit-payment.ts'
import type { TransferForm } from './transfer-values.ts'

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
      <NameCheck accountNumber={form.accountNumber} accountName={form.accountName} onUseName={onUseName} />
      <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        <DetailRow name={t('Account number')}>
          <LeftToRight>{form.accountNumber}</LeftToRight>
        </DetailRow>
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
          <TodayRows {...{ form, amount }} balance={payer.balance} />
        )}
      </dl>
      {onApprove && (
        <div className="grid gap-3">
          <Button size="large" busy={approving} onClick={onApprove}>
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
          disabled={approving}
          className="max-sm:order-first"
        >
          {onApprove ? t('Use PIN instead') : t('Confirm with PIN')}
        </Button>
      </div>
    </div>
  )
}

function signedText({ schedule, message }: { schedule: Schedule | null; message: string }): Text {
  if (message)
    return schedule
      ? t('Your passkey signs this payee, this amount, this message and these days, and nothing else.')
      : t('Your passkey signs this payee, this amount and this message, and nothing else.')
  return schedule
    ? t('Your passkey signs this payee, this amount and these days, and nothing else.')
    : t('Your passkey signs this payee and this amount, and nothing else.')
}

type TodayProps = { form: TransferForm; amount: number; balance: number }

function TodayRows({ form, amount, balance }: TodayProps) {
  const balanceAfter = toAmount((toCents(balance) ?? 0n) - (toCents(amount) ?? 0n))
  return (
    <>
      <Reference form={form} />
      <DetailRow name={t('Fee')}>{t('No fee')}</DetailRow>
      <Arrival {...{ form, amount, balance }} />
      <DetailRow name={t('Balance after transfer')}>
        <HideableAmount amount={balanceAfter} className="figures font-semibold" />
      </DetailRow>
    </>
  )
}

/** Whether the account is in this bank is known from the check of the name, which this step makes anyway. */
const useNameCheck = ({ accountNumber, accountName }: TransferForm) =>
  useQuery(nameCheck({ accountNumber, accountName }))

/** A payee in this bank sees another reference: that of the deposit. */
function Reference({ form }: { form: TransferForm }) {
  const { data, isPending } = useNameCheck(form)
  const text = data?.result === 'elsewhere' ? t('We assign one. The payee sees it too.') : t('We assign one.')
  return <DetailRow name={t('Reference')}>{isPending ? <Skeleton className="h-5 w-32" /> : text}</DetailRow>
}

function Arrival({ form, amount, balance }: TodayProps) {
  const { data, isPending } = useNameCheck(form)
  const accounts = useAccounts().filter(isOpen)
  const available = accounts.length > 0 ? accounts.map((account) => account.balance) : [balance]
  const where = data && data.result !== 'elsewhere' ? 'here' : 'elsewhere'
  return (
    <DetailRow name={t('Arrival')}>
      {isPending ? (
        <Skeleton className="h-5 w-32" />
      ) : arrivesAtOnce(amount, data?.instantUpTo, available) ? (
        t('Usually at once')
      ) : (
        t('Usually by {day}', { day: dayName(usualArrival(browserDay(), where)) })
      )}
    </DetailRow>
  )
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

const DetailRow = ({ name, children }: { name: Text; children: Content }) => (
  <div className="flex flex-wrap justify-between gap-x-6 bg-surface px-4 py-3">
    <dt className="text-muted">{name}</dt>
    <dd className="ms-auto min-w-0 text-end font-medium wrap-anywhere">{children}</dd>
  </div>
)
