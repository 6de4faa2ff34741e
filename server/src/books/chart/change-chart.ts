import type { GlAccount as Answer } from '#contract/books/gl-accounts.ts'
import { lockStaff } from '../../authority/own-account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import {
  type GlAccount,
  insertGlAccount,
  isClosable,
  lockGlAccount,
  sumByHand,
  updateGlAccount,
} from '../../ledger/chart.ts'
import { record } from '../../ledger/record.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

export async function addToChart(
  sql: Sql,
  staff: StaffContext,
  account: Pick<Answer, 'name' | 'type'> & { code: string },
): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await lockStaff(tx, staff, 'books:manage', [])
    const added = await insertGlAccount(tx, { ...account, createdBy: staff.actorId, createdAt: staff.at })
    if (!added) throw new Refusal('gl_account_exists')
    const { code, name, type } = account
    const after = { code, name, type }
    const entry = auditEntry(staff, { subjectId: null, action: 'gl_account.added', before: {}, after })
    await record(tx, { auditEntries: [entry] })
  })
}

type Change = { name?: string | undefined; closed?: boolean | undefined }

/** Bookings by hand wait for the lock of the account, so none comes between the sum and closing it. */
export async function changeChart(sql: Sql, staff: StaffContext, code: string, change: Change): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await lockStaff(tx, staff, 'books:manage', [])
    const before = await lockGlAccount(tx, code)
    if (!before) throw new Refusal('not_found')
    const closes = change.closed === true && !before.closedAt
    if (closes) await requireClosable(tx, before)
    const closedAt =
      change.closed === undefined ? before.closedAt : change.closed ? (before.closedAt ?? staff.at) : null
    const after = { ...before, name: change.name ?? before.name, closedAt }
    const [was, is] = [shown(before), shown(after)]
    if (was.name === is.name && was.closed === is.closed) return
    await updateGlAccount(tx, after)
    const action =
      was.closed === is.closed ? 'gl_account.renamed' : is.closed ? 'gl_account.closed' : 'gl_account.reopened'
    const entry = auditEntry(staff, { subjectId: null, action, before: was, after: is })
    await record(tx, { auditEntries: [entry] })
  })
}

const shown = ({ code, name, closedAt }: GlAccount) => ({ code, name, closed: closedAt !== null })

async function requireClosable(tx: Tx, account: GlAccount): Promise<void> {
  if (!isClosable(account)) throw new Refusal('gl_account_built_in')
  if ((await sumByHand(tx, account.account)) !== 0n) throw new Refusal('gl_account_not_empty')
}
