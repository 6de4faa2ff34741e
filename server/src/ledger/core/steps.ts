import { readState } from '../read-state.ts'
import { readUnclearedDeposits } from '../uncleared-deposits.ts'
import { decide } from './decide.ts'
import { writeRows } from './write-rows.ts'

/** Called at the points of a command where the fault campaign stops or kills the server. */
export type LedgerProbe = {
  afterLock(): void
  beforeCommit(): void
  afterCommit(): void
  beforeResponse(): void
}

/** The points of a transaction of its own: a payment run or an import. */
export type CommitProbe = Pick<LedgerProbe, 'beforeCommit' | 'afterCommit'>

/** The steps of a commit. The fault campaign adds a probe or replaces a step with a faulty one (decision 051). */
export type LedgerSteps = {
  readState: typeof readState
  decide: typeof decide
  writeRows: typeof writeRows
  readUnclearedDeposits: typeof readUnclearedDeposits
  probe?: LedgerProbe
}

export const LEDGER_STEPS: LedgerSteps = { readState, decide, writeRows, readUnclearedDeposits }
