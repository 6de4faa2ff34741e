import type { Reader } from '../../platform/db/connection.ts'
import { ERASURE_ACTION, redactedHash } from '../erase-records.ts'
import type { Count } from '../scheduled-payments/scheduled-payment-invariants.ts'
import { checkSealTrees } from './check-seals.ts'
import { postingHash } from './posting-hash.ts'

/** The chains of postings, audit entries and seals, and the trees of seals. */
export async function checkChains(sql: Reader): Promise<Count[]> {
  const [links] = await checkLinks(sql)
  const trees = await checkSealTrees(sql)
  if (!links) return []
  return [
    {
      checked: BigInt(links.checked) + trees.checked,
      breaches: BigInt(links.breaches) + trees.breaches,
    },
  ]
}

/** Rebuilds the texts of chain.ts, and of seals of version 1, from the rows. */
function checkLinks(sql: Reader): PromiseLike<Count[]> {
  const zero = Buffer.alloc(32)
  return sql<Count[]>`
    with posting_links as (
      select p.hash, ${postingHash(sql, sql`coalesce(lag(p.hash) over chain, ${zero}::bytea)`)} as expected
      from postings p window chain as (partition by p.account_id order by p.number)),
    audit_links as (
      select chain_id, number, redacted_at, hash, sha256(coalesce(lag(hash) over chain, ${zero}::bytea) || convert_to(concat_ws(E'\n', chain_id, number, id,
        actor_id, coalesce(subject_id::text, ''), action, before::text, after::text, request_id,
        (extract(epoch from at) * 1000)::bigint), 'UTF8')) as expected
      from audit window chain as (partition by chain_id order by number)),
    broken_heads as (
      select a.id from accounts a
      left join postings p on p.account_id = a.id and p.number = a.posting_number
      left join audit l on l.chain_id = a.id and l.number = a.audit_number
      where a.posting_head <> coalesce(p.hash, ${zero}::bytea) or a.audit_head <> coalesce(l.hash, ${zero}::bytea)
         or a.audit_number <> (select count(*) from audit where chain_id = a.id)),
    broken_erasures as (
      select e.id from audit e
      where e.action = ${ERASURE_ACTION} and e.after ->> 'redactedHash' is distinct from (
        select ${redactedHash(sql)} from audit r
        where r.chain_id = e.chain_id and r.number < e.number and r.redacted_at is not null)),
    seal_links as (
      select s.hash, sha256(coalesce(p.hash, ${zero}::bytea) || convert_to(concat_ws(E'\n',
        s.number, (extract(epoch from s.at) * 1000)::bigint, h.content), 'UTF8')) as expected
      from seals s left join seals p on p.number = s.number - 1 left join lateral (
        select string_agg(concat_ws(E'\n', account_id, posting_number, encode(posting_head, 'hex'), audit_number,
               encode(audit_head, 'hex')), E'\n' order by account_id) as content
        from sealed_heads where seal_number = s.number) h on true
      where s.version = 1),
    broken_seals as (
      select h.account_id from sealed_heads h
      left join postings p on p.account_id = h.account_id and p.number = h.posting_number
      left join audit l on l.chain_id = h.account_id and l.number = h.audit_number
      where h.posting_head <> coalesce(p.hash, ${zero}::bytea) or h.audit_head <> coalesce(l.hash, ${zero}::bytea))
    select (select count(*) from posting_links) + (select count(*) from audit_links) + (select count(*) from seal_links)
             as checked,
           (select count(*) from posting_links where hash <> expected)
           + (select count(*) from audit_links l where hash <> expected
              -- The texts were erased with the person, as a later entry says, whose hash of what is left is checked above.
              and not (redacted_at is not null and exists (
                select 1 from audit e where e.chain_id = l.chain_id and e.number > l.number and e.action = ${ERASURE_ACTION}
                  and e.redacted_at is null)))
           + (select count(*) from broken_erasures)
           + (select count(*) from broken_heads)
           + (select count(*) from seal_links where hash <> expected)
           + (select count(*) from broken_seals) as breaches`
}
