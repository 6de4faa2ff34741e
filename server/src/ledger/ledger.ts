import { Batcher, type BatcherUse, type LaneOptions } from '../platform/db/batcher.ts'
import type { Sql } from '../platform/db/connection.ts'
import { commitBatch } from './core/commit-batch.ts'
import { NO_LIMITS } from './core/no-limits.ts'
import type { Limits } from './core/rules.ts'
import { type CommitProbe, LEDGER_STEPS, type LedgerProbe, type LedgerSteps } from './core/steps.ts'
import { type PreviewedTransfer, previewTransfer } from './preview-transfer.ts'
import { commitStatementEntries } from './statement-entries/commit-statement-entry.ts'
import type { StatementEntryCommand, StatementEntryOutcome } from './statement-entry.ts'
import type { Command, Outcome } from './types.ts'

export type Ledger = {
  submit: (command: Command) => Promise<Outcome>
  /** About a statement entry. */
  decideStatementEntry: (command: StatementEntryCommand) => Promise<StatementEntryOutcome>
  /** About several at once, without keys, by one actor. Each is decided by itself; all are written together. */
  decideStatementEntries: (commands: readonly StatementEntryCommand[]) => Promise<StatementEntryOutcome[]>
  /** What would become of a transfer that is submitted now. */
  preview: (transfer: PreviewedTransfer) => Promise<Outcome>
  zone: string
  /** For the metrics; a test's ledger may have none. */
  use?: () => BatcherUse
  /** In the fault campaign only. */
  runProbe?: CommitProbe | undefined
  importProbe?: CommitProbe | undefined
  savingsProbe?: CommitProbe | undefined
}

/** For benchmarks (lanes) and the fault campaign (probe and faulty steps); a bank runs with the defaults. */
export type LedgerOverrides = LaneOptions &
  Partial<LedgerSteps> & {
    commitBatch?: typeof commitBatch
    runProbe?: CommitProbe
    importProbe?: CommitProbe
    savingsProbe?: CommitProbe
    statementEntryProbe?: LedgerProbe
  }

type Options = LedgerOverrides & Partial<Limits> & { zone: string }

/** The only way to move money. */
export function createLedger(sql: Sql, options: Options): Ledger {
  const { zone, lanes, maxBatch, runProbe, importProbe, savingsProbe, ...given } = options
  const { commitBatch: commit = commitBatch, ...others } = given
  const {
    fourEyesAboveCents,
    riskLargeCents,
    instantUpToCents,
    dailyLimitCents,
    bankNames,
    statementEntryProbe,
    ...replaced
  } = { ...NO_LIMITS, ...others }
  const limits: Limits = { fourEyesAboveCents, riskLargeCents, instantUpToCents, dailyLimitCents, bankNames }
  const steps: LedgerSteps = { ...LEDGER_STEPS, ...replaced }
  const batcher = new Batcher<Command, Outcome>((commands) => commit(sql, zone, commands, limits, steps), {
    lanes,
    maxBatch,
  })
  const submit = (command: Command) => batcher.submit(command)
  const { probe } = steps
  const statementEntrySteps = statementEntryProbe ? { ...steps, probe: statementEntryProbe } : steps
  const decideStatementEntries = (commands: readonly StatementEntryCommand[]) =>
    commitStatementEntries(sql, { zone, ...limits }, commands, statementEntrySteps)
  const decideStatementEntry = async (command: StatementEntryCommand) => {
    const [outcome] = await decideStatementEntries([command])
    if (!outcome) throw new Error('A statement entry has no outcome')
    return outcome
  }
  const preview = (transfer: PreviewedTransfer) => previewTransfer(sql, { zone, ...limits }, transfer)
  const use = () => batcher.use()
  if (!probe) return { zone, submit, decideStatementEntry, decideStatementEntries, preview, use }
  return {
    zone,
    preview,
    runProbe,
    importProbe,
    savingsProbe,
    submit: (command) => submit(command).finally(() => probe.beforeResponse()),
    decideStatementEntry: (command) => decideStatementEntry(command).finally(() => probe.beforeResponse()),
    decideStatementEntries: (commands) => decideStatementEntries(commands).finally(() => probe.beforeResponse()),
  }
}
