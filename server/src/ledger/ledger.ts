import { Batcher, type LaneOptions } from '../db/batcher.ts'
import type { Sql } from '../db/connection.ts'
import { commitBatch } from './commit-batch.ts'
import { LEDGER_STEPS, type LedgerSteps } from './steps.ts'
import type { Command, Outcome } from './types.ts'

export type Ledger = { submit: (command: Command) => Promise<Outcome>; zone: string }

/** For benchmarks (lanes) and the fault campaign (probe and faulty steps); a bank runs with the defaults. */
export type LedgerOverrides = LaneOptions & Partial<LedgerSteps> & { commitBatch?: typeof commitBatch }

type Options = LedgerOverrides & { zone: string; fourEyesAboveCents?: bigint | null }

/** The only way to move money. */
export function createLedger(sql: Sql, options: Options): Ledger {
  const { zone, fourEyesAboveCents = null, lanes, maxBatch, commitBatch: commit = commitBatch, ...replaced } = options
  const steps: LedgerSteps = { ...LEDGER_STEPS, ...replaced }
  const batcher = new Batcher<Command, Outcome>((commands) => commit(sql, zone, commands, fourEyesAboveCents, steps), {
    lanes,
    maxBatch,
  })
  const submit = (command: Command) => batcher.submit(command)
  const { probe } = steps
  if (!probe) return { zone, submit }
  return { zone, submit: (command) => submit(command).finally(() => probe.beforeResponse()) }
}
