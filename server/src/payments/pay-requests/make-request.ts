import type { z } from 'zod'
import { type createPayRequest, MAX_OPEN_PAY_REQUESTS, PAY_REQUEST_DAYS } from '#contract/payments/pay-requests.ts'
import { lockOpenAccount } from '../../customers/lock-person.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { insertPayRequest } from '../../ledger/pay-requests-store.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { countOpenRequests, findAccount } from './store.ts'

type Requester = { personId: string; at: Date }
type Content = z.output<(typeof createPayRequest)['body']>

/** Takes the lock of the person, so that calls at once can't exceed the limit. Returns its id. */
export async function makeRequest(sql: Sql, { personId, at }: Requester, content: Content): Promise<string> {
  const { accountId = mainAccountId(personId), amountCents, reference } = content
  return inTransaction(sql, async (tx) => {
    await lockOpenAccount(tx, personId)
    const account = await findAccount(tx, accountId)
    if (account?.owner_id !== personId) throw new Refusal('not_found')
    // The page of the request is public, and shows the name: an unverified one could be anyone's.
    if (!account.is_verified) throw new Refusal('account_pending')
    if (account.closed) throw new Refusal('account_closed')
    if ((await countOpenRequests(tx, personId)) >= MAX_OPEN_PAY_REQUESTS) throw new Refusal('pay_request_limit')
    const id = newIdAt(at)
    await insertPayRequest(tx, { id, personId, accountId, amountCents, reference }, PAY_REQUEST_DAYS)
    return id
  })
}
