import { tagKey } from '#contract/customers/tags.ts'
import { MAX_TAGS, type TagChange, type TagList } from '#contract/office/tags.ts'
import { lockForStaffAct, requireNotOwnAccount } from '../../authority/own-account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { deleteTag, findOwner, insertTag, selectTags, spellingOf, type TagRow, type TagSubject } from './store.ts'

/** Two clients that add the same tag wait for each other: the second finds it there. */
export const addTag = (sql: Sql, staff: StaffContext, change: TagChange): Promise<TagList> =>
  changeTags(sql, staff, change, async (tx, subject, tags) => {
    const key = tagKey(change.text)
    if (tags.some((tag) => tag.key === key)) return
    if (tags.length >= MAX_TAGS) throw new Refusal('tag_limit')
    const text = (await spellingOf(tx, { key, readerId: staff.actorId })) ?? change.text.replaceAll(/\s+/g, ' ')
    await insertTag(tx, subject, { key, text, authorId: staff.actorId, at: staff.at })
    return { action: 'tag.added', before: {}, after: { tag: text } }
  })

/** The audit entry has the text: the tag itself is gone. */
export const removeTag = (sql: Sql, staff: StaffContext, change: TagChange): Promise<TagList> =>
  changeTags(sql, staff, change, async (tx, subject, tags) => {
    const tag = tags.find(({ key }) => key === tagKey(change.text))
    if (!tag) return
    await deleteTag(tx, subject, tag.key)
    return { action: 'tag.removed', before: { tag: tag.text }, after: {} }
  })

type TagAudit = { action: string; before: object; after: object }

async function changeTags(
  sql: Sql,
  staff: StaffContext,
  { subject: kind, subjectId }: TagChange,
  change: (tx: Tx, subject: TagSubject, tags: readonly TagRow[]) => Promise<TagAudit | undefined>,
): Promise<TagList> {
  const subject: TagSubject | null =
    kind === 'person' ? { personId: subjectId, transaction: null } : await findOwner(sql, subjectId)
  if (!subject) throw new Refusal('not_found')
  const { personId, transaction } = subject
  requireNotOwnAccount(staff, personId)
  return inTransaction(sql, async (tx) => {
    await lockForStaffAct(tx, staff, personId, 'support:reply')
    const audit = await change(tx, subject, await selectTags(tx, subject))
    const tags = (await selectTags(tx, subject)).map(({ text }) => text)
    if (audit) {
      const after = { ...audit.after, ...(transaction && { transactionId: transaction.id }) }
      await record(tx, { auditEntries: [auditEntry(staff, { subjectId: personId, ...audit, after })] })
    }
    return { tags }
  })
}
