import { authorityJobs } from './authority/jobs.ts'
import { bookJobs } from './books/jobs.ts'
import { createCleanUp } from './bootstrap/clean-up.ts'
import { MAIL_TEMPLATES } from './bootstrap/mail-templates.ts'
import { documentJobs } from './documents/jobs.ts'
import type { Deps } from './http/deps.ts'
import { ledgerJobs } from './ledger/jobs.ts'
import { type NotificationJobDeps, notificationJobs } from './notifications/jobs.ts'
import { paymentJobs } from './payments/jobs.ts'
import type { Job, JobLog } from './platform/jobs/run-jobs.ts'

export type JobDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'now' | 'ledger'> &
  Pick<NotificationJobDeps, 'webhooks' | 'push'> & {
    log: JobLog
    /** Base URL of the links in emails. */
    origin: string
  }

/** The table of contents: every background job of the bank. Each must be safe to run on several servers at once. */
export function createJobs(deps: JobDeps): Job[] {
  const { zone } = deps.ledger
  return [
    ...ledgerJobs({ ...deps, zone }),
    ...documentJobs({ ...deps, zone }),
    ...bookJobs({ ...deps, zone }),
    ...createCleanUp(deps),
    ...authorityJobs(deps),
    ...paymentJobs(deps),
    ...notificationJobs({ ...deps, mail: MAIL_TEMPLATES }),
  ]
}
