import { expireProposals } from './authority/proposals/expire-proposals.ts'
import { createCleanUp } from './bootstrap/clean-up.ts'
import { MAIL_TEMPLATES } from './bootstrap/mail-templates.ts'
import { sumStatements } from './documents/statements/statement-sums.ts'
import type { Deps } from './http/deps.ts'
import { checkBooksIfDue, differenceCents } from './ledger/check-books.ts'
import { sumDays } from './ledger/day-totals.ts'
import { sealChains } from './ledger/proof/seal.ts'
import { createMailDelivery } from './notifications/mail/mail-delivery.ts'
import { deliverPushes, type PushDeps } from './notifications/push/deliver-pushes.ts'
import { deliverEvents, type WebhookDeps } from './notifications/webhooks/deliver-events.ts'
import { runDueOrders } from './payments/scheduled-payments/run-scheduled-payments.ts'
import type { Job, JobLog } from './platform/jobs/run-jobs.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** Not while the first requests after a start are served. */
const EVERY_TEN_MINUTES = { intervalMs: 10 * MINUTE_MS, firstRunAfterMs: 20 * SECOND_MS }
/** For a search through a whole table. */
const HOURLY = { ...EVERY_TEN_MINUTES, intervalMs: 60 * MINUTE_MS }
/** Each server has this job; the books need not be verified more often than this. */
const VERIFIED_RECENTLY_MS = 5 * MINUTE_MS

export type JobDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'now' | 'ledger'> & {
  log: JobLog
  /** Base URL of the links in emails. */
  origin: string
  webhooks?: Pick<WebhookDeps, 'observeDelivery' | 'steps'>
  push?: Pick<PushDeps, 'observePush' | 'send'>
}

/** All background jobs of the bank. Each must be safe to run on several servers at once. */
export const createJobs = (deps: JobDeps): Job[] => {
  const { sql, now } = deps
  const { zone } = deps.ledger
  return [
    { name: 'seal chains', ...EVERY_TEN_MINUTES, run: () => sealAndLog(deps) },
    { name: 'verify books', ...EVERY_TEN_MINUTES, run: () => verifyAndLog(deps) },
    { name: 'sum days', ...HOURLY, run: async () => void (await sumDays(sql, now(), zone)) },
    { name: 'sum statements', ...HOURLY, run: async () => void (await sumStatements(sql, { at: now(), zone })) },
    ...createCleanUp(deps, { 'ten minutes': EVERY_TEN_MINUTES, hour: HOURLY }),
    { name: 'expire proposals', ...EVERY_TEN_MINUTES, run: () => expireAndLog(deps) },
    // At the beginning of a day, and at once for an order that is made for today.
    { name: 'run orders', intervalMs: SECOND_MS, firstRunAfterMs: 0, run: (signal) => runAndLog(deps, signal) },
    // New mail is found by polling an index that is mostly empty.
    {
      name: 'deliver mail',
      intervalMs: SECOND_MS,
      firstRunAfterMs: 0,
      run: createMailDelivery({ ...deps, mail: MAIL_TEMPLATES }),
    },
    {
      name: 'deliver webhooks',
      intervalMs: SECOND_MS,
      firstRunAfterMs: 0,
      run: (signal) => deliverEvents({ ...deps, ...deps.webhooks }, signal),
    },
    {
      name: 'deliver pushes',
      intervalMs: SECOND_MS,
      firstRunAfterMs: 0,
      run: (signal) => deliverPushes({ ...deps, ...deps.push, mail: MAIL_TEMPLATES }, signal),
    },
  ]
}

/** Logged so that an external log store can prove later tampering. */
async function sealAndLog({ sql, now, log }: JobDeps): Promise<void> {
  const seal = await sealChains(sql, now())
  if (seal) log.info({ seal: String(seal.number), hash: seal.hash, heads: seal.heads }, 'chains sealed')
}

async function runAndLog(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const sent = await runDueOrders(deps, signal)
  if (sent > 0) deps.log.info({ sent }, 'scheduled payments made')
}

async function expireAndLog(deps: JobDeps): Promise<void> {
  const count = await expireProposals(deps)
  if (count > 0) deps.log.info({ count }, 'proposals expired')
}

async function verifyAndLog({ sql, now, log }: JobDeps): Promise<void> {
  const at = now()
  const check = await checkBooksIfDue(sql, at, new Date(at.getTime() - VERIFIED_RECENTLY_MS))
  if (check && (differenceCents(check) !== 0n || check.crookedAccounts > 0n))
    log.error(
      { difference: String(differenceCents(check)), accounts: String(check.crookedAccounts) },
      'books do not balance',
    )
}
