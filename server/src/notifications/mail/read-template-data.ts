import type { Deps } from '../../http/deps.ts'
import type { OutboxMail } from '../../ledger/outbox.ts'
import { type TransactionRow, toTransaction, transactionColumns } from '../../ledger/rows.ts'
import { signLink } from '../../platform/crypto/signed-links.ts'
import { idsIn, type LinkReader, type MailTemplates, type TemplateData } from '../template.ts'

type TemplateDataDeps = Pick<Deps, 'sql' | 'keys' | 'config'> & { origin: string; mail: MailTemplates }

/** A few queries for a whole batch. */
export async function readTemplateData(
  { sql, keys, config, origin, mail }: TemplateDataDeps,
  batch: readonly OutboxMail[],
  at: Date,
): Promise<TemplateData> {
  const transactionIds = idsIn(batch, 'transactionId')
  const people = [...new Set(batch.map(({ personId }) => personId))]
  // In the fragment, which browsers don't send to servers: the token ends up in no access log.
  const readLinks = async ({ page, purpose, read }: LinkReader) =>
    [...(await read(sql, batch, at))].map(
      ([id, link]) => [id, `${origin}${page}#token=${signLink(keys.link, purpose, link)}`] as const,
    )
  const [rows, requests, optOuts, links] = await Promise.all([
    transactionIds.length > 0
      ? sql<TransactionRow[]>`
          select ${transactionColumns(sql)} from transactions t where t.id = any(${transactionIds}::uuid[])`
      : [],
    transactionIds.length > 0
      ? sql<{ id: string; reference: string }[]>`
          select d.id, r.reference from transactions d
          join pay_request_payments p on p.transaction_id = d.origin_id join pay_requests r on r.id = p.request_id
          where d.id = any(${transactionIds}::uuid[]) and d.reverses_id is null`
      : [],
    sql<{ person_id: string; topic: string }[]>`
      select person_id, topic from mail_opt_outs where person_id = any(${people}::uuid[])`,
    Promise.all(mail.links.map(readLinks)),
  ])
  return {
    templates: mail.templates,
    institution: config.institution,
    zone: config.bankTimeZone,
    locales: config.locales,
    transactions: new Map(rows.map((row) => [row.id, toTransaction(row)])),
    requestReferences: new Map(requests.map(({ id, reference }) => [id, reference])),
    links: new Map(links.flat()),
    addressOf: (path) => `${origin}${path}`,
    optOuts: new Set(optOuts.map(({ person_id, topic }) => `${person_id} ${topic}`)),
  }
}
