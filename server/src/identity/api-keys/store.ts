import type { ApiKeyScope } from '#contract/api-key-scopes.ts'
import type { ApiKeyDetails } from '#contract/identity/api-keys.ts'
import { toAmount } from '#contract/money.ts'
import { hashApiKey, startOf, toScopes } from '../../access/api-key.ts'
import { readSentByKeys } from '../../ledger/api-keys-store.ts'
import { bankDayAt } from '../../ledger/daily-limit.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

type NewKey = {
  id: string
  key: string
  personId: string
  name: string
  scopes: readonly ApiKeyScope[]
  dailyMaxCents: bigint | null
  createdAt: Date
  expiresAt: Date | null
}

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await tx`
    insert into api_keys (id, person_id, key_hash, start, name, scopes, daily_max, created_at, expires_at)
    values (${key.id}, ${key.personId}, ${hashApiKey(key.key)}, ${startOf(key.key)}, ${key.name}, ${key.scopes.join(' ')},
            ${key.dailyMaxCents}, ${key.createdAt}, ${key.expiresAt})`
}

/** Expired keys don't count: a program that makes a new one in time is not stopped by the old ones. */
export async function countKeys(tx: Tx, personId: string, at: Date): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from api_keys
    where person_id = ${personId} and revoked_at is null and (expires_at is null or expires_at > ${at})`
  return row?.count ?? 0
}

type KeyRow = {
  id: string
  name: string
  start: string
  scopes: string
  daily_max: bigint | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

export async function readOwnKeys(sql: Reader, personId: string, zone: string, at: Date): Promise<ApiKeyDetails[]> {
  const rows = await sql<KeyRow[]>`
    select id, name, start, scopes, daily_max, created_at, expires_at, last_used_at from api_keys
    where person_id = ${personId} and revoked_at is null
    order by coalesce(expires_at <= ${at}, false), created_at desc, id desc limit ${MAX_LISTED}`
  const day = bankDayAt(at, zone)
  const sending = rows.filter(({ daily_max }) => daily_max !== null)
  const sent =
    sending.length === 0
      ? []
      : await readSentByKeys(
          sql,
          sending.map(({ id: keyId }) => ({ keyId, day })),
        )
  const sentCents = new Map(sent.map(({ key_id, cents }) => [key_id, BigInt(cents)]))
  return rows.map((row) => toDetails(row, sentCents.get(row.id) ?? 0n))
}

/** More than MAX_API_KEYS, and active keys come first: expired ones, which stay until they are revoked, can't hide one. */
const MAX_LISTED = 100

const toDetails = (row: KeyRow, sentCents: bigint): ApiKeyDetails => ({
  _id: row.id,
  name: row.name,
  start: row.start,
  scopes: toScopes(row.scopes),
  dailyMax: row.daily_max === null ? null : toAmount(row.daily_max),
  sentToday: row.daily_max === null ? null : toAmount(sentCents),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
