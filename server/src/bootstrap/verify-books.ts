import { checkOneByOne, type Finding } from '../ledger/books/invariants.ts'
import type { FullBookCheck } from '../ledger/full-book-checks.ts'
import type { Sql } from '../platform/db/connection.ts'
import { readNow } from '../platform/db/read-now.ts'
import { readTimeZone } from './time-zone.ts'

/** One snapshot for all invariants, so that a running bank can be checked. */
export async function verifyBooks(sql: Sql, zone: string, print: (line: string) => void): Promise<FullBookCheck> {
  return sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx) => {
    // Summing years of postings takes longer than the timeout of a request.
    await tx`set local statement_timeout = 0`
    const at = await readNow(tx)
    let held = 0
    for await (const finding of checkOneByOne(tx, (await readTimeZone(tx)) ?? zone)) {
      print(describeFinding(finding))
      if (finding.breaches > 0n) return { at, held, breached: finding.number }
      held++
    }
    print(`All ${held} invariants hold.`)
    return { at, held, breached: null }
  })
}

const count = (value: bigint) => value.toLocaleString('en-US')

export function describeFinding({ number, title, checked, breaches }: Finding): string {
  return breaches === 0n
    ? `${number}  ok      ${title}  (${count(checked)} checked)`
    : `${number}  BREACH  ${title}  (${count(breaches)} wrong, ${count(checked)} checked)`
}
