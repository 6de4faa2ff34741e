import type { z } from 'zod'
import { type ApiKeyScope, MAX_API_KEYS, mayGiveScope } from '#contract/api-key-scopes.ts'
import { type createApiKey, EXPIRY_TEXT } from '#contract/identity/api-keys.ts'
import { isStaff } from '#contract/permissions.ts'
import { newApiKey } from '../../access/api-key.ts'
import type { Session } from '../../access/session.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { requireUser } from '../../customers/person.ts'
import { mainAccountId } from '../../ledger/account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { CANNOT_SEND } from '../../ledger/standing.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import { readPinState } from '../clear-pin.ts'
import { countKeys, insertKey } from './store.ts'

type NewKey = z.output<(typeof createApiKey)['body']>

/** Role and status are read under the person's lock, which their changes hold: no key outlives the right to make it. */
export function makeKey(sql: Sql, session: Session, wanted: NewKey, context: StaffContext) {
  const { personId } = session
  const { at } = context
  if (wanted.expiresAt && wanted.expiresAt <= at) throw invalidField('expiresAt', EXPIRY_TEXT)
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const { role, status } = await requireUser(tx, personId)
    const standing = CANNOT_SEND[status]
    if (standing) throw new Refusal(standing)
    if (!wanted.scopes.every((scope) => mayGiveScope(role, scope))) throw new Refusal('forbidden')
    if (session.mustEnrol && wanted.scopes.some(isForStaff)) throw new Refusal('second_factor_required')
    if (wanted.scopes.includes('transfer')) await requireUsablePin(tx, personId)
    if ((await countKeys(tx, personId, at)) >= MAX_API_KEYS) throw new Refusal('api_key_limit')
    const [id, key] = [newIdAt(at), newApiKey()]
    await insertKey(tx, { id, key, personId, createdAt: at, ...wanted })
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
}

/** Such a key sends without the PIN: guesses that locked the PIN must not be followed by a key in its place. */
async function requireUsablePin(tx: Tx, personId: string): Promise<void> {
  const { hasPin, locked } = await readPinState(tx, mainAccountId(personId))
  if (!hasPin) throw new Refusal('pin_missing')
  if (locked) throw new Refusal('pin_locked')
}

const isForStaff = (scope: ApiKeyScope) => scope.startsWith('staff:')
