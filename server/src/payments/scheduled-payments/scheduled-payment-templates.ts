import {
  END_REASONS,
  type EndReason,
  RUN_REASONS,
  type RunReason,
} from '#contract/payments/scheduled-payment-reasons.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { notExpected } from '../../notifications/security-email.ts'
import type { EmailTemplate } from '../../notifications/template.ts'
import { formatCents, formatDay } from '../../platform/texts/formats.ts'
import type { Texts } from '../../platform/texts/texts.ts'

/** The values of every text: the scheduled payment as it was then. The outbox has what is needed. */
type ScheduledPayment = { name: string; amount: string; payee: string }
type Details = { payment: ScheduledPayment; data: Record<string, unknown>; texts: Texts }

function scheduledPaymentEmail(
  subject: TextId,
  paragraphs: (details: Details) => Text[],
  warns = false,
): EmailTemplate {
  return ({ email, data }, template) => {
    const { texts, addressOf } = template
    const amount = formatCents(BigInt(String(data.amountCents)), texts)
    const payment = { name: String(data.name), amount, payee: String(data.payee) }
    return {
      to: email,
      subject: texts.t(subject),
      paragraphs: [...paragraphs({ payment, data, texts }), ...(warns ? [notExpected(template)] : [])],
      link: { label: texts.t('See scheduled payments'), address: addressOf('/dashboard/orders') },
    }
  }
}

const CREATED = msg('You scheduled the payment “{name}” ({amount} to {payee}).')
const APPROVED: Record<string, TextId> = {
  created: CREATED,
  amount: msg('You changed the amount of a scheduled payment. It is now “{name}” ({amount} to {payee}).'),
  message: msg('You changed the message of the scheduled payment “{name}” ({amount} to {payee}).'),
  amount_and_message: msg(
    'You changed the amount and the message of a scheduled payment. It is now “{name}” ({amount} to {payee}).',
  ),
  resumed: msg('You resumed the scheduled payment “{name}” ({amount} to {payee}).'),
}

/** A sentence, and the one that says why. */
const withReason = (sentence: Text, reason: TextId | undefined, { t }: Texts) =>
  joinTexts(' ', sentence, reason && t(reason))

export const SCHEDULED_PAYMENT_TEMPLATES = {
  'order.approved': scheduledPaymentEmail(
    msg('Your scheduled payment'),
    ({ payment, data, texts }) => [texts.t(APPROVED[String(data.change)] ?? CREATED, payment)],
    true,
  ),
  'order.run_failed': scheduledPaymentEmail(
    msg('Your scheduled payment could not be made'),
    ({ payment, data, texts, texts: { t } }) => [
      withReason(
        t('We could not make the scheduled payment “{name}” ({amount} to {payee}) that was due on {day}.', {
          ...payment,
          day: formatDay(String(data.dueOn), texts),
        }),
        RUN_REASONS[data.reason as RunReason],
        texts,
      ),
      t('We’ll try again on {day}.', { day: formatDay(String(data.tryOn), texts) }),
    ],
  ),
  'order.run_skipped': scheduledPaymentEmail(
    msg('Your scheduled payment was skipped'),
    ({ payment, data, texts, texts: { t } }) => [
      withReason(
        t('We did not make the scheduled payment “{name}” ({amount} to {payee}) that was due on {day}.', {
          ...payment,
          day: formatDay(String(data.dueOn), texts),
        }),
        RUN_REASONS[data.reason as RunReason],
        texts,
      ),
      t('We won’t try again for this day. If you want to pay, please make a transfer.'),
    ],
  ),
  'order.ended': scheduledPaymentEmail(
    msg('Your scheduled payment has ended'),
    ({ payment, data, texts, texts: { t } }) => [
      withReason(
        t('The scheduled payment “{name}” ({amount} to {payee}) has ended.', payment),
        END_REASONS[data.reason as EndReason],
        texts,
      ),
      t('Nothing more will be paid. If you want to go on paying, please schedule another payment.'),
    ],
  ),
} satisfies Record<string, EmailTemplate>
