import type { Deps } from '../http/deps.ts'
import type { OutboxMail } from '../ledger/outbox.ts'
import { type TransactionRow, toTransaction, transactionColumns } from '../ledger/rows.ts'
import { readOpenResetLinks, signResetToken } from '../people/reset-links.ts'
import type { TemplateData } from './templates.ts'

type TemplateDataDeps = Pick<Deps, 'sql' | 'keys' | 'config'> & { origin: string }

/** Three queries for a whole batch. The token of a reset link is signed here, as it is sent, and never stored. */
export async function readTemplateData(
  { sql, keys, config, origin }: TemplateDataDeps,
  batch: readonly OutboxMail[],
  at: Date,
): Promise<TemplateData> {
  const idsIn = (field: string) => batch.flatMap(({ data }) => (data[field] ? [String(data[field])] : []))
  const [transactionIds, resetIds] = [idsIn('transactionId'), idsIn('resetId')]
  const people = [...new Set(batch.map(({ personId }) => personId))]
  const [rows, links, optOuts] = await Promise.all([
    transactionIds.length > 0
      ? sql<TransactionRow[]>`
          select ${transactionColumns(sql)} from transactions t where t.id = any(${transactionIds}::uuid[])`
      : [],
    resetIds.length > 0 ? readOpenResetLinks(sql, resetIds, at) : new Map(),
    sql<{ person_id: string; topic: string }[]>`
      select person_id, topic from mail_opt_outs where person_id = any(${people}::uuid[])`,
  ])
  const resetAddress = (link: { id: string; expiresAt: Date }) =>
    // In the fragment, which browsers don't send to servers: the token ends up in no access log.
    `${origin}/reset-password#token=${signResetToken(keys.link, link)}`
  return {
    institution: config.institution,
    zone: config.bankTimeZone,
    transactions: new Map(rows.map((row) => [row.id, toTransaction(row)])),
    supportAddress: `${origin}/dashboard/support-user`,
    optOuts: new Set(optOuts.map(({ person_id, topic }) => `${person_id} ${topic}`)),
    resetLinks: new Map([...links].map(([id, link]) => [id, resetAddress(link)])),
  }
}
