import type { ExternalAccount } from '#contract/external-money/external-accounts.ts'
import { bankCurrency } from '#contract/money.ts'
import { lockStaff } from '../../authority/own-account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { insertExternalAccount } from '../../ledger/external-accounts.ts'
import { record } from '../../ledger/record.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

type NewAccount = Pick<ExternalAccount, 'name' | 'number' | 'currency'>

/** What is booked for it is part of the ledger, so it has the ledger's currency. */
export async function addExternalAccount(sql: Sql, staff: StaffContext, account: NewAccount): Promise<ExternalAccount> {
  if (account.currency !== bankCurrency().code) throw new Refusal('currency_differs')
  const id = newIdAt(staff.at)
  await inTransaction(sql, async (tx) => {
    await lockStaff(tx, staff, 'outside:manage', [])
    const created = { id, ...account, createdBy: staff.actorId, createdAt: staff.at }
    if (!(await insertExternalAccount(tx, created))) throw new Refusal('outside_account_exists')
    const after = { outsideAccountId: id, ...account }
    const entry = auditEntry(staff, { subjectId: null, action: 'outside_account.added', before: {}, after })
    await record(tx, { auditEntries: [entry] })
  })
  return { _id: id, ...account, alsoNamed: [], balance: 0, createdAt: staff.at.toISOString() }
}
