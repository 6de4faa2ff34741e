import type { BankOverrides } from '#server/bootstrap/start-bank.ts'
import { LEDGER_STEPS, type LedgerSteps } from '#server/ledger/core/steps.ts'
import type { Checker } from '../checks/checkers.ts'
import type { Anomaly, OperationKind } from '../history.ts'

/** A bug that is planted in the servers of a campaign, to prove that the checkers would catch it. */
export type Bug = {
  title: string
  /** The checkers that are meant to catch it; one of them must. */
  caughtBy: readonly Checker[]
  /** What the anomaly says, where a bug that is planted beside this one is caught by the same checker. */
  says?: RegExp
  /** Wraps the ledger's decision; several bugs can. */
  decide?: (decide: LedgerSteps['decide']) => LedgerSteps['decide']
  /** Built from the real functions, by wrapping them. */
  overrides?: BankOverrides
  /** Runs in the server's process before the bank starts. */
  prepare?: () => void
  /** SQL that removes a constraint which would prevent the bug, or that is the bug. */
  statement?: string
  /** The kind of fault that exposes the bug, where load alone does not. */
  under?: string
  /** How often it is injected at least: once, where each fault exposes the bug; more often than usual, where few do. */
  minFaults?: number
  /** For a bug that only some operations expose: how many of a kind must be done at least. */
  needs?: { kind: OperationKind; count: number }
  /** For a bug that a timer or a rare operation exposes: how long the campaign runs at least. */
  forMs?: number
}

export const isSignOf = ({ caughtBy, says }: Bug, { checker, description }: Anomaly): boolean =>
  caughtBy.includes(checker) && (says?.test(description) ?? true)

/** All bugs at once. Each step of the ledger is replaced by one of them at most; decisions are wrapped by all. */
export function overridesOf(bugs: readonly Bug[]): BankOverrides {
  const ledger: NonNullable<BankOverrides['ledger']> = {}
  for (const { title, overrides } of bugs)
    for (const [step, replacement] of Object.entries(overrides?.ledger ?? {})) {
      if (step in ledger) throw new Error(`Another bug replaces ${step} too: ${title}`)
      Object.assign(ledger, { [step]: replacement })
    }
  const decide = bugs.reduce((inner, bug) => bug.decide?.(inner) ?? inner, LEDGER_STEPS.decide)
  return {
    ledger: { ...ledger, decide },
    extraJobs: (sql) => bugs.flatMap(({ overrides }) => overrides?.extraJobs?.(sql) ?? []),
    ...bugs.flatMap(({ overrides: { webhookSteps } = {} }) => (webhookSteps ? [{ webhookSteps }] : []))[0],
    ...bugs.flatMap(({ overrides: { sendPush } = {} }) => (sendPush ? [{ sendPush }] : []))[0],
  }
}
