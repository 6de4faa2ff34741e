import type { z } from 'zod'
import { type ApiKeyScope, MAX_API_KEYS, mayGiveScope } from '#contract/api-key-scopes.ts'
import { type createApiKey, EXPIRY_TEXT } from '#contract/identity/api-keys.ts'
import { isStaff } from '#contract/permissions.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { newApiKey } from '../../access/api-key.ts'
import type { Session } from '../../access/session.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { requireUser } from '../../customers/person.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import type { PasskeyApproval } from '../../ledger/payment.ts'
import { record } from '../../ledger/record.ts'
import { checkPin, hashPin } from '../../ledger/secrets.ts'
import { CANNOT_SEND } from '../../ledger/standing.ts'
import {
  authorisationRefusal,
  lockAuthorisations,
  toAuthorisation,
  useForApiKey,
} from '../../ledger/transfer-authorisations.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import { toSecretRefusal } from '../attempts-left.ts'
import type { RelyingParty } from '../relying-party.ts'
import { type SignedAuthorisation, verifyAuthorisation } from '../verify-authorisation.ts'
import { countKeys, insertKey } from './store.ts'

type KeyDeps = { sql: Sql; keys: Pick<Keys, 'pin'>; party: RelyingParty }
type NewKey = z.output<(typeof createApiKey)['body']>
type MadeKey = { _id: string; key: string }

export function requireExpiryAhead({ expiresAt }: Pick<NewKey, 'expiresAt'>, at: Date): void {
  if (expiresAt && expiresAt <= at) throw invalidField('expiresAt', EXPIRY_TEXT)
}

/** A wrong PIN is counted in a transaction that commits: the refusal comes after it. */
export async function makeKey(deps: KeyDeps, session: Session, form: NewKey, context: StaffContext): Promise<MadeKey> {
  const { sql, party } = deps
  const { pin, authorisation, ...wanted } = form
  const { personId } = session
  const { at } = context
  requireExpiryAhead(wanted, at)
  const signed = authorisation as SignedAuthorisation | undefined
  const byPasskey = signed ? await verifyAuthorisation(sql, party, { personId, signed, content: wanted, at }) : null
  const made = await inTransaction(sql, async (tx): Promise<MadeKey | { refusal: RefusalCode }> => {
    await lockPerson(tx, personId)
    const role = await requireMayMake(tx, session, wanted, at)
    const refusal =
      byPasskey !== null
        ? await passkeyRefusal(tx, personId, byPasskey, wanted, at)
        : pin !== undefined
          ? await checkPin(tx, mainAccountId(personId), hashPin(deps.keys.pin, personId, pin))
          : null
    if (refusal) return { refusal }
    const [id, key] = [newIdAt(at), newApiKey()]
    await insertKey(tx, { id, key, personId, createdAt: at, ...wanted })
    if (byPasskey) await useForApiKey(tx, byPasskey, id, at)
    const { name, scopes } = wanted
    const entry = auditEntry(context, {
      subjectId: null,
      action: 'api_key.created',
      before: {},
      after: { apiKey: name, apiKeyId: id, scopes: scopes.join(', ') },
    })
    await record(tx, {
      auditEntries: isStaff(role) ? [entry] : [],
      notifications: [{ personId, kind: 'api_key.created', data: { name, scopes }, at }],
    })
    return { _id: id, key }
  })
  if ('refusal' in made) throw await toSecretRefusal(sql, personId, made.refusal)
  return made
}

/** Role and status are read under the person's lock, which their changes hold: no key outlives the right to make it. */
async function requireMayMake(tx: Tx, session: Session, wanted: Pick<NewKey, 'scopes'>, at: Date) {
  const { personId, mustEnrol } = session
  const { role, status } = await requireUser(tx, personId)
  const standing = CANNOT_SEND[status]
  if (standing) throw new Refusal(standing)
  if (!wanted.scopes.every((scope) => mayGiveScope(role, scope))) throw new Refusal('forbidden')
  if (mustEnrol && wanted.scopes.some(isForStaff)) throw new Refusal('second_factor_required')
  if ((await countKeys(tx, personId, at)) >= MAX_API_KEYS) throw new Refusal('api_key_limit')
  return role
}

/** The row is locked after the account, as by a transfer. */
async function passkeyRefusal(
  tx: Tx,
  personId: string,
  { authorisationId, verified }: PasskeyApproval,
  content: Omit<NewKey, 'pin' | 'authorisation'>,
  at: Date,
): Promise<RefusalCode | null> {
  const [row] = await lockAuthorisations(tx, [authorisationId])
  return authorisationRefusal(row && toAuthorisation(row), { personId, content, verified, at })
}

const isForStaff = (scope: ApiKeyScope) => scope.startsWith('staff:')
