import { endOfDay } from '#contract/bank-day.ts'
import { lockStaff } from '../../authority/own-account.ts'
import { findProposers, type MadeProposal, propose, recordActs } from '../../authority/propose.ts'
import type { StaffContext } from '../../ledger/audit-entry.ts'
import { checkBooksIfDue } from '../../ledger/check-books.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type ChecklistDeps, readChecklist, requireUnbreached } from './checklist.ts'
import { requireClosable } from './period.ts'
import { findClosing, isLast } from './store.ts'

const VERIFIED_WITHIN_MS = 60_000
const NO_ACTS = { auditEntries: [], notifications: [] }

/** A second member of staff always confirms it. The same day again is the same proposal. */
export async function proposeClosing(deps: ChecklistDeps, staff: StaffContext, until: string): Promise<MadeProposal> {
  const { sql, zone } = deps
  await requireClosable(sql, until, { at: staff.at, zone })
  await checkBooksIfDue(sql, VERIFIED_WITHIN_MS)
  const checklist = await readChecklist(deps, until, staff.at)
  requireUnbreached(checklist)
  return inTransaction(sql, async (tx) => {
    await lockStaff(tx, staff, 'books:manage', await findProposers(tx, ['closing']))
    const closedUntil = await requireClosable(tx, until, { at: staff.at, zone })
    const made = await propose(tx, staff, {
      kind: 'closing',
      subject: null,
      before: { closedUntil },
      after: { closedUntil: until, checklist },
      basis: { closedUntil },
      change: { until, endsAt: endOfDay(until, zone).toISOString() },
    })
    await recordActs(tx, NO_ACTS, [made])
    return made
  })
}

export const proposeReopening = (
  { sql }: { sql: Sql },
  staff: StaffContext,
  { closingId, reason }: { closingId: string; reason: string },
): Promise<MadeProposal> =>
  inTransaction(sql, async (tx) => {
    await lockStaff(tx, staff, 'books:manage', await findProposers(tx, ['reopening']))
    const closing = await findClosing(tx, closingId)
    if (!closing) throw new Refusal('not_found')
    if (!(await isLast(tx, closing))) throw new Refusal('closing_not_last')
    const made = await propose(tx, staff, {
      kind: 'reopening',
      subject: null,
      aboutId: closingId,
      before: { closedUntil: closing.until },
      after: { closedUntil: closing.before, reason },
      basis: { closingId },
      change: { closingId, reason },
    })
    await recordActs(tx, NO_ACTS, [made])
    return made
  })
