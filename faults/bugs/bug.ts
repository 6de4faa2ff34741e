import type { BankOverrides } from '#server/bootstrap/start-bank.ts'
import type { Checker } from '../checks/checkers.ts'
import type { OperationKind } from '../history.ts'

/** A bug that is planted in the servers of a campaign, to prove that the checkers would catch it. */
export type Bug = {
  title: string
  /** The checkers that are meant to catch it; one of them must. */
  caughtBy: readonly Checker[]
  /** Built from the real functions, by wrapping them. */
  overrides?: BankOverrides
  /** Runs in the server's process before the bank starts. */
  prepare?: () => void
  /** SQL that removes a constraint which would prevent the bug, or that is the bug. */
  statement?: string
  /** The kind of fault that exposes the bug, where load alone does not. */
  under?: string
  /** For a bug that only some operations expose: how many of a kind must be done at least. */
  needs?: { kind: OperationKind; count: number }
  /** For a bug that a timer or a rare operation exposes: how long the campaign runs at least. */
  forMs?: number
}
