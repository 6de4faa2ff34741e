import { LINE_STATES, type LineState } from '#contract/external-money/match-reasons.ts'

/** What the page shows. The names are those of the address. */
export type LinesView = {
  /** Without it: everything that staff still have to decide, one list for each state. */
  state?: LineState | 'all'
  account?: string
  statement?: string
  /** The id of the line in the panel. */
  line?: string
}

/** In the order of the work: one click, a decision, a search. */
export const OPEN_STATES = ['matched', 'suggested', 'unmatched'] as const satisfies readonly LineState[]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const id = (text: string | null) => (text && UUID.test(text) ? text.toLowerCase() : undefined)

/** Users edit and share URLs: invalid parameters are ignored. */
export const readLinesView = (params: URLSearchParams): LinesView => ({
  state: [...LINE_STATES, 'all' as const].find((state) => state === params.get('state')),
  account: id(params.get('account')),
  statement: id(params.get('statement')),
  line: id(params.get('line')),
})

export function writeLinesView(view: LinesView): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(view)) if (value) params.set(name, value)
  return params
}

/** The states that get a list each; `undefined` is the list of all states. */
export const listedStates = ({ state }: LinesView): (LineState | undefined)[] =>
  state === undefined ? [...OPEN_STATES] : [state === 'all' ? undefined : state]
