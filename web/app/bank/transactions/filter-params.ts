import { CATEGORIES as ALL_CATEGORIES } from '#contract/payments/categories.ts'
import type { CategoryFilter } from '#contract/payments/transactions.ts'
import type { TransactionFilters } from './transaction-queries.ts'

const TYPES = ['Deposit', 'Transfer'] as const
const STATUSES = ['Pending', 'Completed', 'Declined'] as const
const CATEGORIES: readonly CategoryFilter[] = [...ALL_CATEGORIES, 'none']
const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

const oneOf = <T extends string>(known: readonly T[], text: string | null) => known.find((value) => value === text)
const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text)) && text >= '1900' && text < '3000'
const id = (text: string | null) => (text && ID.test(text) ? text : undefined)
const day = (text: string | null) => (text && isDay(text) ? text : undefined)

/** Users share and edit URLs: invalid parameters are ignored. */
export function readFilters(params: URLSearchParams): TransactionFilters {
  const filters: TransactionFilters = {
    account: id(params.get('account')),
    type: oneOf(TYPES, params.get('type')),
    status: oneOf(STATUSES, params.get('status')),
    category: oneOf(CATEGORIES, params.get('category')),
    from: day(params.get('from')),
    to: day(params.get('to')),
    search: params.get('search')?.trim().slice(0, 100) || undefined,
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

export function writeFilter(params: URLSearchParams, name: keyof TransactionFilters, value: string): URLSearchParams {
  const written = new URLSearchParams(params)
  if (value) written.set(name, value)
  else written.delete(name)
  return written
}
