import { closedRefusal } from '../../ledger/pay-request.ts'
import { readPayRequests, storeCancelled } from '../../ledger/pay-requests-store.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

/** The first to get the lock of the request decides, this or a payment. What is cancelled or has expired stays as it is. */
export async function cancelRequest(sql: Sql, personId: string, id: string): Promise<void> {
  await inTransaction(sql, async (tx) => {
    const request = (await readPayRequests(tx, [id])).get(id)
    if (request?.personId !== personId) throw new Refusal('not_found')
    if (request.live) throw new Refusal(closedRefusal(request) ?? 'pay_request_paid')
    if (!request.isCancelled && !request.isExpired) await storeCancelled(tx, id)
  })
}
