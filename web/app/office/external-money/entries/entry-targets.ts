import type { BankStatementEntry, EntryMatch } from '#contract/external-money/bank-statements.ts'
import { SURE_SCORE } from '#contract/external-money/match-reasons.ts'

/** `confirm`: staff have read what is in doubt. */
export type EntryTarget =
  | { transactionId: string; confirm?: true }
  | { userId: string; confirm?: true }
  | { returnOf: string; confirm?: true }

/** A deposit of another amount: never by a quick click, but where its effect is read. */
export const differs = ({ reasons }: EntryMatch) => reasons.includes('amount_differs')

/** What a click confirms: the match, or else the best suggestion. */
export const bestMatch = ({ match, suggestions }: BankStatementEntry): EntryMatch | null =>
  match ?? suggestions.find((suggestion) => !differs(suggestion)) ?? null

/** Asked about before it is booked. What is matched is certain by its reference. */
export const isDoubtful = ({ state }: BankStatementEntry, { score }: EntryMatch) =>
  state !== 'matched' && score !== null && score < SURE_SCORE

/** How the server is told about it. */
export function targetOf({ transactionId, returnOf, user }: EntryMatch): EntryTarget | null {
  if (transactionId) return { transactionId }
  if (returnOf) return { returnOf }
  return user && { userId: user._id }
}

/** Chosen from a list that says what it does. */
export function chosenTarget(match: EntryMatch): EntryTarget | null {
  const target = targetOf(match)
  return target && 'transactionId' in target && differs(match) ? { ...target, confirm: true } : target
}

export const isOpen = ({ state }: BankStatementEntry) => state !== 'booked' && state !== 'ignored'

/** The match changes a customer's balance: a deposit is approved, or made. */
export const movesMoney = ({ status, returnOf }: EntryMatch) => status !== 'Completed' && returnOf === null

/** A key for lists. */
export const keyOf = ({ transactionId, returnOf, user }: EntryMatch) => transactionId ?? returnOf ?? user?._id ?? ''
