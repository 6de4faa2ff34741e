import { csv } from '#contract/csv.ts'
import type { AuditEntry } from '#contract/office/audit.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { describeFields, transactionIdOf } from './describe-entry.ts'

const HEADER = [
  msg('Time'),
  msg('Staff'),
  msg('Staff ID'),
  msg('Action'),
  msg('User'),
  msg('User ID'),
  msg('Before'),
  msg('After'),
  msg('Transaction ID'),
  msg('Request ID'),
  msg('Entry ID'),
]

const toRow = ({ at, actor, action, subject, before, after, requestId, _id }: AuditEntry): string[] => [
  at,
  actor?.fullName ?? '',
  actor?._id ?? '',
  action,
  subject?.fullName ?? '',
  subject?._id ?? '',
  describeFields(before),
  describeFields(after),
  transactionIdOf({ before, after }) ?? '',
  requestId,
  _id,
]

export const auditCsv = (entries: readonly AuditEntry[]): string =>
  csv(
    HEADER.map((name) => t(name)),
    entries.map(toRow),
  )
