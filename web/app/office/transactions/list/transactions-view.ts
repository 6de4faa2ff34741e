import { RISK_FLAGS, type RiskFlag } from '#contract/payments/risk-flags.ts'
import { PERIODS, type Period } from '#contract/periods.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { isDayText } from './date-presets.ts'

const TYPES = ['Deposit', 'Transfer'] as const
const STATUSES = ['Pending', 'Completed', 'Declined'] as const
const METHODS = ['wire', 'bank', 'crypto', 'internal', 'adjustment'] as const
const SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const
export const PAGE_SIZES = ['10', '20', '50', '100'] as const
/** Given as a number: in some languages the word depends on it. */
export const rowsText = (size: (typeof PAGE_SIZES)[number]) => t('{size} rows', { size: Number(size) })
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const AMOUNT = /^\d{1,10}(\.\d{1,2})?$/

/** What the list is narrowed by. The names are those of the address, and of the query to the server. */
export type TransactionFilterValues = {
  type?: (typeof TYPES)[number]
  status?: (typeof STATUSES)[number]
  method?: (typeof METHODS)[number]
  flag?: RiskFlag
  minAmount?: string
  maxAmount?: string
  from?: string
  to?: string
  /** Days that move with the day, in place of `from` and `to`. */
  period?: Period
  tag?: string
}

export type Sort = (typeof SORTS)[number]

export type TransactionsView = TransactionFilterValues & {
  search: string
  /** The user id that the list is limited to. */
  person?: string
  sort?: Sort
  size?: (typeof PAGE_SIZES)[number]
  /** The id of the transaction in the panel. */
  transaction?: string
}

export type ChangeView = (changed: Partial<TransactionsView>) => void

export const NO_FILTERS = {
  search: '',
  type: undefined,
  status: undefined,
  method: undefined,
  flag: undefined,
  minAmount: undefined,
  maxAmount: undefined,
  from: undefined,
  to: undefined,
  period: undefined,
  tag: undefined,
  person: undefined,
} satisfies Partial<TransactionsView>

const oneOf = <T extends string>(known: readonly T[], text: string | null) => known.find((value) => value === text)
const id = (text: string | null) => (text && UUID.test(text) ? text.toLowerCase() : undefined)
const amount = (text: string | null) => (text && AMOUNT.test(text) ? text : undefined)
const day = (text: string | null) => (text && isDayText(text) ? text : undefined)

/** Users edit and share URLs: invalid parameters are ignored. */
export const readTransactionsView = (params: URLSearchParams): TransactionsView => ({
  search: (params.get('search') ?? '').trim().slice(0, 100),
  type: oneOf(TYPES, params.get('type')),
  status: oneOf(STATUSES, params.get('status')),
  method: oneOf(METHODS, params.get('method')),
  flag: oneOf(RISK_FLAGS, params.get('flag')),
  minAmount: amount(params.get('minAmount')),
  maxAmount: amount(params.get('maxAmount')),
  from: day(params.get('from')),
  to: day(params.get('to')),
  period: oneOf(PERIODS, params.get('period')),
  tag: params.get('tag')?.trim().slice(0, 30) || undefined,
  person: id(params.get('person')),
  sort: oneOf(SORTS, params.get('sort')),
  size: oneOf(PAGE_SIZES, params.get('size')),
  transaction: id(params.get('transaction')),
})

export function writeTransactionsView(view: TransactionsView): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(view)) if (value) params.set(name, value)
  return params
}

/** Pending transactions get a list of their own, unless a filter asks for one list of results. */
export const hasPendingSection = (view: TransactionsView) =>
  view.search === '' &&
  [
    view.status,
    view.method,
    view.flag,
    view.minAmount,
    view.maxAmount,
    view.from,
    view.to,
    view.period,
    view.tag,
  ].every((value) => value === undefined)

/** Pending transactions come oldest first, others newest first. */
export const sortOf = (view: TransactionsView): Sort =>
  view.sort ?? (hasPendingSection(view) || view.status === 'Pending' ? 'oldest' : 'newest')
