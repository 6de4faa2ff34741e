import { formatMoney, toAmount } from '#contract/money.ts'
import { END_REASONS, type EndReason, RUN_REASONS, type RunReason } from '#contract/order-reasons.ts'
import type { EmailTemplate } from './template.ts'

type OrderTexts = { payment: string; data: Record<string, unknown> }

/** The order as it was then: the outbox has what is needed. */
function orderEmail(subject: string, paragraphs: (texts: OrderTexts) => string[], warns = false): EmailTemplate {
  return ({ email, data }, { institution, ordersAddress }) => {
    const amount = formatMoney(toAmount(BigInt(String(data.amountCents))))
    return {
      to: email,
      subject,
      paragraphs: [
        ...paragraphs({ payment: `“${data.name}” (${amount} to ${data.payee})`, data }),
        ...(warns
          ? [`If you didn’t expect this, contact us right away at ${institution.phone} or ${institution.email}.`]
          : []),
      ],
      link: { label: 'See scheduled payments', address: ordersAddress },
    }
  }
}

const APPROVED: Record<string, (payment: string) => string> = {
  created: (payment) => `You scheduled the payment ${payment}.`,
  amount: (payment) => `You changed the amount of a scheduled payment. It is now ${payment}.`,
  resumed: (payment) => `You resumed the scheduled payment ${payment}.`,
}

const day = (date: unknown) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(String(date)))
const runReason = (reason: unknown) => RUN_REASONS[reason as RunReason] ?? ''

export const ORDER_TEMPLATES = {
  'order.approved': orderEmail(
    'Your scheduled payment',
    ({ payment, data }) => [(APPROVED[String(data.change)] ?? APPROVED.created)?.(payment) ?? ''],
    true,
  ),
  'order.run_failed': orderEmail('Your scheduled payment could not be made', ({ payment, data }) => [
    `We could not make the scheduled payment ${payment} that was due on ${day(data.dueOn)}. ${runReason(data.reason)}`,
    `We’ll try again on ${day(data.tryOn)}.`,
  ]),
  'order.run_skipped': orderEmail('Your scheduled payment was skipped', ({ payment, data }) => [
    `We did not make the scheduled payment ${payment} that was due on ${day(data.dueOn)}. ${runReason(data.reason)}`,
    'We won’t try again for this day. If you want to pay, please make a transfer.',
  ]),
  'order.ended': orderEmail('Your scheduled payment has ended', ({ payment, data }) => [
    `The scheduled payment ${payment} has ended. ${END_REASONS[data.reason as EndReason] ?? ''}`,
    'Nothing more will be paid. If you want to go on paying, please schedule another payment.',
  ]),
} satisfies Record<string, EmailTemplate>
