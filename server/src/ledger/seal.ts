import type { Sql } from '../db/connection.ts'
import { sqlState } from '../db/errors.ts'

/**
 * Seals the heads of all chains that grew since the last seal. A seal's hash covers the seal before it: a copy kept
 * elsewhere (a log, a printout) proves later that nothing older was rewritten.
 * Null when no chain grew, or when another server made this seal.
 */
export async function sealChains(sql: Sql, at: Date): Promise<{ number: bigint; hash: string; heads: number } | null> {
  try {
    return await sql.begin('isolation level repeatable read', async (tx) => {
      const [last] = await tx<{ number: bigint; hash: Buffer }[]>`
        select number, hash from seals order by number desc limit 1`
      const number = (last?.number ?? 0n) + 1n
      const grown = await tx<{ account_id: string }[]>`
        select a.id as account_id, a.posting_number, a.posting_head, a.audit_number, a.audit_head
        from accounts a
        left join lateral (
          select h.posting_number, h.audit_number from sealed_heads h
          where h.account_id = a.id order by h.seal_number desc limit 1) s on true
        where a.posting_number > coalesce(s.posting_number, 0) or a.audit_number > coalesce(s.audit_number, 0)`
      if (grown.length === 0) return null
      const ids = grown.map((row) => row.account_id)
      const [sealed] = await tx<{ hash: Buffer }[]>`
        select sha256(${last?.hash ?? Buffer.alloc(32)}::bytea || convert_to(concat_ws(E'\n', ${number}::bigint,
          ${at.getTime()}::bigint, string_agg(concat_ws(E'\n', id, posting_number, encode(posting_head, 'hex'),
          audit_number, encode(audit_head, 'hex')), E'\n' order by id)), 'UTF8')) as hash
        from accounts where id = any(${ids}::uuid[])`
      if (!sealed) return null
      await tx`insert into seals (number, at, hash) values (${number}, ${at}, ${sealed.hash})`
      await tx`
        insert into sealed_heads (seal_number, account_id, posting_number, posting_head, audit_number, audit_head)
        select ${number}::bigint, id, posting_number, posting_head, audit_number, audit_head
        from accounts where id = any(${ids}::uuid[])`
      return { number, hash: sealed.hash.toString('hex'), heads: ids.length }
    })
  } catch (error) {
    if (['23505', '40001'].includes(sqlState(error))) return null
    throw error
  }
}
