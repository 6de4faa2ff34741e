import type { BankStatementEntry, EntryMatch } from '#contract/external-money/bank-statements.ts'

export type EntryTarget = { transactionId: string } | { userId: string } | { returnOf: string }

/** What a click confirms: the match, or else the best suggestion. */
export const bestMatch = ({ match, suggestions }: BankStatementEntry): EntryMatch | null =>
  match ?? suggestions[0] ?? null

/** How the server is told about it. */
export function targetOf({ transactionId, returnOf, user }: EntryMatch): EntryTarget | null {
  if (transactionId) return { transactionId }
  if (returnOf) return { returnOf }
  return user && { userId: user._id }
}

export const isOpen = ({ state }: BankStatementEntry) => state !== 'booked' && state !== 'ignored'

/** The match changes a customer's balance: a deposit is approved, or made. */
export const movesMoney = ({ status, returnOf }: EntryMatch) => status !== 'Completed' && returnOf === null

/** A key for lists. */
export const keyOf = ({ transactionId, returnOf, user }: EntryMatch) => transactionId ?? returnOf ?? user?._id ?? ''
