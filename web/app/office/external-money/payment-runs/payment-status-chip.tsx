import type { RunPayment } from '#contract/external-money/payment-runs.ts'
import { type PaymentStatus, statusReasonWords } from '#contract/external-money/payment-statuses.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Chip, type Tone } from '../layout/chip.tsx'

const NAMES: Record<PaymentStatus, TextId> = {
  accepted: msg('Accepted||payment'),
  booked: msg('Booked||payment'),
  rejected: msg('Rejected||payment'),
  returned: msg('Returned'),
}

const TONES: Record<PaymentStatus, Tone> = { accepted: 'good', booked: 'good', rejected: 'bad', returned: 'attention' }

/** 'The account is closed. (AC04)' */
export function reasonText(code: string): Text {
  const words = statusReasonWords(code)
  return words ? t('{reason} ({code})', { reason: t(words), code: verbatim(code) }) : verbatim(code)
}

/** What the outside bank said last. */
export const PaymentStatusChip = ({ payment: { status, statusReason } }: { payment: RunPayment }) =>
  status && (
    <span className="grid justify-items-start gap-1">
      <Chip tone={TONES[status]}>{t(NAMES[status])}</Chip>
      {statusReason && (status === 'rejected' || status === 'returned') && (
        <span className="text-sm text-muted">{reasonText(statusReason)}</span>
      )}
    </span>
  )
