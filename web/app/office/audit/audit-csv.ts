import type { Act } from '#contract/audit.ts'
import { csv } from '../../shared/csv.ts'

const HEAD = ['Time', 'Actor', 'Actor ID', 'Action', 'Person', 'Person ID', 'Before', 'After', 'Request ID', 'Act ID']

const rowOf = ({ at, actor, action, subject, before, after, requestId, _id }: Act): string[] => [
  at,
  actor?.fullName ?? '',
  actor?._id ?? '',
  action,
  subject?.fullName ?? '',
  subject?._id ?? '',
  JSON.stringify(before),
  JSON.stringify(after),
  requestId,
  _id,
]

export const actsCsv = (acts: readonly Act[]): string => csv([HEAD, ...acts.map(rowOf)])
