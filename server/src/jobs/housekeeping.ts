import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from '../db/connection.ts'
import { deleteOldOfficeEvents } from '../events/office-events.ts'
import { checkBooksUnlessSince, differenceCents } from '../ledger/check-books.ts'
import { sealChains } from '../ledger/seal.ts'
import { deleteSessionsEndedBefore } from '../sessions/end-session.ts'

const DAY_MS = 86_400_000
const FIRST_AFTER_MS = 20_000
const EVERY_MS = 10 * 60_000
/** What is still being done then is undone by the database, and done by the next round of whoever is there. */
const STOP_WITHIN_MS = 1_000
/** Long enough to answer 'which device was that?', not for ever. */
const SESSIONS_KEPT_MS = 30 * DAY_MS
/** The longest window in which attempts are counted is an hour. */
const ATTEMPTS_KEPT_MS = DAY_MS

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>
type Keeping = { sql: Sql; now: () => Date; log: Log; firstAfterMs?: number; everyMs?: number }

/** What nobody asks for and has to be done: seals, proofs, and forgetting what is over. Resolves when the round under way is done, or soon. */
export function startHousekeeping(keeping: Keeping): () => Promise<void> {
  const { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = keeping
  const ending = new AbortController()
  let round = Promise.resolve()
  // Each round sets the next one's timer when it is done, so that two never overlap.
  const plan = (afterMs: number) =>
    setTimeout(() => {
      round = keepHouse(keeping, ending.signal).then(() => {
        if (!ending.signal.aborted) timer = plan(everyMs)
      })
    }, afterMs).unref()
  let timer = plan(firstAfterMs)
  return async () => {
    ending.abort()
    clearTimeout(timer)
    // Proving the books of many years takes longer than a stop may.
    await Promise.race([round, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
  }
}

/** One duty that fails (a database that is away) keeps none of the others from being done, and is done next time. */
export async function keepHouse({ sql, now, log }: Keeping, ending?: AbortSignal): Promise<void> {
  const at = now()
  const duties: Record<string, () => Promise<void>> = {
    'seal the chains': async () => {
      const seal = await sealChains(sql, at)
      // Whoever keeps the log elsewhere can hold the bank to this hash later.
      if (seal) log.info({ seal: String(seal.number), hash: seal.hash, heads: seal.heads }, 'chains sealed')
    },
    'verify the books': async () => {
      // Each of several servers has this duty; half a round apart is often enough.
      const check = await checkBooksUnlessSince(sql, at, new Date(at.getTime() - EVERY_MS / 2))
      if (check && (differenceCents(check) !== 0n || check.crookedAccounts > 0n))
        log.error(
          { difference: String(differenceCents(check)), accounts: String(check.crookedAccounts) },
          'books are wrong',
        )
    },
    'forget old sessions': async () => {
      const before = new Date(at.getTime() - SESSIONS_KEPT_MS)
      await deleteSessionsEndedBefore(sql, before)
    },
    'forget old office events': () => deleteOldOfficeEvents(sql, at),
    'forget old attempts': async () => {
      await sql`delete from attempts where started_at < ${new Date(at.getTime() - ATTEMPTS_KEPT_MS)}`
    },
  }
  for (const [duty, run] of Object.entries(duties)) {
    if (ending?.aborted) return
    await run().catch((error) => {
      if (!ending?.aborted) log.error({ err: error, duty }, 'housekeeping failed')
    })
  }
}
