import type { BankStatementLine, LineMatch } from '#contract/external-money/bank-statements.ts'

export type LineTarget = { transactionId: string } | { userId: string } | { returnOf: string }

/** What a click confirms: the match, or else the best suggestion. */
export const bestMatch = ({ match, suggestions }: BankStatementLine): LineMatch | null =>
  match ?? suggestions[0] ?? null

/** How the server is told about it. */
export function targetOf({ transactionId, returnOf, user }: LineMatch): LineTarget | null {
  if (transactionId) return { transactionId }
  if (returnOf) return { returnOf }
  return user && { userId: user._id }
}

export const isOpen = ({ state }: BankStatementLine) => state !== 'booked' && state !== 'ignored'

/** The match changes a customer's balance: a deposit is approved, or made. */
export const movesMoney = ({ status, returnOf }: LineMatch) => status !== 'Completed' && returnOf === null

/** A key for lists. */
export const keyOf = ({ transactionId, returnOf, user }: LineMatch) => transactionId ?? returnOf ?? user?._id ?? ''
