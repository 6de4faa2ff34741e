import type { ProposalKind, ProposalState } from '#contract/authority/proposal-kinds.ts'
import { PROPOSAL_LIFETIME_MS } from '../../ledger/second-person.ts'
import { atMost } from '../../platform/db/at-most.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'
import type { Fields, NamedProposalRow, ProposalRow } from '../proposal.ts'

const columns = (sql: Reader) => sql`
  p.id, p.kind, p.subject_id, p.subject_role, p.before, p.after, p.basis, p.change, p.secret, p.proposed_by, p.proposer_role,
  p.proposed_at, p.state, p.reason, p.decided_by, p.decided_at`

const names = (sql: Reader) => sql`
  (select full_name from people where id = p.subject_id) as subject_name,
  (select email from people where id = p.subject_id) as subject_email,
  (select full_name from people where id = p.proposed_by) as proposer_name,
  (select full_name from people where id = p.decided_by) as decider_name`

export const findProposal = async (sql: Reader, id: string): Promise<NamedProposalRow | undefined> =>
  (await sql<NamedProposalRow[]>`select ${columns(sql)}, ${names(sql)} from proposals p where p.id = ${id}`)[0]

/** Two decisions at once: the second waits here and reads the first. */
export const lockProposal = async (tx: Tx, id: string): Promise<ProposalRow | undefined> =>
  (await tx<ProposalRow[]>`select ${columns(tx)} from proposals p where p.id = ${id} for update`)[0]

/** One proposal with the same values can be pending. */
export type About = { kind: ProposalKind; subjectId: string | null; aboutId: string | null }

const isAbout = (tx: Tx, { kind, subjectId, aboutId }: About) =>
  tx`p.kind = ${kind} and p.subject_id is not distinct from ${subjectId} and p.about_id is not distinct from ${aboutId}`

export const findPending = async (tx: Tx, about: About): Promise<NamedProposalRow | undefined> =>
  (
    await tx<NamedProposalRow[]>`
      select ${columns(tx)}, ${names(tx)} from proposals p where ${isAbout(tx, about)} and p.state = 'pending'`
  )[0]

export type NewProposal = Omit<ProposalRow, 'state' | 'reason' | 'decided_by' | 'decided_at'> & {
  about_id?: string | null
}

export async function insertProposal(tx: Tx, row: NewProposal): Promise<void> {
  const json = (value: Fields) => JSON.stringify(value)
  await tx`
    insert into proposals (id, kind, subject_id, subject_role, about_id, before, after, basis, change, secret, proposed_by,
                           proposer_role, proposed_at)
    values (${row.id}, ${row.kind}, ${row.subject_id}, ${row.subject_role}, ${row.about_id ?? null}, ${json(row.before)}::text::json,
            ${json(row.after)}::text::json, ${json(row.basis)}::text::json, ${json(row.change)}::text::json, ${row.secret},
            ${row.proposed_by}, ${row.proposer_role}, ${row.proposed_at})`
}

type Decision = { state: 'confirmed' | 'rejected'; by: string; at: Date; reason: string }

export async function decideProposal(tx: Tx, id: string, { state, by, at, reason }: Decision): Promise<void> {
  const { count } = await tx`
    update proposals set state = ${state}, decided_by = ${by}, decided_at = ${at}, reason = ${reason}, secret = null
    where id = ${id} and state = 'pending'`
  if (count !== 1) throw new Error('A proposal was decided without its lock')
}

/** The pending proposals of one member of staff. Their account must be locked. */
export const findPendingOf = (tx: Reader, proposerId: string) =>
  tx<
    Pick<ProposalRow, 'id' | 'kind' | 'subject_id'>[]
  >`select id, kind, subject_id from proposals where state = 'pending' and proposed_by = ${proposerId} order by id`

/** The last moment at which a proposal that has expired by now was made. */
const expiredAt = (at: Date) => new Date(at.getTime() - PROPOSAL_LIFETIME_MS)

export type ExpiredRow = Pick<ProposalRow, 'id' | 'kind' | 'subject_id' | 'proposed_by'> & { proposer_name: string }

/** The oldest ones that wait although their time is over. */
export const findExpired = (tx: Tx, at: Date, rows: number) => tx<
  Pick<ExpiredRow, 'id' | 'subject_id' | 'proposed_by'>[]
>`
  select id, subject_id, proposed_by from proposals
  where state = 'pending' and proposed_at <= ${expiredAt(at)} order by proposed_at ${atMost(tx, rows)}`

/** The accounts of proposers and subjects must be locked. Those that were decided since `findExpired` stay as they are. */
export const closeExpired = (tx: Tx, ids: readonly string[], at: Date, reason: string) =>
  close(tx, tx`id = any(${ids as string[]}::uuid[])`, at, reason)

/** Closes expired proposals about the same, so that they do not block the next one. */
export const closeExpiredFor = (tx: Tx, about: About, at: Date, reason: string) =>
  close(tx, isAbout(tx, about), at, reason)

const close = (tx: Tx, condition: ReturnType<Tx>, at: Date, reason: string) => tx<ExpiredRow[]>`
  update proposals p
  set state = 'expired', decided_at = proposed_at + ${PROPOSAL_LIFETIME_MS} * interval '1 millisecond', reason = ${reason},
      secret = null
  where state = 'pending' and proposed_at <= ${expiredAt(at)} and ${condition}
  returning id, kind, subject_id, proposed_by, (select full_name from people where id = proposed_by) as proposer_name`

/** Who proposed what is not decided yet, of these kinds. */
export const findPendingProposers = async (tx: Tx, kinds: readonly ProposalKind[]): Promise<string[]> =>
  (
    await tx<{ proposed_by: string }[]>`
      select proposed_by from proposals where state = 'pending' and kind = any(${kinds as string[]}::text[])`
  ).map((row) => row.proposed_by)

type ListQuery = { state?: ProposalState | undefined; cursor?: string | undefined; rows: number; at: Date }

/** Newest first. An expired one counts as such before the job has marked it. */
export const selectProposals = (sql: Reader, { state, cursor, rows, at }: ListQuery) => sql<NamedProposalRow[]>`
  select ${columns(sql)}, ${names(sql)} from proposals p
  where true ${state ? STATE_IS[state](sql, expiredAt(at)) : sql``} ${cursor ? sql`and p.id < ${cursor}` : sql``}
  order by p.id desc ${atMost(sql, rows)}`

const STATE_IS: Record<ProposalState, (sql: Reader, expired: Date) => ReturnType<Reader>> = {
  pending: (sql, expired) => sql`and p.state = 'pending' and p.proposed_at > ${expired}`,
  expired: (sql, expired) => sql`and (p.state = 'expired' or (p.state = 'pending' and p.proposed_at <= ${expired}))`,
  confirmed: (sql) => sql`and p.state = 'confirmed'`,
  rejected: (sql) => sql`and p.state = 'rejected'`,
}
