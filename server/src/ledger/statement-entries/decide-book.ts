import type { RefusalCode } from '#contract/refusals.ts'
import { type GlAccount, handBookingRefusal } from '../chart.ts'
import type { StatementEntryCommand } from '../statement-entry.ts'
import type { State } from '../types.ts'
import { bookToChart } from './contra-movement.ts'
import {
  auditStatementEntry,
  bookedStatementEntry,
  isOpen,
  movementOf,
  needsSecond,
  refusedEntry,
  type StatementEntryBooks,
  type StatementEntryDecision,
  secondRefusal,
  standingProposal,
  waitingDeposit,
} from './decide-statement-entry.ts'

type BookCommand = Extract<StatementEntryCommand, { kind: 'book' }>

/** Books a fee, interest, a transfer between own accounts, or whatever else is no one's wire, to an account of the chart. */
export function decideBook(state: State, books: StatementEntryBooks, command: BookCommand): StatementEntryDecision {
  const { statementEntry, glAccount } = books
  if (!isOpen(statementEntry)) return refusedEntry('line_decided')
  if (waitingDeposit(state, statementEntry)) return refusedEntry('line_waits')
  const refusal = chartRefusal(books, glAccount)
  if (refusal || !glAccount) return refusedEntry(refusal ?? 'gl_account_unknown')
  const first = standingProposal(state, statementEntry, command.at)
  // A return waits, or another account of the chart.
  if (statementEntry.proposedBy !== null && statementEntry.glAccount === null) return refusedEntry('line_waits')
  if (first && statementEntry.glAccount !== glAccount.account) return refusedEntry('line_waits')
  const refusedSecond = first && secondRefusal(state, command.actor, first, command.at)
  if (refusedSecond) return refusedEntry(refusedSecond)
  if (!first && needsSecond(state, books)) return propose(books, command, glAccount)
  return book(books, command, glAccount, first)
}

/** A statement entry can't be booked to itself, nor to where it waits. */
function chartRefusal({ externalAccount }: StatementEntryBooks, glAccount: GlAccount | null): RefusalCode | null {
  if (glAccount?.account === externalAccount.contra) return 'gl_account_of_line'
  if (glAccount?.account === 'suspense') return 'gl_account_reserved'
  return handBookingRefusal(glAccount)
}

function book(
  books: StatementEntryBooks,
  command: BookCommand,
  { code, account }: GlAccount,
  first: string | null,
): StatementEntryDecision {
  const { statementEntry, externalAccount } = books
  const text = first ? (statementEntry.glText ?? command.text) : command.text
  const from = statementEntry.inSuspense ? 'suspense' : externalAccount.contra
  return {
    ok: true,
    statementEntry: {
      ...bookedStatementEntry(command, statementEntry),
      ...NO_MATCH,
      glAccount: account,
      glText: text,
      ...(first ? {} : { proposedBy: null, proposedAt: null }),
    },
    movements: [
      movementOf(command, statementEntry, {
        purpose: 'chart',
        ...bookToChart(from, account, statementEntry.amountCents),
      }),
    ],
    effects: [
      auditStatementEntry(command, books, 'bank_line.booked', {
        state: 'booked',
        account: code,
        text,
        ...(first && { proposedBy: first }),
      }),
    ],
  }
}

/** What matching found is not what it is. */
const NO_MATCH = { transactionId: null, returnOf: null, personId: null, score: null, reasons: '' } as const

function propose(
  books: StatementEntryBooks,
  command: BookCommand,
  { code, account }: GlAccount,
): StatementEntryDecision {
  const { actor, at, text } = command
  const { statementEntry } = books
  return {
    ok: true,
    statementEntry: {
      ...statementEntry,
      ...NO_MATCH,
      glAccount: account,
      glText: text,
      proposedBy: actor.personId,
      proposedAt: at,
    },
    movements: [],
    effects: [
      auditStatementEntry(command, books, 'bank_line.match_proposed', {
        state: statementEntry.state,
        account: code,
        text,
      }),
    ],
  }
}
