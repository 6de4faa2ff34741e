import { isEmailChangeUndoable } from '../../customers/email-changes.ts'
import { lockOpenAccount } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import { hashPin, replacePin } from '../../ledger/secrets.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { countOrRefuse, type Limit } from '../attempts.ts'
import { readPinState } from '../clear-pin.ts'
import type { SecretRules } from '../secret-rules.ts'
import { openPinLink, readPinToken, usePinLink } from './pin-recovery.ts'

const EMAILS: Limit = { scope: 'pin recovery mail', max: 5, windowMs: 3_600_000 }

/**
 * The link alone is not enough, and neither is the session: a thief would need the mailbox as well as a fresh session. A thief
 * can change the address and confirm it in their own mailbox, so the new address gets no link while the old one can undo that.
 */
export async function requestPinRecovery(sql: Sql, personId: string, at: Date): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await lockForRecovery(tx, personId, at)
    await countOrRefuse(tx, EMAILS, personId, at)
    const { id } = await openPinLink(tx, personId, at)
    const data = { pinRecoveryId: id }
    await record(tx, { notifications: [{ personId, kind: 'pin.recovery_requested', data, at }] })
  })
}

type Recovery = { personId: string; token: string; pin: string; at: Date }

export async function recoverPin(
  sql: Sql,
  keys: Pick<Keys, 'pin' | 'link'>,
  rules: SecretRules,
  { personId, token, pin, at }: Recovery,
): Promise<void> {
  const link = readPinToken(keys.link, token, at)
  if (!link) throw new Refusal('link_expired')
  rules.checkPin(pin)
  await inTransaction(sql, async (tx) => {
    // Again: the new address may have been confirmed after the request and before the email was sent.
    await lockForRecovery(tx, personId, at)
    if (!(await usePinLink(tx, personId, link))) throw new Refusal('link_expired')
    await replacePin(tx, personId, hashPin(keys.pin, personId, pin), at)
    await record(tx, { notifications: [{ personId, kind: 'pin.changed', data: { recovered: true }, at }] })
  })
}

async function lockForRecovery(tx: Tx, personId: string, at: Date): Promise<void> {
  await lockOpenAccount(tx, personId)
  const { hasPin } = await readPinState(tx, personId)
  if (!hasPin) throw new Refusal('pin_missing')
  if (await isEmailChangeUndoable(tx, personId, at)) throw new Refusal('email_changed_recently')
}
