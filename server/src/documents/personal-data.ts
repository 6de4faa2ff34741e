import { BANK_DOCUMENT_KINDS } from '#contract/documents/signed-documents.ts'
import { msg } from '#contract/text-id.ts'
import {
  aboutTheBank,
  type ExportRow,
  type PersonalData,
  ROWS_PER_READ,
} from '../platform/personal-data/personal-data.ts'
import { deleteSpooledBefore } from './issuing/spool.ts'

const HOUR_MS = 3_600_000

export const documentsData = {
  documents: {
    holds: 'number, hash and signature of issued documents',
    kept: 'for good',
    why: 'anyone can verify a document',
    exported: {
      name: 'documents',
      about: msg('Documents that we issued about your accounts, with their fingerprints (SHA-256).'),
      columns: [
        'number',
        'kind',
        'accountId',
        'subject',
        'period',
        'format',
        'staffCopy',
        'issuedAt',
        'sizeBytes',
        'sha256',
      ],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select number as key, number, kind, account_id as "accountId", subject, period, format, staff_copy as "staffCopy",
          issued_at as "issuedAt", size_bytes as "sizeBytes", encode(sha256, 'hex') as sha256
        from documents where owner_id = ${personId} and number > ${after ?? ''} order by number limit ${ROWS_PER_READ}`,
    },
    notExported: {
      'Work of staff.': ['issued_by'],
      'Needed by the software only.': ['final', 'key_id', 'signature'],
    },
    erasure: {
      does: 'no text',
    },
    reading: 'statements.viewed',
  },
  document_parts: {
    holds: 'bytes of issued documents',
    kept: 'for good',
    why: 'vouchers',
    exported: {
      not: 'The bytes of issued documents. The statements are in the export, and the documents can be opened again.',
    },
    erasure: {
      does: 'deleted with the books',
      withBooks: (tx, { personId }) => tx`
        delete from document_parts where number in (
          select number from documents where owner_id = ${personId} and kind <> all(${[...BANK_DOCUMENT_KINDS]}::text[]))`,
    },
    reading: 'statements.viewed',
  },
  document_spool: {
    holds: 'documents while they are made',
    kept: '',
    why: 'left by crashed servers',
    cleanUp: { job: 'delete spooled documents', lifetimeMs: HOUR_MS, every: 'ten minutes', run: deleteSpooledBefore },
    exported: { not: 'Documents while they are made.' },
    erasure: {
      does: 'expires',
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  signing_keys: aboutTheBank({
    holds: 'keys of issued documents',
    kept: 'for good',
    why: 'anyone can verify a document',
  }),
  statement_closings: {
    holds: 'where each month ended',
    kept: 'for good',
    why: 'statements never change',
    exported: { not: 'Where each month ended. The statements have it.' },
    erasure: {
      does: 'no text',
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  statement_sums: {
    holds: 'sums per account and month',
    kept: 'for good',
    why: 'derived from the books',
    exported: { not: 'Sums of the postings.' },
    erasure: {
      does: 'no text',
    },
    reading: { unlogged: 'Staff never see it.' },
  },
} satisfies PersonalData
