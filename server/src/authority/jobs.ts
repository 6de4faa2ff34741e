import type { Deps } from '../http/deps.ts'
import { EVERY_TEN_MINUTES } from '../platform/jobs/intervals.ts'
import type { Job, JobLog } from '../platform/jobs/run-jobs.ts'
import { expireProposals } from './proposals/expire-proposals.ts'

type AuthorityJobDeps = Pick<Deps, 'sql' | 'now' | 'ledger'> & { log: JobLog }

export const authorityJobs = (deps: AuthorityJobDeps): Job[] => [
  { name: 'expire proposals', ...EVERY_TEN_MINUTES, run: () => expireAndLog(deps) },
]

async function expireAndLog(deps: AuthorityJobDeps): Promise<void> {
  const count = await expireProposals(deps)
  if (count > 0) deps.log.info({ count }, 'proposals expired')
}
