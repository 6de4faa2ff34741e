import type { AuditEntry } from '#contract/audit.ts'
import { csv } from '#contract/csv.ts'
import { describeFields, transactionIdOf } from './describe-entry.ts'

const HEADER = [
  'Time',
  'Staff',
  'Staff ID',
  'Action',
  'User',
  'User ID',
  'Before',
  'After',
  'Transaction ID',
  'Request ID',
  'Entry ID',
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

export const auditCsv = (entries: readonly AuditEntry[]): string => csv([HEADER, ...entries.map(toRow)])
