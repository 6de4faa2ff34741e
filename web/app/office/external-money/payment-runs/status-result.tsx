import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type {
  PaymentReport,
  PaymentStatusResult,
  ReportOutcome,
} from '#contract/external-money/payment-status-files.ts'
import type { UnknownReason } from '#contract/external-money/payment-statuses.ts'
import { formatMoney } from '#contract/money.ts'
import { refusals } from '#contract/refusals.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { formatNumber, t, translateText } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { Chip, type Tone } from '../layout/chip.tsx'
import { reasonText } from './payment-status-chip.tsx'

const OUTCOMES: Record<ReportOutcome, { name: TextId; tone: Tone }> = {
  accepted: { name: msg('Accepted||payment'), tone: 'good' },
  booked: { name: msg('Booked||payment'), tone: 'good' },
  rejected: { name: msg('Rejected||payment'), tone: 'bad' },
  pending: { name: msg('Pending||payment'), tone: 'calm' },
  unknown: { name: msg('Unknown||payment'), tone: 'attention' },
}

const UNKNOWN: Record<UnknownReason, TextId> = {
  no_such_run: msg('No payment run of this bank has this message.'),
  no_such_payment: msg('No payment with this reference was sent.'),
  ambiguous: msg('Several payments fit. Check it by hand.'),
  run_open: msg('Its run is not marked as sent. Mark it, and upload the file again.'),
  run_cancelled: msg('Its run was cancelled, but the outside bank has the file. Check with the bank at once.'),
  amount_differs: msg('The amount is another one.'),
  currency_differs: msg('The currency is another one.'),
  other_account: msg('It is of another account than the run was paid from.'),
  already_rejected: msg('It was rejected before, and the customer has the money back. Check with the bank.'),
  unclear_status: msg('The status says neither yes nor no.'),
}

type Props = { result: PaymentStatusResult; onClose: () => void }

/** What the file changed, with what needs a look first. */
export function StatusResult({ result, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => heading.current?.focus(), [result])
  const needsLook = result.payments.filter(({ outcome }) => outcome === 'unknown' || outcome === 'rejected')
  return (
    <div className="grid gap-4 rounded-2xl bg-sunken px-5 py-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {result.changed > 0 ? t('Statuses imported') : t('Nothing new in this file')}
      </h3>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {(['accepted', 'booked', 'rejected', 'unknown'] as const).map((outcome) => (
          <div key={outcome}>
            <dt className="text-sm text-muted">{t(OUTCOMES[outcome].name)}</dt>
            <dd className="figures font-display text-xl">{formatNumber(result[outcome])}</dd>
          </div>
        ))}
      </dl>
      {needsLook.length > 0 && (
        <ul className="grid gap-3">
          {needsLook.map((report, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may name a payment twice
            <li key={place} className="grid gap-1">
              <Report report={report} />
            </li>
          ))}
        </ul>
      )}
      <Button variant="quiet" onClick={onClose} className="justify-self-start">
        {t('Close')}
      </Button>
    </div>
  )
}

const Report = ({ report }: { report: PaymentReport }) => (
  <>
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Chip tone={OUTCOMES[report.outcome].tone}>{t(OUTCOMES[report.outcome].name)}</Chip>
      {report.reference && (
        <span className="figures font-medium">
          <LeftToRight>{report.reference}</LeftToRight>
        </span>
      )}
      {report.amount !== null && <span className="figures">{formatMoney(report.amount)}</span>}
      {report.returnedBy && (
        <Link
          to={`/dashboard/all-transactions?transaction=${report.returnedBy}`}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {report.waits ? t('Return proposed') : t('Credited back')}
        </Link>
      )}
    </span>
    <span className="text-sm text-muted">{whyOf(report)}</span>
  </>
)

function whyOf({ unknownReason, statusReason }: PaymentReport): Text {
  const reason = statusReason ? reasonText(statusReason) : null
  const why = unknownReason ? unknownText(unknownReason) : null
  return why && reason ? joinTexts(' ', why, reason) : (why ?? reason ?? verbatim(''))
}

function unknownText(reason: string): Text {
  if (reason in UNKNOWN) return t(UNKNOWN[reason as UnknownReason])
  return reason in refusals ? translateText(refusals[reason as keyof typeof refusals].message) : verbatim(reason)
}
