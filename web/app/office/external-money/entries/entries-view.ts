import { LISTED_ENTRY_STATES, type ListedEntryState } from '#contract/external-money/match-reasons.ts'

/** What the page shows. */
export type EntriesView = {
  /** Without it: everything that staff still have to decide, one list for each state. */
  state?: ListedEntryState | 'all'
  account?: string
  statement?: string
  search?: string
  /** The id of the entry in the panel. */
  entry?: string
}

/** In the order of the work: one click, a decision, a search. */
export const OPEN_STATES = ['matched', 'suggested', 'unmatched'] as const satisfies readonly ListedEntryState[]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const id = (text: string | null) => (text && UUID.test(text) ? text.toLowerCase() : undefined)

/** Users edit and share URLs: invalid parameters are ignored. */
export const readEntriesView = (params: URLSearchParams): EntriesView => ({
  state: [...LISTED_ENTRY_STATES, 'all' as const].find((state) => state === params.get('state')),
  account: id(params.get('account')),
  statement: id(params.get('statement')),
  search: params.get('search')?.trim().slice(0, 100) || undefined,
  entry: id(params.get('line')),
})

/** The names are those of the address, which has `line` for the entry. */
export function writeEntriesView({ entry: line, ...filters }: EntriesView): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, line })) if (value) params.set(name, value)
  return params
}

/** The states that get a list each; `undefined` is the list of all states. */
export const listedStates = ({ state }: EntriesView): (ListedEntryState | undefined)[] =>
  state === undefined ? [...OPEN_STATES] : [state === 'all' ? undefined : state]
