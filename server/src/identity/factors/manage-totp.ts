import { lockPerson } from '../../customers/lock-person.ts'
import { requireUser } from '../../customers/person.ts'
import { record } from '../../ledger/record.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { confirmTotp, deleteTotp, hasSecondFactor, readFactors, storeTotpSecret } from '../factors.ts'
import { endOtherSessions, type OwnSession } from './end-other-sessions.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, totpUri } from './totp.ts'

type FactorKeys = Pick<Keys, 'factors' | 'recoveryCodes'>

export function beginTotp(sql: Sql, keys: FactorKeys, issuer: string, personId: string, at: Date) {
  return inTransaction(sql, async (tx) => {
    const { email } = await requireUser(tx, personId)
    const secret = newTotpSecret()
    if (!(await storeTotpSecret(tx, keys.factors, personId, secret, at))) throw new Refusal('factor_exists')
    return { secret, uri: totpUri(secret, { issuer, account: email }) }
  })
}

/** The first factor comes with recovery codes: losing the phone must not lose the account. */
export function finishTotp(sql: Sql, keys: FactorKeys, session: OwnSession, code: string, at: Date): Promise<string[]> {
  const { personId } = session
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    await endOtherSessions(tx, session, at)
    if (!(await confirmTotp(tx, keys.factors, personId, code, at))) throw new Refusal('second_factor_incorrect')
    const codes = await replaceRecoveryCodes(tx, keys.recoveryCodes, personId, at)
    await record(tx, { notifications: [{ personId, kind: 'factor.added', data: { factor: 'totp' }, at }] })
    return codes
  })
}

export function removeTotp(sql: Sql, personId: string, at: Date): Promise<void> {
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    if (!(await deleteTotp(tx, personId))) throw new Refusal('not_found')
    if (!hasSecondFactor(await readFactors(tx, personId))) await deleteRecoveryCodes(tx, personId)
    await record(tx, {
      notifications: [{ personId, kind: 'factor.removed', data: { factor: 'totp' }, at }],
    })
  })
}
