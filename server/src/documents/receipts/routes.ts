import type { FastifyReply } from 'fastify'
import {
  readConfirmationCopy,
  readConfirmation as readOwnConfirmation,
  readReceipt as readOwnReceipt,
  readReceiptCopy,
} from '#contract/documents/receipts.ts'
import { offeredLocale } from '#contract/locales.ts'
import { confirmationFileName, receiptFileName } from '#contract/payments/receipt-files.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { sendDocument } from '../../http/send-document.ts'
import { letterheadOf } from '../../platform/pdf/letterhead.ts'
import { type DocumentRequest, type Issue, issueDocument } from '../issue-document.ts'
import { runRendering } from '../run-rendering.ts'
import { type Confirmation, readConfirmation } from './confirmation.ts'
import { renderConfirmationPdf } from './confirmation-pdf.ts'
import { type Receipt, readReceipt } from './receipt.ts'
import { renderReceiptPdf } from './receipt-pdf.ts'

type ReceiptDeps = Pick<Deps, 'sql' | 'ledger' | 'accessLog' | 'config' | 'keys' | 'now'>
type DocumentCall = { askedBy: string; reply: FastifyReply }
type DocumentDownload = DocumentCall & { fileName: string; render: (issue: Issue) => AsyncIterable<Uint8Array> }

export function receiptRoutes(deps: ReceiptDeps): Route[] {
  const { sql, accessLog } = deps
  const { zone } = deps.ledger
  const letterhead = letterheadOf(deps.config)
  /** Of the holder, on copies of staff too: they are made for the holder. */
  const localeOf = ({ holder }: Receipt | Confirmation) => offeredLocale(holder.locale, deps.config.locales)

  async function send(
    request: Omit<DocumentRequest, 'format'>,
    { askedBy, reply, fileName, render }: DocumentDownload,
  ) {
    const staff = askedBy === request.ownerId ? {} : { staffId: askedBy }
    const issued = await runRendering(() => issueDocument(deps, { ...request, ...staff, format: 'pdf' }, render), {
      lane: askedBy,
    })
    return sendDocument(reply, issued, { mediaType: 'application/pdf', fileName })
  }

  const sendReceipt = (receipt: Receipt, asked: DocumentCall) =>
    send(
      { ...receiptRequest(receipt), locale: localeOf(receipt) },
      {
        ...asked,
        fileName: receiptFileName(receipt.transaction.reference),
        render: (issue) => renderReceiptPdf(letterhead, receipt, issue),
      },
    )

  const sendConfirmation = (confirmation: Confirmation, asked: DocumentCall) => {
    const { account, holder } = confirmation
    const request = { kind: 'confirmation', subject: '', final: false } as const
    return send(
      { ...request, ownerId: holder.id, accountId: account.id, locale: localeOf(confirmation) },
      {
        ...asked,
        fileName: confirmationFileName(account.number),
        render: (issue) => renderConfirmationPdf(letterhead, confirmation, issue),
      },
    )
  }

  return [
    route(readOwnReceipt, async ({ session: { personId }, params: { id: transactionId }, reply }) =>
      sendReceipt(await readReceipt(sql, { transactionId, personId }, zone), { askedBy: personId, reply }),
    ),
    route(readOwnConfirmation, async ({ session: { personId }, query: { accountId }, reply }) =>
      sendConfirmation(await readConfirmation(sql, { personId, accountId }, zone), { askedBy: personId, reply }),
    ),
    route(readReceiptCopy, async ({ session, params: { id: transactionId }, reply }) => {
      const receipt = await readReceipt(sql, { transactionId }, zone)
      await accessLog.record({ session, personId: receipt.holder.id, what: 'receipt.copied' })
      return sendReceipt(receipt, { askedBy: session.personId, reply })
    }),
    route(readConfirmationCopy, async ({ session, params: { id: personId }, query: { accountId }, reply }) => {
      const confirmation = await readConfirmation(sql, { personId, accountId }, zone)
      await accessLog.record({ session, personId, what: 'confirmation.copied' })
      return sendConfirmation(confirmation, { askedBy: session.personId, reply })
    }),
  ]
}

/** What is decided changes once more at most: when it is reversed. Its receipt says so, and is another document. */
function receiptRequest({ transaction, account, holder, reversedByReference }: Receipt) {
  const subject = reversedByReference === null ? transaction.id : `${transaction.id} reversed`
  return {
    kind: 'receipt' as const,
    subject,
    final: transaction.status !== 'Pending',
    ownerId: holder.id,
    accountId: account.id,
  }
}
