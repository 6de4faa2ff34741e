import type { Status } from '#contract/customers/people.ts'
import { hasPermission, type Role } from '#contract/permissions.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Sql, Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { mainAccountId } from './account.ts'
import { auditEntry, type StaffContext } from './audit-entry.ts'
import { isKeyConflict } from './core/commit-batch.ts'
import type { CommitProbe } from './core/steps.ts'
import { insertStoredOutcome, readStoredOutcome } from './core/stored-outcomes.ts'
import {
  dueAccounts,
  dueReturns,
  insertRun,
  lockNextRunNumber,
  markSent,
  type NewRun,
  useRunNumber,
} from './payment-runs/payment-runs-store.ts'
import { record } from './record.ts'
import type { IdempotencyKey, StoredOutcome } from './types.ts'

/** `replayed`: the same key was sent before. Refused only for having nothing to pay: everything else rolls back. */
export type RunOutcome = { replayed: boolean } & ({ ok: true; runId: string } | { ok: false; code: RefusalCode })
type RunInput = Omit<NewRun, 'at' | 'actorId'>
type RunOptions = { idempotency?: IdempotencyKey | null; probe?: CommitProbe | undefined }

/**
 * Collects what is due, in one database transaction: a server that dies leaves nothing. The accounts are locked as commands
 * lock them, so that a transfer is either reversed or in the run. The second of two administrators waits and finds nothing.
 */
export async function makePaymentRun(
  sql: Sql,
  staff: StaffContext,
  input: RunInput,
  { idempotency = null, probe }: RunOptions = {},
): Promise<RunOutcome> {
  const outcome = await inTransaction(
    sql,
    async (tx) => {
      const outcome = await collectOnce(tx, staff, input, idempotency)
      probe?.beforeCommit()
      return outcome
    },
    { alsoRetry: isKeyConflict },
  )
  probe?.afterCommit()
  return outcome
}

async function collectOnce(
  tx: Tx,
  staff: StaffContext,
  input: RunInput,
  key: IdempotencyKey | null,
): Promise<RunOutcome> {
  const number = await lockNextRunNumber(tx)
  const due = await dueAccounts(tx)
  // A person is frozen, and a role changed, under the lock of the main account.
  const owners = [...due.map(({ owner_id }) => owner_id), staff.actorId].map(mainAccountId)
  const accountIds = due.map(({ id }) => id)
  await lockInOrder(tx, [...accountIds, ...owners])
  await requirePermission(tx, staff)
  const stored = key && (await readStoredOutcome(tx, staff.actorId, key))
  if (stored) return replay(stored)
  const collected = await collect(tx, staff, input, { number, accountIds })
  const outcome = collected ? ('ok' as const) : ('nothing_to_pay' as const)
  const resultId = collected ? input.id : null
  if (key)
    await insertStoredOutcome(tx, staff.actorId, key, {
      requestHash: key.requestHash,
      outcome,
      resultId,
    })
  return outcome === 'ok'
    ? { ok: true, runId: input.id, replayed: false }
    : { ok: false, code: outcome, replayed: false }
}

function replay({ outcome, resultId }: StoredOutcome): RunOutcome {
  if (outcome === 'ok' && resultId) return { ok: true, runId: resultId, replayed: true }
  if (outcome === 'ok' || outcome === 'proposed') throw new Error('The run stored for an idempotency key is missing')
  return { ok: false, code: outcome, replayed: true }
}

/** False: there is nothing to pay, and nothing was written. */
async function collect(
  tx: Tx,
  staff: StaffContext,
  input: RunInput,
  { number, accountIds }: { number: bigint; accountIds: readonly string[] },
): Promise<boolean> {
  const returns = await dueReturns(tx)
  const collected = await insertRun(tx, number, { ...input, ...staff }, { accountIds, returns })
  if (!collected) return false
  await useRunNumber(tx, number)
  const after = {
    runId: input.id,
    number: Number(number),
    count: collected.count,
    totalCents: String(collected.totalCents),
    paidFrom: input.debtor.number,
  }
  const entry = auditEntry(staff, { subjectId: null, action: 'payment_run.created', before: {}, after })
  await record(tx, { auditEntries: [entry] })
  return true
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
