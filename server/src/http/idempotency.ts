import { createHmac, type KeyObject } from 'node:crypto'
import type { IdempotencyKey } from '../ledger/types.ts'
import { Refusal } from '../runtime/refusal.ts'

const KEY = /^[\x20-\x7e]{1,255}$/

/**
 * The hash shows whether a key is reused with another request. It is keyed because a request contains a PIN: with a plain
 * hash, four unknown digits could be found by trying them all.
 */
export function readIdempotencyKey(
  header: unknown,
  route: string,
  body: unknown,
  secret: KeyObject,
): IdempotencyKey | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !KEY.test(header))
    throw new Refusal('malformed', { message: 'Idempotency-Key must be 1 to 255 printable characters.' })
  const requestHash = createHmac('sha256', secret).update(canonical(body)).digest()
  return { route, key: header, requestHash }
}

/** The same fields in another order are the same request. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Date) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const fields = value as Record<string, unknown>
  let text = ''
  for (const key of Object.keys(fields).sort())
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(fields[key])}`
  return `{${text}}`
}
