import { hashAfter } from '../core/chain.ts'
import { OWN_TRANSFERS } from '../own-transfers.ts'

export type MovementPurpose = 'statement' | 'withdrawal' | 'assignment' | 'return' | 'chart' | 'chart_undo' | 'undo'

/** Money between two contra accounts, for a statement entry. */
export type Movement = {
  externalAccountId: string
  number: bigint
  id: string
  statementEntryId: string
  purpose: MovementPurpose
  round: number
  debit: string
  credit: string
  amountCents: bigint
  actorId: string
  bookedAt: Date
  hash: Buffer
}

/** The end of an external account's chain, and what the ledger has booked for it: debits minus credits. */
export type ExternalAccountBooks = {
  id: string
  contra: string
  balanceCents: bigint
  movementNumber: bigint
  movementHead: Buffer
}

export type NewMovement = Omit<Movement, 'externalAccountId' | 'number' | 'hash'>

/** What the hash covers; external-money-invariants.ts builds the same text in SQL. */
const movementText = (movement: Omit<Movement, 'hash'>): string =>
  [
    movement.externalAccountId,
    movement.number,
    movement.id,
    movement.statementEntryId,
    movement.purpose,
    movement.round,
    movement.debit,
    movement.credit,
    movement.amountCents,
    movement.actorId,
    movement.bookedAt.getTime(),
  ].join('\n')

/** Appends to the chain of the external account, which the caller has locked. */
export function appendMovement(
  books: ExternalAccountBooks,
  given: NewMovement,
): { books: ExternalAccountBooks; movement: Movement } {
  const unhashed = { ...given, externalAccountId: books.id, number: books.movementNumber + 1n }
  const hash = hashAfter(books.movementHead, movementText(unhashed))
  const { debit, credit, amountCents } = given
  const change = debit === books.contra ? amountCents : credit === books.contra ? -amountCents : 0n
  return {
    movement: { ...unhashed, hash },
    books: {
      ...books,
      balanceCents: books.balanceCents + change,
      movementNumber: unhashed.number,
      movementHead: hash,
    },
  }
}

type Sides = Pick<NewMovement, 'debit' | 'credit' | 'amountCents'>

/** Money that arrives debits the account where it is, and credits the one that it came through; money that leaves, the reverse. */
const between = (into: string, through: string, signedCents: bigint): Sides =>
  signedCents > 0n
    ? { debit: into, credit: through, amountCents: signedCents }
    : { debit: through, credit: into, amountCents: -signedCents }

/** The statement entry itself. */
export const bookStatementEntry = (contra: string, through: 'wire_clearing' | 'suspense', signedCents: bigint): Sides =>
  between(contra, through, signedCents)

/** The opposite of a statement entry that was booked to suspense. */
export const withdrawStatementEntry = (contra: string, signedCents: bigint): Sides =>
  between(contra, 'suspense', -signedCents)

/** Out of suspense: the statement entry belongs to a wire, or goes back to its sender as one. */
export const leaveSuspense = (signedCents: bigint): Sides => between('suspense', 'wire_clearing', signedCents)

/** A booked statement entry goes back to suspense. */
export const returnToSuspense = (signedCents: bigint): Sides => leaveSuspense(-signedCents)

/** The other account has an entry of its own: booked to each other, the transfer would count twice. */
const sideOfChart = (glAccount: string): string => (glAccount.startsWith('outside:') ? OWN_TRANSFERS : glAccount)

/** The money goes from the external account, or out of suspense, to an account of the chart. */
export const bookToChart = (from: string, glAccount: string, signedCents: bigint): Sides =>
  between(from, sideOfChart(glAccount), signedCents)

/** The opposite. The statement entry is in suspense afterwards. */
export const takeFromChart = (glAccount: string, signedCents: bigint): Sides =>
  between('suspense', sideOfChart(glAccount), -signedCents)
