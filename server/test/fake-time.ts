import { onTestFinished, vi } from 'vitest'

const TIMERS = ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] as const

/**
 * Until the end of the test, timers run only when the test advances the time (`vi.advanceTimersByTimeAsync`). A poll advances
 * it by its interval each time: `{ interval: 0 }` leaves it as it is.
 */
export function stopTimers(toFake: readonly ((typeof TIMERS)[number] | 'Date' | 'performance')[] = TIMERS): void {
  vi.useFakeTimers({ fakeNodeBuiltins: true, toFake: [...toFake] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Until the end of the test, the time jumps from timer to timer: pauses take no time and end in their order. */
export function skipPauses(toFake: readonly ((typeof TIMERS)[number] | 'Date' | 'performance')[] = TIMERS): void {
  stopTimers(toFake)
  vi.setTimerTickMode('nextTimerAsync')
}
