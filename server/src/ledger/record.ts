import type { Tx } from '../db/connection.ts'
import { apply, Journal } from './apply.ts'
import { lockAccounts } from './read-state.ts'
import { toAccount } from './rows.ts'
import type { AuditEntry, Effect, Notification, State } from './types.ts'
import { writeRows } from './write-rows.ts'

type Recorded = { acts?: readonly AuditEntry[]; told?: readonly Notification[] }

/**
 * For what changes no money: appends administrators' acts to the audit log and tells people, in the caller's transaction.
 * Takes the locks of the accounts whose chains grow, so call it once and last.
 */
export async function record(tx: Tx, { acts = [], told = [] }: Recorded): Promise<void> {
  const ids = new Set([...acts.map((act) => act.subjectId ?? act.actorId), ...told.map(({ personId }) => personId)])
  const accounts = await lockAccounts(tx, [...ids])
  const state: State = {
    zone: 'UTC',
    fourEyesAboveCents: null,
    accounts: new Map(accounts.map((row) => [row.id, toAccount(row)])),
    people: new Map(),
    sessions: new Map(),
    transactions: new Map(),
    receipts: new Map(),
    numbers: new Map(),
    storedOutcomes: new Map(),
  }
  const journal = new Journal()
  const effects: Effect[] = [
    ...acts.map((act) => ({ kind: 'audit' as const, act })),
    ...told.map((one) => ({ kind: 'tell' as const, told: one })),
  ]
  apply(state, journal, effects)
  await writeRows(tx, state, journal)
}
