import type { Category } from '#contract/payments/categories.ts'
import type { Method } from '../../ledger/types.ts'
import { proposeCategory } from './propose-category.ts'

/** Everything that decides the category of a transaction, as read by `joinLabels`. */
export type CategoryBasis = {
  /** Of this transaction; empty for 'none', and null where nothing was chosen. */
  chosen: string | null
  /** What the owner always takes for the payee; empty for 'none', and null without a rule. */
  rule: string | null
  /** What the owner last chose for another transaction with this account. */
  guess: Category | null
  method: Method
  party_name: string
  message: string | null
  amount: bigint
}

type Categorized = { category: Category | null; categoryGuessed: boolean; categoryAlways: boolean }

/**
 * The choice for this transaction, else the rule for its payee, else the owner's last choice for the account, else what everybody
 * knows. Computed whenever it is read: a new rule or a new known word is true of the past at once, and paying writes nothing
 * more.
 */
export function categoryOf({ chosen, rule, guess, ...transaction }: CategoryBasis): Categorized {
  const [categoryGuessed, categoryAlways] = [false, false]
  if (chosen !== null) return { category: toCategory(chosen), categoryGuessed, categoryAlways }
  if (rule !== null) return { category: toCategory(rule), categoryGuessed, categoryAlways: true }
  const category = guess ?? propose(transaction)
  return { category, categoryGuessed: category !== null, categoryAlways }
}

const toCategory = (stored: string) => (stored || null) as Category | null

/** Money between own accounts is neither spent nor earned. */
const propose = ({ method, party_name, message, amount }: Omit<CategoryBasis, 'chosen' | 'rule' | 'guess'>) =>
  method === 'move' ? null : proposeCategory({ payee: party_name, message: message ?? '', amountCents: amount })
