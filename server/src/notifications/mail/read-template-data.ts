import { readOpenUndoLinks } from '../../customers/email-changes.ts'
import type { Deps } from '../../http/deps.ts'
import { readOpenConfirmationLinks } from '../../identity/email/email-confirmation.ts'
import { readOpenResetLinks } from '../../identity/password/reset-links.ts'
import { readOpenPinLinks } from '../../identity/pin/pin-recovery.ts'
import { secureLinkOf } from '../../identity/sign-in/secure-links.ts'
import type { OutboxMail } from '../../ledger/outbox.ts'
import { type TransactionRow, toTransaction, transactionColumns } from '../../ledger/rows.ts'
import { type LinkPurpose, type SignedLink, signLink } from '../../platform/crypto/signed-links.ts'
import type { TemplateData } from './template.ts'

type TemplateDataDeps = Pick<Deps, 'sql' | 'keys' | 'config'> & { origin: string }

/** A few queries for a whole batch. The token of a link is signed here, as it is sent, and never stored. */
export async function readTemplateData(
  { sql, keys, config, origin }: TemplateDataDeps,
  batch: readonly OutboxMail[],
  at: Date,
): Promise<TemplateData> {
  const idsIn = (field: string) => batch.flatMap(({ data }) => (data[field] ? [String(data[field])] : []))
  const [transactionIds, resetIds, changeIds] = [idsIn('transactionId'), idsIn('resetId'), idsIn('changeId')]
  const confirmationsSentAt = new Map(
    batch.flatMap(({ data, createdAt }) => (data.confirmationId ? [[String(data.confirmationId), createdAt]] : [])),
  )
  const pinLinks = batch.flatMap(({ personId, data, createdAt }) =>
    data.pinRecoveryId ? [{ personId, linkId: String(data.pinRecoveryId), sentAt: createdAt }] : [],
  )
  const people = [...new Set(batch.map(({ personId }) => personId))]
  const [rows, resetLinks, confirmationLinks, undoLinks, openPinLinks, optOuts] = await Promise.all([
    transactionIds.length > 0
      ? sql<TransactionRow[]>`
          select ${transactionColumns(sql)} from transactions t where t.id = any(${transactionIds}::uuid[])`
      : [],
    resetIds.length > 0 ? readOpenResetLinks(sql, resetIds, at) : new Map(),
    confirmationsSentAt.size > 0 ? readOpenConfirmationLinks(sql, confirmationsSentAt) : new Map(),
    changeIds.length > 0 ? readOpenUndoLinks(sql, changeIds, at) : new Map(),
    pinLinks.length > 0 ? readOpenPinLinks(sql, pinLinks, at) : new Map(),
    sql<{ person_id: string; topic: string }[]>`
      select person_id, topic from mail_opt_outs where person_id = any(${people}::uuid[])`,
  ])
  // In the fragment, which browsers don't send to servers: the token ends up in no access log.
  const toAddresses = (page: string, purpose: LinkPurpose, links: ReadonlyMap<string, SignedLink>) =>
    [...links].map(([id, link]) => [id, `${origin}${page}#token=${signLink(keys.link, purpose, link)}`] as const)
  const secureLinks = new Map(
    batch
      .filter(({ kind }) => kind === 'login.new_device')
      .map(({ data, createdAt }) => [String(data.sessionId), secureLinkOf(String(data.sessionId), createdAt)] as const),
  )
  return {
    institution: config.institution,
    zone: config.bankTimeZone,
    locales: config.locales,
    transactions: new Map(rows.map((row) => [row.id, toTransaction(row)])),
    supportAddress: `${origin}/dashboard/support-user`,
    ordersAddress: `${origin}/dashboard/orders`,
    verificationAddress: `${origin}/dashboard/verification`,
    webhooksAddress: `${origin}/dashboard/admin-settings/webhooks`,
    optOuts: new Set(optOuts.map(({ person_id, topic }) => `${person_id} ${topic}`)),
    links: new Map([
      ...toAddresses('/reset-password', 'password reset', resetLinks),
      ...toAddresses('/confirm-email', 'email confirmation', confirmationLinks),
      ...toAddresses('/undo-email', 'email undo', undoLinks),
      ...toAddresses('/dashboard/pin', 'pin recovery', openPinLinks),
      ...toAddresses('/secure-account', 'secure account', secureLinks),
    ]),
  }
}
