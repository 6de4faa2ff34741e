import type { Tx } from '../platform/db/connection.ts'
import { mainAccountId } from './account.ts'
import { apply, Journal } from './core/apply.ts'
import { NO_LIMITS } from './core/no-limits.ts'
import { writeRows } from './core/write-rows.ts'
import { lockAccounts } from './read-state.ts'
import { isAboutCredentialChange } from './risk-flags.ts'
import { toAccount } from './rows.ts'
import type { AuditEntry, Effect, Notification, State } from './types.ts'

type RecordInput = { auditEntries?: readonly AuditEntry[]; notifications?: readonly Notification[] }

/**
 * Appends audit entries and notifications that belong to no money command, in the caller's transaction. Locks the accounts
 * whose chains grow, so call it once and last.
 */
export async function record(tx: Tx, { auditEntries = [], notifications = [] }: RecordInput): Promise<void> {
  const ids = new Set([
    ...auditEntries.map((entry) => mainAccountId(entry.subjectId ?? entry.actorId)),
    ...notifications.map(({ personId }) => mainAccountId(personId)),
  ])
  const accounts = await lockAccounts(tx, [...ids])
  const state: State = {
    zone: 'UTC',
    ...NO_LIMITS,
    decidedAloneCents: new Map(),
    accounts: new Map(accounts.map((row) => [row.id, toAccount(row)])),
    people: new Map(),
    appointers: new Map(),
    sessions: new Map(),
    apiKeys: new Map(),
    transactions: new Map(),
    paidOut: new Set(),
    inOpenRun: new Set(),
    bookedElsewhere: new Set(),
    doubts: new Map(),
    fundedBesideEntries: new Set(),
    receipts: new Map(),
    authorisations: new Map(),
    accountIdsByNumber: new Map(),
    receiverOwners: new Map(),
    closedNumbers: new Set(),
    sentCents: new Map(),
    knownPayees: new Set(),
    recentSubmissions: new Map(),
    otherAvailableCents: new Map(),
    storedOutcomes: new Map(),
    payRequests: new Map(),
    scheduledPayments: new Map(),
    scheduledPaymentRuns: new Map(),
  }
  const journal = new Journal()
  const effects: Effect[] = [
    ...auditEntries.map((entry) => ({ kind: 'audit' as const, entry })),
    ...notifications.map((notification) => ({ kind: 'notify' as const, notification })),
  ]
  apply(state, journal, effects)
  await writeRows(tx, state, journal)
  await markCredentialChanges(tx, notifications)
}

/** Every change of a credential notifies its owner, so it is noted here and not by each feature. */
async function markCredentialChanges(tx: Tx, notifications: readonly Notification[]): Promise<void> {
  for (const { personId, kind, at, historical } of notifications)
    if (isAboutCredentialChange(kind) && !historical)
      await tx`update accounts set credentials_changed_at = ${at} where id = ${mainAccountId(personId)}`
}
