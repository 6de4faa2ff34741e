/** What a check found, in one line. A wrong one says what to do. */
export type Verdict = { state: 'ok' | 'WRONG' | 'not checked'; text: string }

export const ok = (text: string): Verdict => ({ state: 'ok', text })
export const wrong = (text: string): Verdict => ({ state: 'WRONG', text })
export const notChecked = (why: string): Verdict => ({ state: 'not checked', text: why })

/** The first line of an error: the rest is for developers. */
export function describeError(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  // Failures of all addresses of a host have no message of their own.
  return (message || code || String(error)).split('\n')[0] ?? ''
}
