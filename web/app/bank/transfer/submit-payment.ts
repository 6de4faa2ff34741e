import type { AuthenticationResponse } from '#contract/identity/webauthn.ts'
import { toAmount } from '#contract/money.ts'
import type { createScheduledPayment, ScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import type { Transaction } from '#contract/payments/transactions.ts'
import type { authoriseTransfer, transfer, transferWithCode } from '#contract/payments/transfers.ts'
import { call } from '../../shared/api/call.ts'
import { signWithPasskey } from '../../shared/api/passkeys.ts'
import { parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import { scheduleOf } from './schedule.ts'
import type { TransferForm } from './transfer-values.ts'

export type SignedAuthorisation = { id: string; response: AuthenticationResponse }
export type Credentials = { approval: { pin: string } | { authorisation: SignedAuthorisation }; code: string | null }

/** A transfer, or a scheduled payment. */
export type Submission =
  | { transfer: Transaction; scheduledPayment?: never }
  | { scheduledPayment: ScheduledPayment; transfer?: never }

export const amountOf = ({ amountText }: Pick<TransferForm, 'amountText'>) =>
  toAmount(parseAmountCents(amountText) ?? 0n)

/** The payment itself, without its approval. An IBAN can stand for the account number. */
export function toPayment(form: TransferForm) {
  const { accountId, iban, swiftCode, message, accountName, accountNumber, bankName } = form
  return {
    accountName,
    bankName,
    amount: amountOf(form),
    ...(accountNumber.trim() ? { accountNumber } : {}),
    ...(accountId ? { accountId } : {}),
    ...(iban.trim() ? { iban } : {}),
    ...(swiftCode.trim() ? { swiftCode } : {}),
    ...(message.trim() ? { message } : {}),
  }
}

export async function submitPayment(
  form: TransferForm,
  { approval, code }: Credentials,
  idempotencyKey: string,
): Promise<Submission> {
  const schedule = scheduleOf(form)
  const body = { ...toPayment(form), ...approval }
  const withCode = code === null ? {} : { code }
  if (schedule) {
    const name = form.name.trim()
    const scheduled = { ...body, ...withCode, ...schedule, ...(name ? { name } : {}) }
    return {
      scheduledPayment: await call<typeof createScheduledPayment>('POST', '/orders', {
        body: scheduled,
        idempotencyKey,
      }),
    }
  }
  const paid = { ...body, ...(form.payRequest ? { payRequest: form.payRequest } : {}) }
  return {
    transfer: await (code === null
      ? call<typeof transfer>('POST', '/transfer', { body: paid, idempotencyKey })
      : call<typeof transferWithCode>('POST', '/transfer-code', { body: { ...paid, code }, idempotencyKey })),
  }
}

type SignedForm = Parameters<typeof call<typeof authoriseTransfer>>[2]['body']

/** The passkey signs what is given and nothing else. Null when the customer closes the browser's prompt. */
export async function signPayment(body: SignedForm): Promise<SignedAuthorisation | null> {
  const { authorisation: id, options } = await call<typeof authoriseTransfer>('POST', '/transfer/authorisation', {
    body,
  })
  const response = await signWithPasskey(options).catch(() => null)
  return response && { id, response }
}

/** Payee, amount and message, and the days of a scheduled payment. */
export function signForm(form: TransferForm) {
  const schedule = scheduleOf(form)
  return signPayment({ ...toPayment(form), ...(schedule ? { order: schedule } : {}) })
}
