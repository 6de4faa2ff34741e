import type { z } from 'zod'
import type { StaffUser } from '#contract/customers/people.ts'
import type { createPerson as endpoint } from '#contract/office/people.ts'
import { lockStaff } from '../../authority/own-account.ts'
import { insertPerson, requireStaffUser } from '../../customers/person.ts'
import { requireOffered } from '../../customers/require-offered.ts'
import type { Deps } from '../../http/deps.ts'
import { invite } from '../../identity/invite.ts'
import { updatePerson } from '../../identity/update-person.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

type NewCustomer = z.output<typeof endpoint.body>

/** A customer who sits at the desk. They set the password themselves, by a link. */
export function createPerson(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  staff: StaffContext,
  { fullName, email, locale, ...profile }: NewCustomer,
): Promise<StaffUser> {
  if (locale) requireOffered(locale, config)
  const { actorId: createdBy, at } = staff
  return inTransaction(sql, async (tx) => {
    await lockStaff(tx, staff, 'people:edit', [])
    const linkId = newIdAt(at)
    const personId = await insertPerson(tx, {
      fullName,
      email,
      emailConfirmationId: linkId,
      passwordHash: null,
      role: 'User',
      status: 'Pending',
      locale: locale ?? null,
      createdBy,
      at,
    })
    await updatePerson(tx, personId, profile, at)
    const created = { fullName, email, ...profile, status: 'Pending' }
    const entry = auditEntry(staff, { subjectId: personId, action: 'person.created', before: {}, after: created })
    const notification = await invite(tx, { personId, linkId, isStaff: false, at })
    await record(tx, { auditEntries: [entry], notifications: [notification] })
    return requireStaffUser(tx, personId)
  })
}
