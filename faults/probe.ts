import type { LedgerProbe } from '#server/ledger/steps.ts'

/** The points of a command at which a server can be killed or paused. */
export const POINTS = ['after the lock', 'before the commit', 'after the commit', 'before the response'] as const
export type Point = (typeof POINTS)[number]
export type PointAction = 'kill' | 'pause'

/** A probe that signals its own process at the point it is armed for, once. */
export function createProbe(): { probe: LedgerProbe; arm(point: Point | null, action: PointAction): void } {
  let armed: Point | null = null
  let signal: NodeJS.Signals = 'SIGKILL'
  const pass = (point: Point) => () => {
    if (armed !== point) return
    armed = null
    // The signal is delivered before the next line runs.
    process.kill(process.pid, signal)
  }
  return {
    probe: {
      afterLock: pass('after the lock'),
      beforeCommit: pass('before the commit'),
      afterCommit: pass('after the commit'),
      beforeResponse: pass('before the response'),
    },
    arm(point, action) {
      armed = point
      signal = action === 'kill' ? 'SIGKILL' : 'SIGSTOP'
    },
  }
}
