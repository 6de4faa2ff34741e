import { Batcher, type BatcherUse, type LaneOptions } from '../platform/db/batcher.ts'
import type { Sql } from '../platform/db/connection.ts'
import { commitBatch } from './core/commit-batch.ts'
import { NO_LIMITS } from './core/no-limits.ts'
import type { Limits } from './core/rules.ts'
import { type CommitProbe, LEDGER_STEPS, type LedgerProbe, type LedgerSteps } from './core/steps.ts'
import { commitLine } from './statement-entries/commit-statement-entry.ts'
import type { LineCommand, LineOutcome } from './statement-entry.ts'
import type { Command, Outcome } from './types.ts'

export type Ledger = {
  submit: (command: Command) => Promise<Outcome>
  /** About a line of a bank statement. */
  decideLine: (command: LineCommand) => Promise<LineOutcome>
  zone: string
  /** For the metrics; a test's ledger may have none. */
  use?: () => BatcherUse
  /** In the fault campaign only. */
  runProbe?: CommitProbe | undefined
  importProbe?: CommitProbe | undefined
}

/** For benchmarks (lanes) and the fault campaign (probe and faulty steps); a bank runs with the defaults. */
export type LedgerOverrides = LaneOptions &
  Partial<LedgerSteps> & {
    commitBatch?: typeof commitBatch
    runProbe?: CommitProbe
    importProbe?: CommitProbe
    lineProbe?: LedgerProbe
  }

type Options = LedgerOverrides & Partial<Limits> & { zone: string }

/** The only way to move money. */
export function createLedger(sql: Sql, options: Options): Ledger {
  const { zone, lanes, maxBatch, runProbe, importProbe, commitBatch: commit = commitBatch, ...others } = options
  const { fourEyesAboveCents, riskLargeCents, instantUpToCents, dailyLimitCents, lineProbe, ...replaced } = {
    ...NO_LIMITS,
    ...others,
  }
  const limits: Limits = { fourEyesAboveCents, riskLargeCents, instantUpToCents, dailyLimitCents }
  const steps: LedgerSteps = { ...LEDGER_STEPS, ...replaced }
  const batcher = new Batcher<Command, Outcome>((commands) => commit(sql, zone, commands, limits, steps), {
    lanes,
    maxBatch,
  })
  const submit = (command: Command) => batcher.submit(command)
  const { probe } = steps
  const lineSteps = lineProbe ? { ...steps, probe: lineProbe } : steps
  const decideLine = (command: LineCommand) => commitLine(sql, { zone, ...limits }, command, lineSteps)
  const use = () => batcher.use()
  if (!probe) return { zone, submit, decideLine, use }
  return {
    zone,
    runProbe,
    importProbe,
    submit: (command) => submit(command).finally(() => probe.beforeResponse()),
    decideLine: (command) => decideLine(command).finally(() => probe.beforeResponse()),
  }
}
