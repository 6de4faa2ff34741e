import type { CommitProbe, LedgerProbe } from '#server/ledger/core/steps.ts'

/** The points of a command at which a server can be killed or paused. */
export const POINTS = [
  'after the lock',
  'before the commit',
  'with the commit on its way',
  'after the commit',
  'before the response',
] as const
/** Only of a transaction that pays what is scheduled. */
export const SCHEDULED_PAYMENT_POINTS = [
  'before the commit of due scheduled payments',
  'after the commit of due scheduled payments',
] as const
/** Only of a transaction that moves what rules save. */
export const SAVINGS_POINTS = ['before the commit of savings', 'after the commit of savings'] as const
/** Only of a transaction that makes a payment run. */
export const RUN_POINTS = ['before the commit of a payment run', 'after the commit of a payment run'] as const
/** Only of a transaction that imports a file of a bank. */
export const IMPORT_POINTS = ['before the commit of an import', 'after the commit of an import'] as const
/** Only of a transaction that decides about a statement entry. */
export const STATEMENT_ENTRY_POINTS = ['before the commit of a statement entry'] as const
/** Between sending an event and noting it. */
export const WEBHOOK_POINTS = ['after sending a webhook'] as const
/** Between sending a push notification and noting it. */
export const PUSH_POINTS = ['after sending a push'] as const
export type Point =
  | (typeof POINTS)[number]
  | (typeof SCHEDULED_PAYMENT_POINTS)[number]
  | (typeof SAVINGS_POINTS)[number]
  | (typeof RUN_POINTS)[number]
  | (typeof IMPORT_POINTS)[number]
  | (typeof STATEMENT_ENTRY_POINTS)[number]
  | (typeof WEBHOOK_POINTS)[number]
  | (typeof PUSH_POINTS)[number]
export type PointAction = 'kill' | 'pause'

/** A probe that signals its own process at the point it is armed for, once. */
export function createProbe(): {
  probe: LedgerProbe
  /** Observes the batches that pay scheduled payments. */
  scheduledPaymentProbe: LedgerProbe
  /** For the transactions that make payment runs. */
  runProbe: CommitProbe
  importProbe: CommitProbe
  savingsProbe: CommitProbe
  /** Observes decisions about statement entries. */
  statementEntryProbe: LedgerProbe
  afterWebhook: () => void
  afterPush: () => void
  arm(point: Point | null, action: PointAction): void
} {
  let armed: Point | null = null
  let signal: NodeJS.Signals = 'SIGKILL'
  const pass =
    (...points: Point[]) =>
    () => {
      if (!armed || !points.includes(armed)) return
      armed = null
      // The signal is delivered before the next line runs.
      process.kill(process.pid, signal)
    }
  /** Write and COMMIT leave together, after this turn of the event loop. */
  const sending = (...points: Point[]) => {
    const passBefore = pass('before the commit', ...points)
    return () => {
      passBefore()
      setImmediate(pass('with the commit on its way'))
    }
  }
  const probe: LedgerProbe = {
    afterLock: pass('after the lock'),
    beforeCommit: sending(),
    afterCommit: pass('after the commit'),
    beforeResponse: pass('before the response'),
  }
  return {
    probe,
    scheduledPaymentProbe: {
      ...probe,
      beforeCommit: sending('before the commit of due scheduled payments'),
      afterCommit: pass('after the commit', 'after the commit of due scheduled payments'),
    },
    runProbe: {
      beforeCommit: pass('before the commit', 'before the commit of a payment run'),
      afterCommit: pass('after the commit', 'after the commit of a payment run'),
    },
    importProbe: {
      beforeCommit: pass('before the commit', 'before the commit of an import'),
      afterCommit: pass('after the commit', 'after the commit of an import'),
    },
    savingsProbe: {
      beforeCommit: pass('before the commit', 'before the commit of savings'),
      afterCommit: pass('after the commit', 'after the commit of savings'),
    },
    statementEntryProbe: {
      ...probe,
      beforeCommit: pass('before the commit', 'before the commit of a statement entry'),
    },
    afterWebhook: pass('after sending a webhook'),
    afterPush: pass('after sending a push'),
    arm(point, action) {
      armed = point
      signal = action === 'kill' ? 'SIGKILL' : 'SIGSTOP'
    },
  }
}
