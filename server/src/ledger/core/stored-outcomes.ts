import type { RefusalCode } from '#contract/refusals.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import type { IdempotencyKey, StoredOutcome } from '../types.ts'

/** What was stored under the key, for commands that share no batch. Refuses a key that was used with another request. */
export async function readStoredOutcome(
  tx: Tx,
  personId: string,
  { route, key, requestHash }: IdempotencyKey,
): Promise<StoredOutcome | null> {
  const [row] = await tx<{ hash: Buffer; outcome: 'ok' | RefusalCode; id: string | null }[]>`
    select request_hash as hash, outcome, transaction_id as id from idempotency
    where person_id = ${personId} and route = ${route} and key = ${key}`
  if (!row) return null
  if (!row.hash.equals(requestHash)) throw new Refusal('idempotency_key_reused')
  return { requestHash, outcome: row.outcome, resultId: row.id }
}

/** Stores the outcome of a command that shares no batch, with the database's time, by which it is deleted. */
export async function insertStoredOutcome(
  tx: Tx,
  personId: string,
  { route, key }: IdempotencyKey,
  { requestHash, outcome, resultId }: StoredOutcome,
): Promise<void> {
  await tx`
    insert into idempotency (person_id, route, key, request_hash, outcome, transaction_id, created_at)
    values (${personId}, ${route}, ${key}, ${requestHash}, ${outcome}, ${resultId}, ${tx.now()})`
}
