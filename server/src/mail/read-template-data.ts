import type { Deps } from '../http/deps.ts'
import type { OutboxMail } from '../ledger/outbox.ts'
import { type TransactionRow, toTransaction, transactionColumns } from '../ledger/rows.ts'
import { readOpenResetLinks, signResetToken } from '../people/reset-links.ts'
import type { TemplateData } from './templates.ts'

type TemplateDataDeps = Pick<Deps, 'sql' | 'keys' | 'config'> & { origin: string }

/** Three reads for a whole batch. The token of a link is made here, on its way out, and kept nowhere. */
export async function readTemplateData(
  deps: TemplateDataDeps,
  claimed: readonly OutboxMail[],
  at: Date,
): Promise<TemplateData> {
  const { sql, keys, config, origin } = deps
  const mentioned = (field: string) => claimed.flatMap(({ data }) => (data[field] ? [String(data[field])] : []))
  const [transactionIds, resetIds] = [mentioned('transactionId'), mentioned('resetId')]
  const people = [...new Set(claimed.map(({ personId }) => personId))]
  const [rows, links, optOuts] = await Promise.all([
    transactionIds.length > 0
      ? sql<TransactionRow[]>`
          select ${transactionColumns(sql)} from transactions t where t.id = any(${transactionIds}::uuid[])`
      : [],
    resetIds.length > 0 ? readOpenResetLinks(sql, resetIds, at) : new Map(),
    sql<{ person_id: string; topic: string }[]>`
      select person_id, topic from mail_opt_outs where person_id = any(${people}::uuid[])`,
  ])
  const address = (link: { id: string; expiresAt: Date }) =>
    // Behind the '#', which browsers don't send on: it ends up in nobody's log.
    `${origin}/reset-password#token=${signResetToken(keys.link, link)}`
  return {
    institution: config.institution,
    zone: config.bankTimeZone,
    transactions: new Map(rows.map((row) => [row.id, toTransaction(row)])),
    supportAddress: `${origin}/dashboard/support-user`,
    optOuts: new Set(optOuts.map(({ person_id, topic }) => `${person_id} ${topic}`)),
    resetLinks: new Map([...links].map(([id, link]) => [id, address(link)])),
  }
}
