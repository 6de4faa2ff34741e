import { setTimeout as sleep } from 'node:timers/promises'
import { describeFinding } from '#server/bootstrap/verify-books.ts'
import { checkInvariants } from '#server/ledger/books/invariants.ts'
import type { Sql } from '#server/platform/db/connection.ts'
import type { CounterSample } from '../clients/counter-monitor.ts'
import type { PushMonitor } from '../clients/push-monitor.ts'
import type { RetryingClient } from '../clients/retrying-client.ts'
import type { History } from '../history.ts'
import type { Person } from '../people.ts'
import type { BankSystem } from '../system.ts'
import { checkApprovals } from './approvals.ts'
import { checkBalances } from './balances.ts'
import { checkCounters } from './counters.ts'
import { checkEffects, readBooks } from './effects.ts'
import { checkInstantTransfers } from './instant-transfers.ts'
import { checkJournalEntries, readJournal } from './journal-entries.ts'
import { checkLeavers, readLeavers } from './leavers.ts'
import { readOffice } from './office.ts'
import { checkPayRequests } from './pay-requests.ts'
import { checkPaymentRuns, readRuns } from './payment-runs.ts'
import { checkProgress } from './progress.ts'
import { checkProposals } from './proposals.ts'
import { checkPushes, readPushes } from './pushes.ts'
import { checkReversals } from './reversals.ts'
import { checkScheduledPayments } from './scheduled-payments.ts'
import { checkStanding } from './standing.ts'
import { checkStatementEntries, readEntries } from './statement-entries.ts'
import { checkVerifications } from './verifications.ts'
import { checkWebhooks, readDeliveries } from './webhooks.ts'

/** A request whose client timed out may still be running in a server that was paused. */
const SETTLE_MS = 1_500
const PAID_WITHIN_MS = 20_000

type Observations = {
  samples: readonly CounterSample[]
  customers: readonly { person: Person; client: RetryingClient }[]
  pushMonitor: PushMonitor
}

/** Runs once all faults are over and the clients have stopped. Reports anomalies to the history; returns the invariants' lines. */
export async function checkAll(
  system: BankSystem,
  history: History,
  { samples, customers, pushMonitor }: Observations,
): Promise<string[]> {
  await sleep(SETTLE_MS)
  const sql = system.openSql()
  const lines: string[] = []
  try {
    await waitUntilPaid(sql)
    for (const finding of await readFindings(sql)) {
      lines.push(describeFinding(finding))
      if (finding.breaches > 0n) history.report('invariants', describeFinding(finding))
    }
    checkProgress(history)
    const books = await readBooks(sql)
    checkEffects(history, books)
    checkApprovals(history, books)
    checkInstantTransfers(history, books)
    checkPayRequests(history, books)
    checkReversals(history, books)
    checkPaymentRuns(history, await readRuns(sql))
    checkStatementEntries(history, await readEntries(sql))
    checkWebhooks(history, await readDeliveries(sql), system.receiver)
    checkPushes(history, await readPushes(sql), system.pushService, pushMonitor)
    checkCounters(history, samples)
    const office = await readOffice(sql)
    checkStanding(history, office)
    checkVerifications(history, office)
    checkProposals(history, office)
    checkJournalEntries(history, await readJournal(sql))
    checkLeavers(history, await readLeavers(sql))
    checkScheduledPayments(history, books, office, new Date().toISOString().slice(0, 10))
    await checkBalances(history, sql, books, customers)
    return lines
  } finally {
    await sql.end({ timeoutMs: 1_000 })
  }
}

/** All of them, though one is breached: each planted bug breaches its own. */
const readFindings = (sql: Sql) =>
  sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx) => {
    await tx`set local statement_timeout = 0`
    return checkInvariants(tx, 'UTC')
  })

/** The job of a server that has just started, on a busy machine, takes some seconds to pay what is due. */
async function waitUntilPaid(sql: Sql): Promise<void> {
  for (const giveUpAt = Date.now() + PAID_WITHIN_MS; Date.now() < giveUpAt; await sleep(200)) {
    const due = await sql`
      select next_on from orders where next_on <= (now() at time zone 'UTC')::date
      union all select next_on from savings_rules where next_on <= (now() at time zone 'UTC')::date limit 1`
    if (due.length === 0) return
  }
}
