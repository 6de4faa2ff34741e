import type { Sql } from '../platform/db/connection.ts'
import { HOURLY } from '../platform/jobs/intervals.ts'
import type { Job } from '../platform/jobs/run-jobs.ts'
import { sumStatements } from './statements/statement-sums.ts'

export const documentJobs = ({ sql, now, zone }: { sql: Sql; now: () => Date; zone: string }): Job[] => [
  { name: 'sum statements', ...HOURLY, run: async () => void (await sumStatements(sql, { at: now(), zone })) },
]
