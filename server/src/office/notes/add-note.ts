import type { Note } from '#contract/office/notes.ts'
import { lockForStaffAct, requireNotOwnAccount } from '../../authority/own-account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { insertNote, type NoteRow } from './store.ts'

/**
 * The audit entry has no text: the note itself can't change, and every reader of the audit log would read what was
 * meant for those who open the person's notes.
 */
export async function addNote(
  sql: Sql,
  staff: StaffContext,
  { userId, text }: { userId: string; text: string },
): Promise<Note> {
  requireNotOwnAccount(staff, userId)
  return inTransaction(sql, async (tx) => {
    await lockForStaffAct(tx, staff, userId, 'support:reply')
    const note = { id: newIdAt(staff.at), person_id: userId, author_id: staff.actorId, text, at: staff.at }
    const [inserted] = await insertNote(tx, note)
    const after = { noteId: note.id }
    await record(tx, {
      auditEntries: [auditEntry(staff, { subjectId: userId, action: 'note.added', before: {}, after })],
    })
    return toNote({ ...note, author_name: inserted?.author_name ?? '' })
  })
}

export const toNote = (row: NoteRow): Note => ({
  _id: row.id,
  userId: row.person_id,
  text: row.text,
  by: { _id: row.author_id, fullName: row.author_name },
  at: row.at.toISOString(),
})
