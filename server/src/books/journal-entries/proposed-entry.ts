import type { ProposalHandler, ProposalRow } from '../../authority/proposal.ts'
import type { Deps } from '../../http/deps.ts'
import { bookJournalEntry } from '../../ledger/book-journal-entry.ts'
import type { JournalDraft, JournalLine } from '../../ledger/journal-entry.ts'

/** As the proposal keeps it: amounts in cents, as text. */
type Change = {
  entryId: string
  valueOn: string
  text: string
  lines: { account: string; side: JournalLine['side']; cents: string }[]
  reversesId: string | null
}

export const toChange = ({ id, valueOn, text, lines, reversesId }: JournalDraft): Change => ({
  entryId: id,
  valueOn,
  text,
  lines: lines.map(({ account, side, amountCents }) => ({ account, side, cents: String(amountCents) })),
  reversesId,
})

export function fromChange(change: ProposalRow['change']): JournalDraft {
  const { entryId, valueOn, text, lines, reversesId } = change as Change
  return {
    id: entryId,
    valueOn,
    text,
    lines: lines.map(({ account, side, cents }) => ({ account, side, amountCents: BigInt(cents) })),
    reversesId,
  }
}

export const journalProposalHandlers = ({ ledger: { zone } }: Pick<Deps, 'ledger'>) => ({
  journal_entry: {
    apply: async (tx, staff, { id: proposalId, proposed_by: proposedBy, change }) => {
      const entry = await bookJournalEntry(tx, staff, fromChange(change), { proposalId, proposedBy, zone })
      return { auditEntries: [entry], notifications: [] }
    },
  } satisfies ProposalHandler,
})
