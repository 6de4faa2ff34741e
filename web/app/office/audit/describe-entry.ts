import type { Act } from '#contract/audit.ts'
import { centsToDollars, formatDollars } from '#contract/money.ts'
import { officeDate } from '../format-date.ts'

/** What was done, as a person would say it. The word of the log stands beside it wherever it matters. */
export const ACTIONS: Record<string, string> = {
  'account.funded': 'Funded',
  'account.debited': 'Debited',
  'account.fund_proposed': 'Proposed a fund',
  'account.debit_proposed': 'Proposed a debit',
  'transaction.approved': 'Approved a transaction',
  'transaction.declined': 'Declined a transaction',
  'transaction.proposed': 'Proposed an approval',
  'person.updated': 'Changed the profile',
  'person.role_changed': 'Changed the role',
  'person.status_changed': 'Changed the status',
  'code.set': 'Set a code',
  'code.described': 'Described the code',
  'code.cleared': 'Cleared the code',
  'pin.reset': 'Reset the PIN',
  'sessions.ended': 'Ended all sessions',
  'settings.updated': 'Changed the settings',
}

export const sayAction = (action: string) => ACTIONS[action] ?? action

export type Change = { field: string; before: string | null; after: string | null }

/** Said elsewhere in the row, or only of use to programs. */
const UNSAID = ['transactionId', 'proposedBy']
const isNothing = (value: unknown) => value === undefined || value === null || value === ''

/** The transaction that an act was about, if it was about one. */
export const transactionOf = ({ before, after }: Pick<Act, 'before' | 'after'>): string | null => {
  const id = before.transactionId ?? after.transactionId
  return typeof id === 'string' ? id : null
}

const isCents = (field: string, value: unknown) => field.endsWith('Cents') && /^-?\d{1,18}$/.test(String(value))

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

function say(field: string, value: unknown): string | null {
  if (value === undefined) return null
  if (/(At|Date)$/.test(field) && typeof value === 'string' && ISO_TIME.test(value)) return officeDate(value)
  if (isCents(field, value)) return formatDollars(centsToDollars(BigInt(String(value))))
  if (value === null || value === '') return 'empty'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** 'balanceCents' → 'balance', 'codeDescription' → 'code description' */
const nameOf = (field: string) =>
  field
    .replace(/Cents$/, '')
    .replace(/ByName$/, 'By')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

/** What was, and what is: every field that is named on either side. Equal on both sides: said once; empty: not at all. */
export function changesOf({ before, after }: Pick<Act, 'before' | 'after'>): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !UNSAID.includes(field))
    .filter((field) => !(isNothing(before[field]) && isNothing(after[field])))
  const changes = fields.map((field) => {
    const [was, is] = [say(field, before[field]), say(field, after[field])]
    return { field: nameOf(field), before: was === is ? null : was, after: is ?? null }
  })
  // What became something else comes first: that is what one looks for.
  const became = ({ before, after }: Change) => before !== null && after !== null
  return [...changes.filter(became), ...changes.filter((change) => !became(change))]
}
