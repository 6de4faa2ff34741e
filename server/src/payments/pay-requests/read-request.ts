import type { PayRequestStatus } from '#contract/payments/pay-requests.ts'
import type { RotatingKey } from '../../platform/crypto/rotating-key.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { decodePayRequest } from './pay-code.ts'
import { findAccount, findRequest } from './store.ts'

type RequestContent = {
  accountId: string
  amountCents: bigint | null
  reference: string
  status: PayRequestStatus
  isPending: boolean
  /** Null for a code of an earlier version, of which nothing is kept. */
  expiresAt: Date | null
}

export type ReadRequest = RequestContent & { holder: string; number: string; ownerId: string }

/** What the code asks for, and who asks. An unverified name is not shown. */
export async function readRequest(sql: Reader, key: RotatingKey, code: string): Promise<ReadRequest> {
  const content = await findContent(sql, key, code)
  const account = content && (await findAccount(sql, content.accountId))
  if (!content || !account?.is_verified) throw new Refusal('pay_request_invalid')
  if (account.closed) throw new Refusal('receiver_closed')
  return { ...content, holder: account.holder, number: account.number, ownerId: account.owner_id }
}

async function findContent(sql: Reader, key: RotatingKey, code: string): Promise<RequestContent | null> {
  const asked = decodePayRequest(key, code)
  if (!asked) return null
  if (!('requestId' in asked)) return { ...asked, status: 'Open', isPending: false, expiresAt: null }
  const row = await findRequest(sql, asked.requestId)
  if (!row) return null
  const { account_id: accountId, amount: amountCents, reference, status } = row
  return { accountId, amountCents, reference, status, isPending: row.is_pending, expiresAt: row.expires_at }
}
