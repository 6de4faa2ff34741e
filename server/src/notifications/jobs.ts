import { EVERY_SECOND } from '../platform/jobs/intervals.ts'
import type { Job } from '../platform/jobs/run-jobs.ts'
import type { MailerDeps } from './mail/deliver-mail.ts'
import { createMailDelivery } from './mail/mail-delivery.ts'
import { deliverPushes, type PushDeps } from './push/deliver-pushes.ts'
import { deliverEvents, type WebhookDeps } from './webhooks/deliver-events.ts'

export type NotificationJobDeps = MailerDeps & {
  webhooks?: Pick<WebhookDeps, 'observeDelivery' | 'steps'> | undefined
  push?: Pick<PushDeps, 'observePush' | 'send'> | undefined
}

/** What is due is found by polling indexes that are mostly empty. */
export const notificationJobs = (deps: NotificationJobDeps): Job[] => [
  { name: 'deliver mail', ...EVERY_SECOND, run: createMailDelivery(deps) },
  {
    name: 'deliver webhooks',
    ...EVERY_SECOND,
    run: (signal) => deliverEvents({ ...deps, ...deps.webhooks }, signal),
  },
  { name: 'deliver pushes', ...EVERY_SECOND, run: (signal) => deliverPushes({ ...deps, ...deps.push }, signal) },
]
