const TYPES = ['Deposit', 'Transfer'] as const
const STATUSES = ['Pending', 'Completed', 'Declined'] as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type TransactionsView = {
  search: string
  type?: (typeof TYPES)[number]
  status?: (typeof STATUSES)[number]
  /** The user id that the list is limited to. */
  person?: string
  /** The id of the transaction in the panel. */
  transaction?: string
}

const oneOf = <T extends string>(known: readonly T[], text: string | null) => known.find((value) => value === text)
const id = (text: string | null) => (text && UUID.test(text) ? text.toLowerCase() : undefined)

/** Users edit and share URLs: invalid parameters are ignored. */
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

/** Pending transactions get a list of their own, unless a search or a status filter asks for one list. */
export const hasPendingSection = ({ search, status }: TransactionsView) => search === '' && status === undefined
