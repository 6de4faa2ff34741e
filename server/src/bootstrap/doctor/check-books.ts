import { differenceCents, lastBookCheck } from '../../ledger/check-books.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { readNow } from '../../platform/db/read-now.ts'
import { describeDuration } from '../../platform/runtime/describe-duration.ts'
import { countServers } from './check-database.ts'
import { notChecked, ok, type Verdict, wrong } from './verdict.ts'

/** The alert BooksNotVerified has the same limit: servers verify every ten minutes. */
const MAX_AGE_MS = 1_800_000

/** The result of the last verification. Summing again takes too long for a look: `npm run verify` does. */
export async function checkBooks(sql: Sql): Promise<Verdict> {
  const [last, now, servers] = [await lastBookCheck(sql), await readNow(sql), await countServers(sql)]
  if (!last)
    return servers === 0
      ? notChecked("they were never verified: run 'npm run verify'")
      : notChecked('the servers have not verified them yet')
  const ageMs = now.getTime() - last.at.getTime()
  const when = `${describeDuration(ageMs)} ago`
  if (last.unbalancedAccounts > 0n || differenceCents(last) !== 0n)
    return wrong(
      `${last.unbalancedAccounts} of ${last.accounts} accounts did not balance ${when}: run 'npm run verify'; see docs/monitoring/runbooks/BooksDoNotBalance.md.`,
    )
  if (ageMs > MAX_AGE_MS && servers > 0)
    return wrong(`Verified ${when}, and servers run: see docs/monitoring/runbooks/BooksNotVerified.md.`)
  return ok(`they balanced ${when} (${last.postings.toLocaleString('en-US')} postings)`)
}
