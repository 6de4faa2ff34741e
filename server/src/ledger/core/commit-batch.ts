import type { Sql, Tx } from '../../platform/db/connection.ts'
import { sqlState, violatedConstraint } from '../../platform/db/errors.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { findParties, type Parties } from '../read-state.ts'
import type { Command, Outcome } from '../types.ts'
import { apply, Journal } from './apply.ts'
import { needsOf } from './needs.ts'
import { NO_LIMITS } from './no-limits.ts'
import type { Limits, Rules } from './rules.ts'
import { LEDGER_STEPS, type LedgerSteps } from './steps.ts'

/**
 * Two servers can use the same idempotency key or receipt while they hold the locks of different accounts. The unique
 * index rejects the second, which runs again and then reads what the first one wrote.
 */
export const isKeyConflict = (error: unknown) =>
  sqlState(error) === '23505' && ['idempotency_pkey', 'transactions_receipt'].includes(violatedConstraint(error))

/** Decides all commands, in order, in one database transaction. When it returns, everything decided is durable. */
export async function commitBatch(
  sql: Sql,
  zone: string,
  commands: readonly Command[],
  limits: Partial<Limits> = {},
  steps = LEDGER_STEPS,
): Promise<Outcome[]> {
  const rules: Rules = { zone, ...NO_LIMITS, ...limits }
  const parties = await findParties(sql, commands, rules)
  const outcomes = await inTransaction(
    sql,
    async (tx) => {
      const { state, journal, outcomes } = await decideInOrder(tx, commands, parties, rules, steps)
      await steps.writeRows(tx, state, journal)
      steps.probe?.beforeCommit()
      return outcomes
    },
    { readsFirst: true, alsoRetry: isKeyConflict },
  )
  steps.probe?.afterCommit()
  return outcomes
}

/**
 * Imports past transactions, for example of the demo: the same decisions, in the caller's transaction. Its notifications
 * send no email and count as read.
 */
export async function commitHistory(
  tx: Tx,
  zone: string,
  commands: readonly Command[],
  limits: Partial<Limits> = {},
): Promise<Outcome[]> {
  const rules: Rules = { zone, ...NO_LIMITS, ...limits }
  const parties = await findParties(tx, commands, rules)
  const { state, journal, outcomes } = await decideInOrder(tx, commands, parties, rules, LEDGER_STEPS)
  for (const notification of journal.notifications) Object.assign(notification, { historical: true })
  await LEDGER_STEPS.writeRows(tx, state, journal)
  return outcomes
}

/**
 * The same decisions in the caller's transaction, which holds the lock of the people. For commands that no limit or day
 * concerns.
 */
export async function commitWith(tx: Tx, commands: readonly Command[], parties: Parties): Promise<Outcome[]> {
  const { state, journal, outcomes } = await decideInOrder(
    tx,
    commands,
    parties,
    { zone: 'UTC', ...NO_LIMITS },
    LEDGER_STEPS,
  )
  await LEDGER_STEPS.writeRows(tx, state, journal)
  return outcomes
}

async function decideInOrder(
  tx: Tx,
  commands: readonly Command[],
  parties: Parties,
  rules: Rules,
  { readState, decide, probe }: LedgerSteps,
) {
  const state = await readState(tx, needsOf(commands, rules.zone), parties, rules)
  probe?.afterLock()
  const journal = new Journal()
  const outcomes = commands.map((command) => {
    const { outcome, effects } = decide(state, command)
    apply(state, journal, effects)
    return outcome
  })
  return { state, journal, outcomes }
}
