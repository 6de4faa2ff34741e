const TYPES = ['Deposit', 'Transfer'] as const
const STATUSES = ['Pending', 'Completed', 'Declined'] as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type TransactionsView = {
  search: string
  type?: (typeof TYPES)[number]
  status?: (typeof STATUSES)[number]
  /** Only this person's. */
  person?: string
  /** The one in the panel. */
  transaction?: string
}

const oneOf = <T extends string>(known: readonly T[], text: string | null) => known.find((value) => value === text)
const id = (text: string | null) => (text && UUID.test(text) ? text.toLowerCase() : undefined)

/** People share and edit addresses; what makes no sense in one is as if it were not there. */
export const readTransactionsView = (params: URLSearchParams): TransactionsView => ({
  search: (params.get('search') ?? '').trim().slice(0, 100),
  type: oneOf(TYPES, params.get('type')),
  status: oneOf(STATUSES, params.get('status')),
  person: id(params.get('person')),
  transaction: id(params.get('transaction')),
})

export function writeTransactionsView(view: TransactionsView): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(view)) if (value) params.set(name, value)
  return params
}

/** A search goes by id and has its own order; a filter by status is one list; otherwise what waits comes first. */
export const isSplit = ({ search, status }: TransactionsView) => search === '' && status === undefined
