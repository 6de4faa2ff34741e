import type { KeptIdentity } from '#contract/office/erasure.ts'
import { lockForStaffAct, requireNotOwnAccount } from '../../authority/own-account.ts'
import { erasedIdentityPurpose } from '../../customers/erase-person.ts'
import type { Deps } from '../../http/deps.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { decryptSecret } from '../../platform/crypto/stored-secret.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

type StoredIdentity = {
  person: Record<keyof Omit<KeptIdentity, 'fullName' | 'dob'>, string> & { full_name: string; dob: string | null }
}

/** What the law asks the bank to keep; nothing once its time is over. */
export function openIdentity(
  { sql, keys }: Pick<Deps, 'sql' | 'keys'>,
  staff: StaffContext,
  userId: string,
): Promise<KeptIdentity> {
  return inTransaction(sql, async (tx) => {
    await lockForStaffAct(tx, staff, userId, 'authority:change')
    requireNotOwnAccount(staff, userId)
    const [erased] = await tx<{ identity: Buffer | null }[]>`select identity from erasures where person_id = ${userId}`
    if (!erased?.identity) throw new Refusal('not_found')
    const text = decryptSecret(keys.documents, erasedIdentityPurpose(userId), erased.identity)
    if (text === null)
      throw new Error(`The identity of ${userId} can't be decrypted: APP_SECRET or the row has changed`)
    const { person } = JSON.parse(text) as StoredIdentity
    const entry = auditEntry(staff, { subjectId: userId, action: 'erasure.identity_opened', before: {}, after: {} })
    await record(tx, { auditEntries: [entry] })
    const { full_name: fullName, dob, email, mobile, nationality, gender, address } = person
    return { fullName, email, mobile, nationality, dob: dob ?? '', gender, address }
  })
}
