import type { SignedLink } from '../../platform/crypto/signed-links.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { countAttempt, type Limit, secondsUntilNextAttempt } from '../attempts.ts'

const LIVES_MS = 7 * 86_400_000

/** Changing the address and asking for the link again both send email to an address that may belong to a stranger. */
const EMAILS: Limit = { scope: 'confirmation mail', max: 10, windowMs: 3_600_000 }

export async function countConfirmationEmail(tx: Tx, personId: string, at: Date): Promise<void> {
  if (await countAttempt(tx, EMAILS, personId, at)) return
  throw new Refusal('too_many', { retryAfterSeconds: await secondsUntilNextAttempt(tx, EMAILS, personId, at) })
}

/** The person whose current address the link confirms, or null: confirmed already, or changed since. */
export async function findConfirmationOwner(sql: Reader, { id }: SignedLink): Promise<string | null> {
  const [person] = await sql<{ id: string }[]>`select id from people where email_confirmation_id = ${id}`
  return person?.id ?? null
}

/** False if the address was confirmed or changed meanwhile. */
export async function markEmailConfirmed(tx: Tx, { id }: SignedLink, at: Date): Promise<boolean> {
  const confirmed = await tx`
    update people set email_confirmation_id = null, last_confirmed_email = null, updated_at = ${at}
    where email_confirmation_id = ${id}`
  return confirmed.count === 1
}

/** The links that are still open, by id, for the emails that contain them. `sentAt` is by id as well. */
export async function readOpenConfirmationLinks(
  sql: Reader,
  sentAt: ReadonlyMap<string, Date>,
): Promise<Map<string, SignedLink>> {
  const rows = await sql<{ id: string }[]>`
    select email_confirmation_id as id from people where email_confirmation_id = any(${[...sentAt.keys()]}::uuid[])`
  const expiresAt = (id: string) => new Date((sentAt.get(id)?.getTime() ?? 0) + LIVES_MS)
  return new Map(rows.map(({ id }) => [id, { id, expiresAt: expiresAt(id) }]))
}
