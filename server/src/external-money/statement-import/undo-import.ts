import type { BankStatement } from '#contract/external-money/bank-statements.ts'
import { lockStaff } from '../../authority/own-account.ts'
import type { Acts, ProposalRow } from '../../authority/proposal.ts'
import { answerProposed } from '../../authority/proposal-response.ts'
import { findProposers, type ProposalDraft, propose, recordActs } from '../../authority/propose.ts'
import type { Deps } from '../../http/deps.ts'
import type { Proposed } from '../../http/route.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { lockStatementToUndo, type StatementToUndo, undoStatement } from '../../ledger/undo-statement.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { readStatement } from '../statement-entries/read-statements.ts'
import { forgetNumbersOf } from './statement-numbers.ts'

const NOTHING: Acts = { auditEntries: [], notifications: [] }

/** One person while no entry of it was ever booked; afterwards a second one confirms. */
export async function undoImport(
  { sql, ledger }: Pick<Deps, 'sql' | 'ledger'>,
  staff: StaffContext,
  id: string,
): Promise<BankStatement | Proposed> {
  const proposed = await inTransaction(sql, async (tx) => {
    await lockStaff(tx, staff, 'outside:manage', await findProposers(tx, ['statement_undo']))
    const statement = await lockStatementToUndo(tx, id)
    if (!statement) throw new Refusal('not_found')
    requireUndoable(statement)
    if (statement.wasBooked) {
      const made = await propose(tx, staff, draftOf(statement))
      await recordActs(tx, NOTHING, [made])
      return answerProposed([made], staff.at)
    }
    await recordActs(tx, await carryOut(tx, staff, statement, null), [])
    ledger.importProbe?.beforeCommit()
    return null
  })
  if (proposed) return proposed
  ledger.importProbe?.afterCommit()
  const statement = await readStatement(sql, id)
  if (!statement) throw new Error(`Statement ${id} is gone`)
  return statement
}

function requireUndoable({ isUndone, booked, waiting, sharedWith }: StatementToUndo): void {
  if (isUndone) throw new Refusal('statement_undone')
  if (booked + waiting > 0) throw new Refusal('lines_booked', { current: { booked, waiting } })
  if (sharedWith) throw new Refusal('statement_shared', { current: { statementId: sharedWith } })
}

const draftOf = ({ id, accountName, accountNumber, fromOn, toOn, entries }: StatementToUndo): ProposalDraft => ({
  kind: 'statement_undo',
  subject: null,
  before: { outsideAccount: `${accountName} (${accountNumber})`, days: `${fromOn} – ${toOn}`, lines: entries },
  after: { lines: 0 },
  basis: { statementId: id },
  change: { statementId: id },
})

async function carryOut(
  tx: Tx,
  staff: StaffContext,
  statement: StatementToUndo,
  proposedBy: string | null,
): Promise<Acts> {
  const { id: statementId, externalAccount, fromOn, toOn, entries, fileHash } = statement
  await undoStatement(tx, statement, { actorId: staff.actorId, proposedBy, at: staff.at })
  const forgotten = await forgetNumbersOf(tx, statementId)
  const what = { statementId, outsideAccountId: externalAccount.id, fromOn, toOn }
  const after = { ...what, lines: entries, sha256: fileHash.toString('hex'), forgotten }
  return {
    auditEntries: [auditEntry(staff, { subjectId: null, action: 'bank_statement.undone', before: {}, after })],
    notifications: [],
  }
}

/** What was proposed is checked again: an entry may have been booked since. */
async function applyUndo(tx: Tx, staff: StaffContext, { change, proposed_by }: ProposalRow): Promise<Acts> {
  const statement = await lockStatementToUndo(tx, String(change.statementId))
  if (!statement || statement.isUndone || statement.booked + statement.waiting > 0 || statement.sharedWith)
    throw new Refusal('proposal_outdated')
  return carryOut(tx, staff, statement, proposed_by)
}

export const statementProposalHandlers = { statement_undo: { apply: applyUndo } }
