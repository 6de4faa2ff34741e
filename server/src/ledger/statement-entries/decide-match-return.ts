import type { StatementEntryCommand } from '../statement-entry.ts'
import {
  auditStatementEntry,
  bookAgainstClearing,
  bookedStatementEntry,
  refusedEntry,
  type StatementEntryBooks,
  type StatementEntryDecision,
} from './decide-statement-entry.ts'

/** The payment that brought a returned credit back to its sender. */
export function matchReturn(books: StatementEntryBooks, command: StatementEntryCommand): StatementEntryDecision {
  const { statementEntry, returned, isCleared } = books
  if (returned?.state !== 'booked' || returned.returnedReason === null) return refusedEntry('not_found')
  if (returned.amountCents !== -statementEntry.amountCents) return refusedEntry('line_differs')
  if (isCleared) return refusedEntry('transaction_cleared')
  return {
    ok: true,
    statementEntry: {
      ...bookedStatementEntry(command, statementEntry),
      returnOf: returned.id,
      transactionId: null,
      personId: null,
    },
    movements: [bookAgainstClearing(command, books)],
    effects: [auditStatementEntry(command, books, 'bank_line.booked', { state: 'booked', returnOf: returned.id })],
  }
}
