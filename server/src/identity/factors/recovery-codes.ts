import { createHmac, randomInt } from 'node:crypto'
import { column } from '../../platform/db/arrays.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'

const CODE_COUNT = 10
/** Crockford's base 32: no I, L, O and U, which are misread on paper. Ten of them are 50 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE = /^[0-9A-HJKMNP-TV-Z]{10}$/

const newCode = (): string => {
  const characters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${characters.slice(0, 5)}-${characters.slice(5)}`
}

/** As written down: case, spaces and dashes don't matter. */
const canonical = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

const hashCode = (key: Buffer, personId: string, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`recovery code\n${personId}\n${canonical(code)}`)
    .digest()

/** Replaces the whole set. The plain codes are returned once and stored nowhere. */
export async function replaceRecoveryCodes(tx: Tx, key: Buffer, personId: string, at: Date): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, newCode)
  await tx`delete from recovery_codes where person_id = ${personId}`
  await tx`
    insert into recovery_codes (person_id, code_hash, created_at)
    select ${personId}, code_hash, ${at} from unnest(${column(codes, (code) => hashCode(key, personId, code))}::bytea[]) as code_hash`
  return codes
}

export async function deleteRecoveryCodes(tx: Tx, personId: string): Promise<void> {
  await tx`delete from recovery_codes where person_id = ${personId}`
}

export async function countRecoveryCodes(sql: Reader, personId: string): Promise<number> {
  const [row] = await sql<{ count: bigint }[]>`
    select count(*) from recovery_codes where person_id = ${personId} and used_at is null`
  return Number(row?.count ?? 0n)
}

/** Single use: of two requests with the same code one succeeds. */
export async function useRecoveryCode(
  tx: Reader,
  key: Buffer,
  personId: string,
  code: string,
  at: Date,
): Promise<boolean> {
  if (!CODE.test(canonical(code))) return false
  const used = await tx`
    update recovery_codes set used_at = ${at}
    where person_id = ${personId} and code_hash = ${hashCode(key, personId, code)} and used_at is null`
  return used.count === 1
}
