import type { Position } from '#contract/paging.ts'
import { msg } from '#contract/text-id.ts'
import { readAccessLog } from '../../office/access-log/read-access-log.ts'
import { type ExportRow, type ExportTable, ROWS_PER_READ } from './export-table.ts'

const notifications: ExportTable = {
  name: 'notifications',
  about: msg('What we notified you about, in the bell and by email.'),
  columns: ['number', 'kind', 'createdAt', 'readAt', 'transactionId'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select number::text as key, number, kind, created_at as "createdAt", read_at as "readAt",
      data ->> 'transactionId' as "transactionId"
    from outbox where person_id = ${personId} and number > ${after ?? '0'}::bigint order by number limit ${ROWS_PER_READ}`,
}

const messages: ExportTable = {
  name: 'messages',
  about: msg('Your conversation with support. Attachments are in the folder uploads.'),
  columns: ['number', 'from', 'text', 'createdAt', 'seenAt', 'attachmentId', 'transactionId'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select number::text as key, number, case when from_office then 'bank' else 'you' end as from, text,
      created_at as "createdAt", seen_at as "seenAt", attachment_id as "attachmentId", transaction_id as "transactionId"
    from messages where person_id = ${personId} and number > ${after ?? '0'}::bigint order by number limit ${ROWS_PER_READ}`,
}

const toPosition = (key: string): Position => {
  const [time = '', id = ''] = key.split(' ')
  return { at: new Date(Number(time)), id }
}

const accessLog: ExportTable = {
  name: 'access-log',
  about: msg('Which member of staff looked at your account, and what they did.'),
  columns: ['at', 'by', 'role', 'what'],
  read: async (sql, personId, after) => {
    const cursor = after ? toPosition(after) : undefined
    const rows = await readAccessLog(sql, { personId, reader: 'person', cursor, limit: ROWS_PER_READ })
    return rows
      .slice(0, ROWS_PER_READ)
      .map(({ at, id, by, role, what }) => ({ key: `${at.getTime()} ${id}`, at, by, role, what }))
  },
}

const documents: ExportTable = {
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
}

/** What was said and done. */
export const recordTables: readonly ExportTable[] = [notifications, messages, accessLog, documents]
