import { v7 as newId } from 'uuid'
import { openPinLink, signPinToken } from '../src/identity/pin/pin-recovery.ts'
import type { Keys } from '../src/platform/crypto/keys.ts'
import { signLink } from '../src/platform/crypto/signed-links.ts'
import type { Reader, Sql } from '../src/platform/db/connection.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'

type Links = { sql: Reader; keys: Pick<Keys, 'link'>; now: () => Date }

/** The token that the email to the current address contains. */
export async function confirmationToken({ sql, keys, now }: Links, personId: string): Promise<string> {
  const [row] = await sql<{ id: string | null }[]>`
    select email_confirmation_id as id from people where id = ${personId}`
  const expiresAt = new Date(now().getTime() + 7 * 86_400_000)
  return signLink(keys.link, 'email confirmation', { id: row?.id ?? newId(), expiresAt })
}

/** The token that the email to a replaced address contains: of the latest change away from it. */
export async function undoToken(
  { sql, keys }: Omit<Links, 'now'>,
  personId: string,
  oldEmail: string,
): Promise<string> {
  const [row] = await sql<{ id: string; undo_until: Date }[]>`
    select id, undo_until from email_changes where person_id = ${personId} and old_email = ${oldEmail}
    order by number desc limit 1`
  if (!row) throw new Error(`There is no change away from ${oldEmail}`)
  return signLink(keys.link, 'email undo', { id: row.id, expiresAt: row.undo_until })
}

/** Asks for a link to recover the PIN and returns its token, as the email contains it. */
export function pinToken({ sql, keys, now }: Links & { sql: Sql }, personId: string): Promise<string> {
  return inTransaction(sql, async (tx) => signPinToken(keys.link, await openPinLink(tx, personId, now())))
}
