import type { ProposalKind } from '#contract/authority/proposal-kinds.ts'
import type { ProposalHandler } from '../../authority/proposal.ts'
import { readLocale } from '../../customers/read-locale.ts'
import { auditEntry } from '../../ledger/audit-entry.ts'
import { closeBooks, reopenBooks } from '../../ledger/closings.ts'
import type { Config } from '../../platform/config/config.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type ChecklistDeps, readChecklist, requireUnbreached } from './checklist.ts'
import { hasAllDocuments } from './closing-documents.ts'
import { dayAfter } from './period.ts'
import { findClosing } from './store.ts'

type HandlerDeps = ChecklistDeps & { config: Pick<Config, 'locales'> }

export const closingHandlers = (deps: HandlerDeps) =>
  ({
    closing: {
      apply: async (tx, staff, proposal) => {
        const { closedUntil } = proposal.basis as { closedUntil: string | null }
        const { until, endsAt } = proposal.change as { until: string; endsAt: string }
        // On another connection, in a snapshot of its own, and before bookings are locked: it reads for a while.
        const checklist = await readChecklist(deps, until, staff.at)
        requireUnbreached(checklist)
        const closing = {
          id: proposal.id,
          from: closedUntil && dayAfter(closedUntil),
          until,
          endsAt: new Date(endsAt),
          locale: await readLocale({ sql: tx, config: deps.config }, staff.actorId),
          checklist,
          closedBy: staff.actorId,
          closedAt: staff.at,
        }
        await closeBooks(tx, closing, { closedUntil })
        const change = { before: { closedUntil }, after: { closedUntil: until } }
        return {
          auditEntries: [auditEntry(staff, { subjectId: null, action: 'books.closed', ...change })],
          notifications: [],
        }
      },
    },
    reopening: {
      apply: async (tx, staff, proposal) => {
        const { closingId, reason } = proposal.change as { closingId: string; reason: string }
        const closing = await findClosing(tx, closingId)
        if (!closing) throw new Refusal('proposal_outdated')
        // They are made from the books as they were closed.
        if (!(await hasAllDocuments(tx, closing))) throw new Refusal('documents_pending')
        await reopenBooks(tx, closingId, proposal.id, staff.at)
        const change = { before: { closedUntil: closing.until }, after: { closedUntil: closing.before, reason } }
        return {
          auditEntries: [auditEntry(staff, { subjectId: null, action: 'books.reopened', ...change })],
          notifications: [],
        }
      },
    },
  }) satisfies Partial<Record<ProposalKind, ProposalHandler>>
