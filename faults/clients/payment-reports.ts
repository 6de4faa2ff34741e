import type { PaymentRun, PaymentRunDetails, RunPayment } from '#contract/external-money/payment-runs.ts'
import { customerReasonOf } from '#contract/external-money/payment-statuses.ts'
import { bankCurrency } from '#contract/money.ts'
import { statementForm } from '../../server/test/statement-files.ts'
import { camt054, pain002 } from '../../server/test/status-files.ts'
import type { RetryingClient } from './retrying-client.ts'

const REJECTION_CODE = 'AC04'
/** The note of what a status file credits back, which no operation names. */
export const REJECTED: string = customerReasonOf(REJECTION_CODE)

/** Imports what the external bank says of a payment that was sent, sometimes twice at once: it is applied once. */
export async function reportPayment(client: RetryingClient): Promise<void> {
  const { random } = client
  const { body: runs } = await client.read<PaymentRun[]>('/admin/payment-runs?limit=20')
  const sent = runs.filter(({ state }) => state === 'sent')
  if (sent.length === 0) return
  const { body: run } = await client.read<PaymentRunDetails>(`/admin/payment-runs/${random.pick(sent)._id}`)
  const wires = run.payments.filter(({ transactionId }) => transactionId !== null)
  if (wires.length === 0) return
  const payment = random.pick(wires)
  const file = makeFile(run, payment, random.chance(0.5))
  const times = random.chance(0.5) ? 2 : 1
  await Promise.all(Array.from({ length: times }, () => importReport(client, payment, file)))
}

/** The external bank does not contradict itself: it rejects some payments, and accepts and pays the others. */
const isRejected = ({ reference }: RunPayment) => reference < 'E'

function makeFile(run: PaymentRunDetails, payment: RunPayment, isPaid: boolean): string {
  const { reference } = payment
  const money = { amount: payment.amount.toFixed(2), currency: bankCurrency().code }
  if (isPaid && !isRejected(payment)) return camt054(run.account.number, [{ reference, ...money }])
  const status = isRejected(payment) ? { status: 'RJCT', reason: REJECTION_CODE } : { status: 'ACSP' }
  const messageId = `RUN-${run.number}-${run._id.slice(-12)}`
  return pain002({ messageId, lines: [{ reference, ...status, ...money }] })
}

const importReport = (client: RetryingClient, { reference }: RunPayment, file: string) =>
  client.perform({ kind: 'payment report', personId: '', cents: 0, references: [reference] }, () => {
    const { headers, body } = statementForm(file)
    return { method: 'POST', path: '/admin/payment-runs/status', form: { headers, body } }
  })
