import type { Status } from '#contract/customers/people.ts'
import { hasPermission, type Role } from '#contract/permissions.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Reader, Sql, Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { mainAccountId } from './account.ts'
import { auditEntry, type StaffContext } from './audit-entry.ts'
import { isKeyConflict } from './core/commit-batch.ts'
import type { CommitProbe } from './core/steps.ts'
import { insertStoredOutcome, readStoredOutcome } from './core/stored-outcomes.ts'
import {
  cancelRun,
  dueAccounts,
  dueReturns,
  insertRun,
  isOnStatement,
  lockNextRunNumber,
  lockRun,
  markDownloaded,
  markSent,
  type NewRun,
  type RunState,
  readDue,
  readWithheld,
  useRunNumber,
} from './payment-runs/payment-runs-store.ts'
import { record } from './record.ts'
import type { IdempotencyKey, StoredOutcome } from './types.ts'

/** `replayed`: the same key was sent before. Refusals other than these roll back, and are not stored. */
export type RunOutcome = { replayed: boolean } & ({ ok: true; runId: string } | { ok: false; code: RefusalCode })
export type RunPlan = Omit<NewRun, 'at' | 'actorId'>
/** Null: what a preview showed is gone. Called once a repeated request has been answered. */
type PlanRun = (tx: Tx) => Promise<RunPlan | null>
type RunOptions = { idempotency?: IdempotencyKey | null; probe?: CommitProbe | undefined }

/**
 * Collects what is due, in one database transaction: a server that dies leaves nothing. The accounts are locked as commands
 * lock them, so that a transfer is either reversed or in the run. The second of two administrators waits and finds nothing.
 */
export async function makePaymentRun(
  sql: Sql,
  staff: StaffContext,
  planRun: PlanRun,
  { idempotency = null, probe }: RunOptions = {},
): Promise<RunOutcome> {
  const outcome = await inTransaction(
    sql,
    async (tx) => {
      const outcome = await collectOnce(tx, staff, planRun, idempotency)
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
  planRun: PlanRun,
  key: IdempotencyKey | null,
): Promise<RunOutcome> {
  const number = await lockNextRunNumber(tx)
  const due = await dueAccounts(tx)
  // A person is frozen, and a role changed, under the lock of the main account.
  const owners = [...due.map(({ owner_id }) => owner_id), staff.actorId].map(mainAccountId)
  const accountIds = due.map(({ id }) => id)
  await lockInOrder(tx, [...accountIds, ...owners])
  await requireRunPermission(tx, staff)
  const stored = key && (await readStoredOutcome(tx, staff.actorId, key))
  if (stored) return replay(stored)
  const plan = await planRun(tx)
  const outcome = plan ? await collect(tx, staff, plan, { number, accountIds }) : ('changed' as const)
  const resultId = plan && outcome === 'ok' ? plan.id : null
  if (key)
    await insertStoredOutcome(tx, staff.actorId, key, {
      requestHash: key.requestHash,
      outcome,
      resultId,
    })
  return outcome === 'ok'
    ? { ok: true, runId: resultId ?? '', replayed: false }
    : { ok: false, code: outcome, replayed: false }
}

function replay({ outcome, resultId }: StoredOutcome): RunOutcome {
  if (outcome === 'ok' && resultId) return { ok: true, runId: resultId, replayed: true }
  if (outcome === 'ok' || outcome === 'proposed') throw new Error('The run stored for an idempotency key is missing')
  return { ok: false, code: outcome, replayed: true }
}

/** Unless it is ok, nothing was written. */
async function collect(
  tx: Tx,
  staff: StaffContext,
  plan: RunPlan,
  { number, accountIds }: { number: bigint; accountIds: readonly string[] },
): Promise<'ok' | 'nothing_to_pay' | 'changed'> {
  const returns = await dueReturns(tx)
  const collected = await insertRun(tx, number, { ...plan, ...staff }, { accountIds, returns })
  if (typeof collected === 'string') return collected
  await useRunNumber(tx, number)
  const after = {
    runId: plan.id,
    number: Number(number),
    count: collected.count,
    totalCents: String(collected.totalCents),
    paidFrom: plan.debtor.number,
  }
  const entry = auditEntry(staff, { subjectId: null, action: 'payment_run.created', before: {}, after })
  await record(tx, { auditEntries: [entry] })
  return 'ok'
}

/** What a run would pay and leave out now. Locks nothing. */
export async function previewDue(sql: Reader, initiator: string) {
  return { ...(await readDue(sql, initiator)), withheld: await readWithheld(sql) }
}

/** In the order in which commands lock them. */
export const lockInOrder = (tx: Tx, ids: string[]) =>
  tx`select id from accounts where id = any(${ids}::uuid[]) order by kind = 'savings', id for update`

/** Under the lock of the actor's account, so that it can't be revoked before the commit. */
export async function requireRunPermission(tx: Tx, { actorId }: StaffContext): Promise<void> {
  const [person] = await tx<{ role: Role; status: Status }[]>`select role, status from people where id = ${actorId}`
  const may = person?.status === 'Active' && hasPermission(person.role, 'outside:manage')
  if (!may) throw new Refusal('forbidden')
}

type Run = { id: string; number: number }

/** Runs `change` under the lock of the run, and writes what it returns to the audit log; null: nothing was changed. */
async function changeRun(
  sql: Sql,
  staff: StaffContext,
  run: Run,
  change: (tx: Tx, state: RunState) => Promise<{ action: string; after: Record<string, unknown> } | null>,
): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await lockInOrder(tx, [mainAccountId(staff.actorId)])
    await requireRunPermission(tx, staff)
    const state = await lockRun(tx, run.id)
    if (!state) throw new Refusal('not_found')
    const changed = await change(tx, state)
    if (!changed) return
    const after = { runId: run.id, number: run.number, ...changed.after }
    const entry = auditEntry(staff, { subjectId: null, action: changed.action, before: { state: 'open' }, after })
    await record(tx, { auditEntries: [entry] })
  })
}

/** Marking a run again changes nothing. */
export const markRunSent = (sql: Sql, staff: StaffContext, run: Run): Promise<void> =>
  changeRun(sql, staff, run, async (tx, state) => {
    if (state.cancelled) throw new Refusal('run_cancelled')
    if (state.sent) return null
    await markSent(tx, { id: run.id, ...staff })
    return { action: 'payment_run.sent', after: { state: 'sent' } }
  })

/**
 * Frees its payments for the next run. A file that was downloaded may be at the external bank already, which would pay twice: staff
 * confirm that it is not. Cancelling a run again changes nothing.
 */
export const cancelPaymentRun = (sql: Sql, staff: StaffContext, run: Run & { isConfirmed: boolean }): Promise<void> =>
  changeRun(sql, staff, run, async (tx, { sent, cancelled, downloadedAt }) => {
    if (cancelled) return null
    if (sent || (await isOnStatement(tx, run.id))) throw new Refusal('run_sent')
    const current = { downloadedAt: downloadedAt?.toISOString() }
    if (downloadedAt && !run.isConfirmed) throw new Refusal('confirmation_needed', { current })
    await cancelRun(tx, { id: run.id, ...staff })
    const downloaded = downloadedAt ? { downloadedAt: downloadedAt.toISOString() } : {}
    return { action: 'payment_run.cancelled', after: { state: 'cancelled', ...downloaded } }
  })

/** It is recorded before the file leaves the server: a member of staff who cancels the run afterwards is asked. */
export async function recordDownload(
  sql: Sql,
  staff: StaffContext,
  { id, number, format }: Run & { format: string },
): Promise<void> {
  await inTransaction(sql, async (tx) => {
    await lockInOrder(tx, [mainAccountId(staff.actorId)])
    const state = await lockRun(tx, id)
    if (!state) throw new Refusal('not_found')
    if (state.cancelled) throw new Refusal('run_cancelled')
    await markDownloaded(tx, { id, at: staff.at })
    const after = { runId: id, number, format }
    const entry = auditEntry(staff, { subjectId: null, action: 'payment_run.downloaded', before: {}, after })
    await record(tx, { auditEntries: [entry] })
  })
}
