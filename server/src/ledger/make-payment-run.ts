import type { Status } from '#contract/people.ts'
import { hasPermission, type Role } from '#contract/permissions.ts'
import type { Sql, Tx } from '../db/connection.ts'
import { inTransaction } from '../db/transaction.ts'
import { Refusal } from '../runtime/refusal.ts'
import { mainAccountId } from './account.ts'
import { auditEntry, type StaffContext } from './audit-entry.ts'
import { dueAccounts, dueLines, insertRun, markSent, type NewRun, nextRunNumber } from './payment-runs-store.ts'
import { record } from './record.ts'
import type { CommitProbe } from './steps.ts'

/**
 * Collects what is due, in one database transaction: a server that dies leaves nothing. The accounts are locked as commands
 * lock them, so that a transfer is either reversed or in the run. The second of two administrators waits and finds nothing.
 */
export async function makePaymentRun(
  sql: Sql,
  staff: StaffContext,
  input: Omit<NewRun, 'at' | 'actorId'>,
  probe?: CommitProbe,
): Promise<void> {
  await inTransaction(sql, async (tx) => {
    const number = await nextRunNumber(tx)
    const due = await dueAccounts(tx)
    const accountIds = due.map(({ id }) => id)
    // A person is frozen, and a role changed, under the lock of the main account.
    await lockInOrder(tx, [...accountIds, ...[...due.map((one) => one.owner_id), staff.actorId].map(mainAccountId)])
    await requirePermission(tx, staff)
    const lines = await dueLines(tx)
    const collected = await insertRun(tx, number, { ...input, ...staff }, { accountIds, lines })
    if (!collected) throw new Refusal('nothing_to_pay')
    const after = {
      runId: input.id,
      number: Number(number),
      count: collected.count,
      totalCents: String(collected.totalCents),
      paidFrom: input.debtor.number,
    }
    const entry = auditEntry(staff, { subjectId: null, action: 'payment_run.created', before: {}, after })
    await record(tx, { auditEntries: [entry] })
    probe?.beforeCommit()
  })
  probe?.afterCommit()
}

/** In the order in which commands lock them. */
const lockInOrder = (tx: Tx, ids: string[]) =>
  tx`select id from accounts where id = any(${ids}::uuid[]) order by kind, id for update`

/** Under the lock of the actor's account, so that it can't be revoked before the commit. */
async function requirePermission(tx: Tx, { actorId }: StaffContext): Promise<void> {
  const [person] = await tx<{ role: Role; status: Status }[]>`select role, status from people where id = ${actorId}`
  const may = person?.status === 'Active' && hasPermission(person.role, 'outside:manage')
  if (!may) throw new Refusal('forbidden')
}

/** Marking a run again changes nothing. */
export async function markRunSent(sql: Sql, staff: StaffContext, run: { id: string; number: number }): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await lockInOrder(tx, [mainAccountId(staff.actorId)])
    await requirePermission(tx, staff)
    if (!(await markSent(tx, { id: run.id, ...staff }))) return
    const after = { runId: run.id, number: run.number, state: 'sent' }
    const entry = auditEntry(staff, { subjectId: null, action: 'payment_run.sent', before: { state: 'open' }, after })
    await record(tx, { auditEntries: [entry] })
  })
}
