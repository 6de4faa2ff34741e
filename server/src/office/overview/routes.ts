import { checkBooksNow, getOverview } from '#contract/office/overview.ts'
import { sessionMay } from '../../access/session.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { type BookCheck, checkBooks } from '../../ledger/check-books.ts'
import { readOverview, toBookCheck } from './read-overview.ts'

export function overviewRoutes({ sql, ledger, config }: Pick<Deps, 'sql' | 'ledger' | 'config'>): Route[] {
  // Concurrent calls share one check: it reads all accounts.
  let running: Promise<BookCheck> | null = null
  const check = (at: Date) => {
    running ??= checkBooks(sql, at).finally(() => {
      running = null
    })
    return running
  }
  const rules = { zone: ledger.zone, fourEyesAboveCents: config.fourEyesAboveCents }
  return [
    route(getOverview, async ({ at, session }) => {
      const overview = await readOverview(sql, at, rules)
      return sessionMay(session, 'audit:read') ? overview : { ...overview, books: null }
    }),
    route(checkBooksNow, async ({ at }) => toBookCheck(await check(at))),
  ]
}
