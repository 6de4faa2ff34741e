import { toScopes } from '../access/api-key.ts'
import { column } from '../platform/db/arrays.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'
import type { KeyTransfer, LedgerApiKey } from './core/api-key.ts'
import { type BankDay, bankDayAt } from './daily-limit.ts'
import type { CommandContext } from './types.ts'

type KeyRow = {
  id: string
  person_id: string
  scopes: string
  daily_max: bigint | null
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
}
type KeyDay = { keyId: string; day: BankDay }
type SentRow = { key_id: string; start: Date; cents: string }

/**
 * The keys by which commands are submitted, with what each has submitted on their days. The lock of the owner's account keeps
 * both until the commit. A batch without keys reads nothing.
 */
export async function readApiKeys(
  tx: Tx,
  requests: readonly Pick<CommandContext, 'actor' | 'at'>[],
  zone: string,
): Promise<Map<string, LedgerApiKey>> {
  const days = new Map<string, KeyDay>()
  for (const { actor, at } of requests) {
    if (actor.kind !== 'api_key') continue
    const day = bankDayAt(at, zone)
    days.set(`${actor.keyId} ${day.start.getTime()}`, { keyId: actor.keyId, day })
  }
  if (days.size === 0) return new Map()
  const ids = [...new Set([...days.values()].map(({ keyId }) => keyId))]
  const [rows, sent] = await Promise.all([readKeys(tx, ids), readSentByKeys(tx, [...days.values()])])
  return new Map(rows.map((row) => [row.id, toApiKey(row, sent)]))
}

const readKeys = (tx: Reader, ids: string[]) => tx<KeyRow[]>`
  select id, person_id, scopes, daily_max, created_at, expires_at, revoked_at from api_keys where id = any(${ids}::uuid[])`

const toApiKey = (row: KeyRow, sent: readonly SentRow[]): LedgerApiKey => ({
  personId: row.person_id,
  scopes: toScopes(row.scopes),
  dailyMaxCents: row.daily_max,
  sentCents: new Map(
    sent.filter(({ key_id }) => key_id === row.id).map(({ start, cents }) => [start.getTime(), BigInt(cents)]),
  ),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
})

export const readSentByKeys = (sql: Reader, days: readonly KeyDay[]) => sql<SentRow[]>`
  select given.key_id, given.start, coalesce(sum(t.amount), 0) as cents
  from unnest(${column(days, ({ keyId }) => keyId)}::uuid[], ${column(days, ({ day }) => day.start)}::timestamptz[],
              ${column(days, ({ day }) => day.end)}::timestamptz[]) as given (key_id, start, finish)
  left join api_key_transfers t on t.key_id = given.key_id and t.at >= given.start and t.at < given.finish
  group by given.key_id, given.start`

export const insertKeyTransfers = (tx: Tx, transfers: readonly KeyTransfer[]) => tx`
  sent_by_keys as (
  insert into api_key_transfers (transaction_id, key_id, amount, at)
  select * from unnest(
    ${column(transfers, (t) => t.transactionId)}::uuid[], ${column(transfers, (t) => t.keyId)}::uuid[],
    ${column(transfers, (t) => t.amountCents)}::bigint[], ${column(transfers, (t) => t.at)}::timestamptz[]))`
