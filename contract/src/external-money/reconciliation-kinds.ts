import { msg, type TextId } from '../text-id.ts'

/**
 * What explains that a balance is not what it should be, with the words that staff see. Pages load this file, so it has no
 * schemas.
 */
export const RECONCILIATION_KINDS = {
  /** The opening balance of the first statement: money from before the bank read statements of this account. */
  opening_balance: { name: msg('Balance before the first statement') },
  /** The next statement begins with another balance than this one ends with: a statement between them is missing. */
  statement_gap: { name: msg('Missing statement') },
  line_matched: { name: msg('Matched, to be booked') },
  line_suggested: { name: msg('Suggested, to be decided') },
  line_ignored: { name: msg('Ignored') },
  journal_entry: { name: msg('Booked by hand') },
  before_statements: { name: msg('Wires from before the first statement') },
  deposit_without_line: { name: msg('Deposits approved, not on a statement') },
  /** Staff said that an entry of another amount is the deposit. */
  deposit_difference: { name: msg('Deposits that arrived with another amount') },
  transfer_sent: { name: msg('Transfers in a sent payment run, not on a statement') },
  transfer_not_sent: { name: msg('Transfers approved, not sent') },
  /** The external bank sent the money of a customer's transfer back. */
  return_without_line: { name: msg('Transfers that came back, not on a statement') },
  /** An unmatched credit goes back to its sender. */
  sender_return_without_line: { name: msg('Payments going back to their sender, not on a statement') },
  reversal_without_line: { name: msg('Reversals, not on a statement') },
  /** Staff booked a line to wire clearing itself: it clears no wire. */
  clearing_line: { name: msg('Lines booked to wire clearing by hand') },
  own_transfer_open: { name: msg('Transfers between own accounts, on one statement only') },
  suspense_line: { name: msg('Payments to be assigned or returned') },
} as const satisfies Record<string, { name: TextId }>
export type ReconciliationKind = keyof typeof RECONCILIATION_KINDS

/** Entries of one kind that an answer lists, oldest first; `count` and `amount` are of all. */
export const MAX_RECONCILIATION_ENTRIES = 200
