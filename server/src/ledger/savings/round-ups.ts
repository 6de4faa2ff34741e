import type { Reader } from '../../platform/db/connection.ts'

type Fragment = ReturnType<Reader>
type Range = { personId: Fragment; fromNumber: Fragment; toNumber: Fragment; unit: Fragment }

/**
 * What payments of a main account leave when they are rounded up, as a subquery. Of the postings after `fromNumber`, up to
 * `toNumber`: money that was paid to others, unless it came back within them. Numbers instead of times make every posting count
 * once, however late a server wrote it.
 */
export const sumOfRoundUps = (sql: Reader, { personId, fromNumber, toNumber, unit }: Range) => sql`(
  select coalesce(sum((${unit} + p.amount % ${unit}) % ${unit}), 0)::bigint
  from postings p join transactions t on t.id = p.transaction_id left join accounts payee on payee.id = t.party_id
  where p.account_id = ${personId} and p.number > ${fromNumber} and p.number <= ${toNumber}
    and t.type = 'Transfer' and t.method in ('wire', 'internal') and t.reverses_id is null
    and payee.owner_id is distinct from ${personId}
    and not exists (
      select 1 from transactions back join postings b on b.transaction_id = back.id
      where back.reverses_id = t.id and b.number <= ${toNumber}))`
