import type { Deps } from '../../http/deps.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { RotatingKey } from '../../platform/crypto/rotating-key.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { decryptDocument } from './encrypt-document.ts'
import { findDocument, type StoredDocument } from './store.ts'

export type DocumentFile = { mediaType: string; bytes: Buffer; personId: string }
type DocumentDeps = Pick<Deps, 'sql' | 'keys'>

export async function readOwnDocument(
  { sql, keys }: DocumentDeps,
  personId: string,
  id: string,
): Promise<DocumentFile> {
  const document = await findDocument(sql, id, personId)
  if (!document) throw new Refusal('not_found')
  return toFile(keys.documents, document)
}

/** The look is in the audit log before the first byte leaves. */
export function readDocument({ sql, keys }: DocumentDeps, staff: StaffContext, id: string): Promise<DocumentFile> {
  return inTransaction(sql, async (tx) => {
    const document = await findDocument(tx, id, null)
    if (!document) throw new Refusal('not_found')
    const file = toFile(keys.documents, document)
    const entry = auditEntry(staff, {
      subjectId: document.personId,
      action: 'verification.document_viewed',
      before: {},
      after: { documentId: id, document: document.kind },
    })
    await record(tx, { auditEntries: [entry] })
    return file
  })
}

const toFile = (key: RotatingKey, document: StoredDocument): DocumentFile => ({
  mediaType: document.mediaType,
  bytes: decryptDocument(key, document, document.content),
  personId: document.personId,
})
