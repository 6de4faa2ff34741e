import { requireUser } from '../../customers/person.ts'
import { authenticationOptions, listPasskeys } from '../../identity/passkeys.ts'
import type { RelyingParty } from '../../identity/relying-party.ts'
import type { Payment } from '../../ledger/payment.ts'
import { openAuthorisation } from '../../ledger/transfer-authorisations.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

export async function authoriseTransfer(sql: Sql, party: RelyingParty, personId: string, payment: Payment, at: Date) {
  await requireNotFrozen(sql, personId)
  const passkeys = await listPasskeys(sql, personId)
  if (passkeys.length === 0) throw new Refusal('passkey_missing')
  const { id, challenge } = await openAuthorisation(sql, personId, payment, at)
  return { authorisation: id, options: await authenticationOptions(party, challenge, passkeys) }
}

/** Only spares the person a signature: the ledger decides about the transfer under lock. */
async function requireNotFrozen(sql: Sql, personId: string): Promise<void> {
  const { status } = await requireUser(sql, personId)
  if (status === 'Frozen') throw new Refusal('account_frozen')
}
