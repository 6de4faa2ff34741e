import { emailKey } from '#contract/fields.ts'
import type { SignedLink } from '../platform/crypto/signed-links.ts'
import type { Reader, TimeInSql, Tx } from '../platform/db/connection.ts'
import { deleteInBatches } from '../platform/db/delete-in-batches.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import { Refusal } from '../platform/runtime/refusal.ts'

const UNDO_MS = 72 * 3_600_000

/**
 * Lets the old address undo the change, and reserves it. A further change from the same address extends the open one: its
 * undo covers everything since the first. The person must be locked. Returns the id of the link.
 */
export async function openEmailChange(tx: Tx, personId: string, oldEmail: string, at: Date): Promise<string> {
  const undoUntil = new Date(at.getTime() + UNDO_MS)
  const key = emailKey(oldEmail)
  const [extended] = await tx<{ id: string }[]>`
    update email_changes set undo_until = greatest(undo_until, ${undoUntil})
    where person_id = ${personId} and old_email_key = ${key} and ended_at is null and undo_until > ${at}
    returning id`
  if (extended) return extended.id
  const id = newIdAt(at)
  await tx`
    insert into email_changes (id, person_id, number, old_email, old_email_key, changed_at, undo_until)
    select ${id}, ${personId}, coalesce(max(number), 0) + 1, ${oldEmail}, ${key}, ${at}, ${undoUntil}
    from email_changes where person_id = ${personId}`
  return id
}

/**
 * An attacker must not block the undo by taking the old address. Call it after the address was written: the unique index
 * has then waited for a concurrent change away from the address, whose reservation is visible now.
 */
export async function requireUnreservedEmail(tx: Tx, personId: string | null, key: string, at: Date): Promise<void> {
  const [reserved] = await tx`
    select 1 from email_changes
    where old_email_key = ${key} and person_id is distinct from ${personId} and ended_at is null and undo_until > ${at} limit 1`
  if (reserved) throw new Refusal('email_taken')
}

/** The person whose change the link undoes, or null when it is no longer valid. */
export async function findUndoLinkOwner(sql: Reader, { id }: SignedLink, at: Date): Promise<string | null> {
  const [open] = await sql<{ person_id: string }[]>`
    select person_id from email_changes where id = ${id} and ended_at is null and undo_until > ${at}`
  return open?.person_id ?? null
}

/** The first change since then that can still be undone: it takes the later ones with it. */
export async function findEmailChangeSince(
  tx: Tx,
  personId: string,
  since: Date,
  at: Date,
): Promise<{ id: string } | null> {
  const [change] = await tx<{ id: string }[]>`
    select id from email_changes
    where person_id = ${personId} and changed_at >= ${since} and ended_at is null and undo_until > ${at}
    order by number limit 1`
  return change ?? null
}

/**
 * Whether an address other than the one that gets email can still undo a change. Until then the one that gets email may be a
 * thief's. False after a change that is not confirmed, or was taken back: email goes to the old address.
 */
export async function isEmailChangeUndoable(tx: Tx, personId: string, at: Date): Promise<boolean> {
  const [open] = await tx`
    select 1 from email_changes c join people p on p.id = c.person_id
    where c.person_id = ${personId} and c.ended_at is null and c.undo_until > ${at}
      and c.old_email <> coalesce(p.last_confirmed_email, p.email) limit 1`
  return open !== undefined
}

export type UndoneChange = { email: string; changedAt: Date }

/**
 * Ends the change and all later ones, so that the address of a thief can't undo this. Earlier ones stay open: a thief who
 * undoes a change of their own must not end the link of the owner. Null: another request was first. The person must be
 * locked.
 */
export async function endEmailChange(tx: Tx, { id }: Pick<SignedLink, 'id'>, at: Date): Promise<UndoneChange | null> {
  const [ended] = await tx<{ old_email: string; changed_at: Date }[]>`
    update email_changes set ended_at = ${at} where id = ${id} and ended_at is null and undo_until > ${at}
    returning old_email, changed_at`
  if (!ended) return null
  await tx`
    update email_changes later set ended_at = ${at} from email_changes undone
    where undone.id = ${id} and later.person_id = undone.person_id and later.number > undone.number
      and later.ended_at is null`
  return { email: ended.old_email, changedAt: ended.changed_at }
}

/** The changes that can still be undone, by id, for the emails that contain the links. */
export async function readOpenUndoLinks(
  sql: Reader,
  ids: readonly string[],
  at: Date,
): Promise<Map<string, SignedLink>> {
  const rows = await sql<{ id: string; undo_until: Date }[]>`
    select id, undo_until from email_changes
    where id = any(${ids as string[]}::uuid[]) and ended_at is null and undo_until > ${at}`
  return new Map(rows.map(({ id, undo_until: expiresAt }) => [id, { id, expiresAt }]))
}

export const deleteEmailChangesEndedBefore = (sql: Reader, before: TimeInSql): Promise<number> =>
  deleteInBatches(
    (rows) => sql`
      with old as materialized (
        select id from email_changes where undo_until < ${before} limit ${rows} for update skip locked)
      delete from email_changes c using old where c.id = old.id`,
  )

/** Told now rather than when it is written, which checks it again. `personId`: whose address it is to be; null: a new person's. */
export async function requireFreeEmail(tx: Tx, personId: string | null, email: string, at: Date): Promise<void> {
  const key = emailKey(email)
  const [taken] = await tx`select 1 from people where email_key = ${key} and id is distinct from ${personId}`
  if (taken) throw new Refusal('email_taken')
  await requireUnreservedEmail(tx, personId, key, at)
}
