import type { Reader } from '../platform/db/connection.ts'
import {
  type DecisionScope,
  decidedAbout,
  decidedKey,
  FOUR_EYES_WINDOW_MS,
  limitOfAll,
  OWN_VERIFICATIONS_MS,
  type Verification,
} from './second-person.ts'

type Row = { decided_by: string; owner_id: string | null; about: 'owner' | 'own verifications' | 'all'; cents: string }

/**
 * What each of these members of staff decided alone within the last day: for each of these people, for everybody whom they
 * verified or created lately, and for all. A decision reads it under the lock of the accounts and of the member of staff, so that two
 * acts at once can't both stay below a limit.
 */
export const selectDecidedAlone = (sql: Reader, staff: string[], ownerIds: string[], at: Date) => sql<Row[]>`
  with alone as materialized (
    select t.decided_by, t.account_id, abs(t.amount) as amount from transactions t
    where t.decided_by = any(${staff}::uuid[]) and t.decided_at > ${new Date(at.getTime() - FOUR_EYES_WINDOW_MS)}
      and t.status = 'Completed' and t.proposed_by is null and (t.origin_id is null or t.reverses_id is not null)
      and not exists (select 1 from transactions o where o.id = t.origin_id and o.proposed_by is not null))
  select d.decided_by, a.owner_id, 'owner' as about, sum(d.amount) as cents
  from alone d join accounts a on a.id = d.account_id
  where a.owner_id = any(${ownerIds}::uuid[])
  group by d.decided_by, a.owner_id
  union all
  select d.decided_by, null, 'own verifications', sum(d.amount)
  from alone d join accounts a on a.id = d.account_id join people p on p.id = a.owner_id
  where (p.verified_by_staff = d.decided_by and p.verified_by_staff_at > ${since(at)})
    or (p.created_by_staff = d.decided_by and p.created_at > ${since(at)})
  group by d.decided_by
  union all
  select d.decided_by, null, 'all', sum(d.amount) from alone d
  group by d.decided_by`

const since = (at: Date) => new Date(at.getTime() - OWN_VERIFICATIONS_MS)

/** Sums of what staff decided alone, by `decidedKey`. */
export const toDecidedAlone = (rows: readonly Row[]): Map<string, bigint> =>
  new Map(rows.map((row) => [decidedKey(row.decided_by, decidedOf(row)), BigInt(row.cents)]))

const decidedOf = ({ about, owner_id: ownerId }: Row): DecisionScope =>
  about === 'owner' ? { ownerId: ownerId ?? '' } : about

type Decider = { staffId: string; at: Date; fourEyesAboveCents: bigint | null }

/**
 * What counts towards the limit of one customer when a member of staff decides about money of each of these people: for pages,
 * which warn before a second person is needed. Near the limit of all customers it is what leaves room for the rest only.
 */
export async function readDecidedAlone(
  sql: Reader,
  ownerIds: string[],
  { staffId, at, fourEyesAboveCents }: Decider,
): Promise<(ownerId: string) => bigint> {
  const [rows, owners] = await Promise.all([
    selectDecidedAlone(sql, [staffId], ownerIds, at),
    sql<(Verification & { id: string })[]>`
      select id, verified_by_staff as "verifiedBy", verified_by_staff_at as "verifiedAt", created_by_staff as "createdBy",
        created_at as "createdAt" from people
      where id = any(${ownerIds}::uuid[])`,
  ])
  const sums = toDecidedAlone(rows)
  const sumOf = (decided: DecisionScope) => sums.get(decidedKey(staffId, decided)) ?? 0n
  return (ownerId) => {
    const owner = owners.find(({ id }) => id === ownerId)
    const ownCents = sumOf(decidedAbout(staffId, ownerId, owner, at))
    if (fourEyesAboveCents === null) return ownCents
    const leftCents = limitOfAll(fourEyesAboveCents) - sumOf('all')
    const asOfOneCents = fourEyesAboveCents - (leftCents < 0n ? 0n : leftCents)
    return asOfOneCents > ownCents ? asOfOneCents : ownCents
  }
}
