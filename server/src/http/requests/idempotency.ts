import type { KeyObject } from 'node:crypto'
import type { IdempotencyKey } from '../../ledger/types.ts'
import { hmacSha256 } from '../../platform/runtime/digests.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

const KEY = /^[\x20-\x7e]{1,255}$/

type KeyedRequest = { route: string; body: unknown; credentials: readonly string[] | undefined }

/**
 * The hash shows whether a key is reused with another request. Credentials are left out: a replay would otherwise tell
 * whether a PIN is the one that was sent first. Before, they were part of it: a retry across that upgrade is refused as
 * another request. Keyed, so that payee and amount can't be found by trial.
 */
export function readIdempotencyKey(
  header: unknown,
  { route, body, credentials = [] }: KeyedRequest,
  secret: KeyObject,
): IdempotencyKey | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !KEY.test(header))
    throw new Refusal('malformed', { message: 'Idempotency-Key must be 1 to 255 printable characters.' })
  return { route, key: header, requestHash: hmacSha256(secret, canonical(body, credentials)) }
}

/** A request with its fields in another order is the same request. */
function canonical(value: unknown, leftOut: readonly string[] = []): string {
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Date) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const fields = value as Record<string, unknown>
  let text = ''
  for (const key of Object.keys(fields).sort())
    if (!leftOut.includes(key)) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(fields[key])}`
  return `{${text}}`
}
