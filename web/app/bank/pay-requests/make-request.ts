import { toAmount } from '#contract/money.ts'
import type { createPayRequest } from '#contract/payments/pay-requests.ts'
import { call } from '../../shared/api/call.ts'

type Asked = { amountCents: bigint | null; reference: string; accountId: string }

/** `accountId`: the savings account that receives; empty for the main account. Returns the code. */
export async function makeRequest(
  { amountCents, reference, accountId }: Asked,
  idempotencyKey: string,
): Promise<string> {
  const body = {
    ...(amountCents === null ? {} : { amount: toAmount(amountCents) }),
    ...(reference.trim() ? { reference } : {}),
    ...(accountId ? { accountId } : {}),
  }
  return (await call<typeof createPayRequest>('POST', '/pay-requests', { body, idempotencyKey })).code
}
