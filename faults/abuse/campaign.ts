import type { Endpoint } from '#contract/endpoint.ts'
import type { Dice } from '../../server/src/demo/seeded-random.ts'
import { changedTables, type Target } from './target.ts'

/** What a section is given: the bank, its chance, and where to write down what it found. */
export type Campaign = {
  target: Target
  endpoints: readonly Endpoint[]
  dice: Dice
  /** One more attack that was carried out and held against its limit. */
  tried: (count?: number) => void
  breach: (what: string) => void
}

const SHOWN = 160
const short = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

/** Refused work must leave no trace in any table. */
export async function withoutTrace({ target, breach }: Campaign, what: string, work: () => Promise<void>) {
  const before = await target.snapshot()
  await work()
  const changed = changedTables(before, await target.snapshot())
  if (changed.length > 0) breach(`${what}: refused requests changed ${changed.join(', ')}`)
}

export const describe = ({ method, path, body }: { method: string; path: string; body?: string | Buffer }) =>
  `${method} ${short(path)}${body === undefined ? '' : ` ${short(body.toString('latin1'))}`}`
