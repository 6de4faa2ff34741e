import type { Deps } from '../deps.ts'
import type { Claimed } from '../ledger/outbox.ts'
import { type TransactionRow, toTransaction, transactionColumns } from '../ledger/rows.ts'
import { readOpenResetLinks, signResetToken } from '../people/reset-links.ts'
import type { Facts } from './letters.ts'

type FactsDeps = Pick<Deps, 'sql' | 'keys' | 'config'> & { origin: string }

/** Two reads for a whole batch. The token of a link is made here, on its way out, and kept nowhere. */
export async function readFacts(deps: FactsDeps, claimed: readonly Claimed[], at: Date): Promise<Facts> {
  const { sql, keys, config, origin } = deps
  const mentioned = (field: string) => claimed.flatMap(({ data }) => (data[field] ? [String(data[field])] : []))
  const [transactionIds, resetIds] = [mentioned('transactionId'), mentioned('resetId')]
  const [rows, links] = await Promise.all([
    transactionIds.length > 0
      ? sql<TransactionRow[]>`
          select ${transactionColumns(sql)} from transactions t where t.id = any(${transactionIds}::uuid[])`
      : [],
    resetIds.length > 0 ? readOpenResetLinks(sql, resetIds, at) : new Map(),
  ])
  const address = (link: { id: string; expiresAt: Date }) =>
    // Behind the '#', which browsers don't send on: it ends up in nobody's log.
    `${origin}/reset-password#token=${signResetToken(keys.link, link)}`
  return {
    institution: config.institution,
    zone: config.bankTimeZone,
    transactions: new Map(rows.map((row) => [row.id, toTransaction(row)])),
    resetLinks: new Map([...links].map(([id, link]) => [id, address(link)])),
  }
}
