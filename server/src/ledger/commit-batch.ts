import { type Sql, sqlState, type Tx } from '../db/connection.ts'
import { inTransaction } from '../db/transaction.ts'
import { apply, Journal } from './apply.ts'
import { decide } from './decide.ts'
import { findAccounts, type Rules, readState } from './read-state.ts'
import type { Command, Outcome } from './types.ts'
import { writeRows } from './write-rows.ts'

/**
 * Two servers may meet at the same idempotency key or receipt through different accounts' locks. The unique index lets
 * one of them through; the other runs again and then sees what the first one wrote.
 */
const metAnother = (error: unknown) =>
  sqlState(error) === '23505' &&
  ['idempotency_pkey', 'transactions_receipt'].includes(String((error as { constraint_name?: string }).constraint_name))

/** Decides all commands, in order, in one database transaction. When it returns, everything decided is durable. */
export async function commitBatch(
  sql: Sql,
  zone: string,
  commands: readonly Command[],
  fourEyesAboveCents: bigint | null = null,
): Promise<Outcome[]> {
  const rules: Rules = { zone, fourEyesAboveCents }
  const accountIds = await findAccounts(sql, commands)
  return inTransaction(
    sql,
    async (tx) => {
      const { state, journal, outcomes } = await decideInOrder(tx, commands, accountIds, rules)
      await writeRows(tx, state, journal)
      return outcomes
    },
    metAnother,
  )
}

/**
 * For what happened already, as a demonstration or an import tells it: the same decisions in the caller's transaction.
 * Nobody gets mail about the past, and no bell rings.
 */
export async function commitHistory(tx: Tx, zone: string, commands: readonly Command[]): Promise<Outcome[]> {
  const accountIds = await findAccounts(tx, commands)
  const rules: Rules = { zone, fourEyesAboveCents: null }
  const { state, journal, outcomes } = await decideInOrder(tx, commands, accountIds, rules)
  for (const told of journal.told) Object.assign(told, { mail: false, old: true })
  await writeRows(tx, state, journal)
  return outcomes
}

async function decideInOrder(tx: Tx, commands: readonly Command[], accountIds: string[], rules: Rules) {
  const state = await readState(tx, commands, accountIds, rules)
  const journal = new Journal()
  const outcomes = commands.map((command) => {
    const { outcome, effects } = decide(state, command)
    apply(state, journal, effects)
    return outcome
  })
  return { state, journal, outcomes }
}
