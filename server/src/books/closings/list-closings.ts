import {
  CLOSING_DOCUMENT_NAMES,
  CLOSING_DOCUMENTS,
  type ClosingDocumentName,
} from '#contract/books/closing-documents.ts'
import type { Closing } from '#contract/books/closings.ts'
import { PROPOSAL_LIFETIME_MS } from '../../ledger/second-person.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { type ClosingDocumentRow, type ListedRow, selectClosingDocuments, selectClosings } from './store.ts'

export async function listClosings(sql: Sql, at: Date): Promise<Closing[]> {
  const since = new Date(at.getTime() - PROPOSAL_LIFETIME_MS)
  const [rows, documents] = await Promise.all([
    selectClosings(sql, since),
    selectClosingDocuments(sql, CLOSING_DOCUMENT_NAMES),
  ])
  return rows.map((row) => toClosing(row, documents))
}

const person = (id: string | null, fullName: string | null) => (id ? { _id: id, fullName: fullName ?? '' } : null)

const toClosing = (row: ListedRow, documents: readonly ClosingDocumentRow[]): Closing => ({
  _id: row.id,
  from: row.from,
  until: row.until,
  state: row.state,
  proposedBy: { _id: row.proposed_by, fullName: row.proposer_name },
  proposedAt: row.proposed_at.toISOString(),
  closedBy: person(row.closed_by, row.closer_name),
  closedAt: row.closed_at?.toISOString() ?? null,
  checklist: row.checklist,
  confirmedChecklist: row.confirmed_checklist,
  reopening: row.reopening_id
    ? {
        _id: row.reopening_id,
        reason: row.reopening_reason ?? '',
        proposedBy: { _id: row.reopening_by ?? '', fullName: row.reopening_by_name ?? '' },
        proposedAt: row.reopening_proposed_at?.toISOString() ?? '',
        confirmedBy: person(row.reopening_confirmed_by, row.reopening_confirmed_name),
        confirmedAt: row.reopened_at?.toISOString() ?? null,
      }
    : null,
  documents: CLOSING_DOCUMENT_NAMES.flatMap((name) =>
    documents
      .filter(({ closing_id, kind }) => closing_id === row.id && kind === name)
      .map((one) => toDocument(name, one)),
  ),
})

const toDocument = (name: ClosingDocumentName, row: ClosingDocumentRow): Closing['documents'][number] => ({
  name,
  number: row.number,
  mediaType: CLOSING_DOCUMENTS[name].mediaType,
  sizeBytes: Number(row.size_bytes),
  sha256: row.sha256.toString('hex'),
  issuedAt: row.issued_at.toISOString(),
})
