import type { z } from 'zod'
import { type createPayRequest, MAX_OPEN_PAY_REQUESTS, PAY_REQUEST_DAYS } from '#contract/payments/pay-requests.ts'
import { lockOpenAccount } from '../../customers/lock-person.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { onceByKey } from '../../ledger/once-by-key.ts'
import { insertPayRequest } from '../../ledger/pay-requests-store.ts'
import type { IdempotencyKey } from '../../ledger/types.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { countOpenRequests, findAccount } from './store.ts'

type Requester = { personId: string; at: Date; idempotency: IdempotencyKey | null }
type Content = z.output<(typeof createPayRequest)['body']>

/** Takes the lock of the person, so that calls at once can't exceed the limit. The result is its id. */
export const makeRequest = (sql: Sql, requester: Requester, content: Content) =>
  onceByKey(sql, requester.personId, requester.idempotency, {
    lock: (tx) => lockOpenAccount(tx, requester.personId),
    act: (tx) => insertRequest(tx, requester, content),
    read: async (_tx, id) => id,
  })

async function insertRequest(tx: Tx, { personId, at }: Requester, content: Content): Promise<string> {
  const { accountId = mainAccountId(personId), amountCents, reference } = content
  const account = await findAccount(tx, accountId)
  if (account?.owner_id !== personId) throw new Refusal('not_found')
  // The page of the request is public, and shows the name: an unverified one could be anyone's.
  if (!account.is_verified) throw new Refusal('account_pending')
  if (account.closed) throw new Refusal('account_closed')
  if ((await countOpenRequests(tx, personId)) >= MAX_OPEN_PAY_REQUESTS) throw new Refusal('pay_request_limit')
  const id = newIdAt(at)
  await insertPayRequest(tx, { id, personId, accountId, amountCents, reference }, PAY_REQUEST_DAYS)
  return id
}
