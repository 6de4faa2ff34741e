import type { Endpoint } from '#contract/endpoint.ts'
import type { SeededRandom } from '#server/demo/seeded-random.ts'
import type { AttackTarget } from './target.ts'

/** What each section gets: the bank, seeded random numbers, and where to report what it finds. */
export type Campaign = {
  target: AttackTarget
  endpoints: readonly Endpoint[]
  random: SeededRandom
  /** Counts attacks whose result was checked. */
  tried: (count?: number) => void
  breach: (description: string) => void
}

const MAX_SHOWN = 160
const shorten = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

/** Refused requests must not change any table. */
export async function expectNoChanges({ target, breach }: Campaign, name: string, work: () => Promise<void>) {
  const changed = await target.changedTables(work)
  if (changed.length > 0) breach(`${name}: refused requests changed ${changed.join(', ')}`)
}

export const describe = ({ method, path, body }: { method: string; path: string; body?: string | Buffer }) =>
  `${method} ${shorten(path)}${body === undefined ? '' : ` ${shorten(body.toString('latin1'))}`}`
