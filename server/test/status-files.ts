import { element, group } from '../src/documents/xml.ts'
import type { Bank, Person } from './bank.ts'
import { statementForm } from './statement-files.ts'

/* Status reports and notifications of an external bank, as its schemas write them. */

export type StatusLine = {
  reference: string
  status?: string
  reason?: string
  amount?: string
  currency?: string
}

type Pain002 = {
  messageId: string
  lines?: readonly StatusLine[]
  groupStatus?: string
  groupReason?: string
  /** The id of the block of payments; null: there is no block. */
  informationId?: string | null
  informationStatus?: string
  count?: number
  sum?: string
  version?: string
}

const reasonOf = (code: string | undefined) => (code ? group('StsRsnInf', group('Rsn', element('Cd', code))) : '')
const money = (name: string, { amount, currency = 'USD' }: Pick<StatusLine, 'amount' | 'currency'>) =>
  amount === undefined ? '' : `<${name} Ccy="${currency}">${amount}</${name}>`
const optional = (name: string, text: string | number | undefined) =>
  text === undefined ? '' : element(name, String(text))

export function pain002({ messageId, lines = [], version = '10', ...rest }: Pain002): string {
  const { groupStatus, groupReason, informationId = messageId, informationStatus, count, sum } = rest
  const block =
    informationId === null
      ? ''
      : group(
          'OrgnlPmtInfAndSts',
          element('OrgnlPmtInfId', informationId),
          optional('PmtInfSts', informationStatus),
          ...lines.map((line) =>
            group(
              'TxInfAndSts',
              element('OrgnlEndToEndId', line.reference),
              optional('TxSts', line.status),
              reasonOf(line.reason),
              group('OrgnlTxRef', group('Amt', money('InstdAmt', line))),
            ),
          ),
        )
  return document(
    `pain.002.001.${version}`,
    'CstmrPmtStsRpt',
    group('GrpHdr', element('MsgId', 'STATUS-1'), element('CreDtTm', '2026-01-05T10:00:00')),
    group(
      'OrgnlGrpInfAndSts',
      element('OrgnlMsgId', messageId),
      element('OrgnlMsgNmId', 'pain.001.001.09'),
      optional('OrgnlNbOfTxs', count),
      optional('OrgnlCtrlSum', sum),
      optional('GrpSts', groupStatus),
      reasonOf(groupReason),
    ),
    block,
  )
}

export type Notice = {
  amount: string
  currency?: string
  side?: 'DBIT' | 'CRDT'
  status?: string
  reference?: string
  /** A credit that brings a payment back. */
  returnReason?: string
  /** A collective debit: the message id and the number of its payments. */
  batch?: { messageId: string; count: number }
}

export const camt054 = (account: string, notices: readonly Notice[], version = '08'): string =>
  document(
    `camt.054.001.${version}`,
    'BkToCstmrDbtCdtNtfctn',
    group('GrpHdr', element('MsgId', 'NOTICE-1'), element('CreDtTm', '2026-01-05T10:00:00')),
    group(
      'Ntfctn',
      element('Id', 'N-1'),
      element('CreDtTm', '2026-01-05T10:00:00'),
      group('Acct', group('Id', accountOf(account)), element('Ccy', 'USD')),
      ...notices.map(entryOf),
    ),
  )

const accountOf = (account: string) =>
  /^[A-Z]{2}\d\d/.test(account) ? element('IBAN', account) : group('Othr', element('Id', account))

export function entryOf({ side = 'DBIT', status = 'BOOK', reference, returnReason, batch, ...amount }: Notice): string {
  const details = batch
    ? group('Btch', element('PmtInfId', batch.messageId), element('NbOfTxs', String(batch.count)))
    : group(
        'TxDtls',
        reference === undefined ? '' : group('Refs', element('EndToEndId', reference)),
        money('Amt', amount),
        element('CdtDbtInd', side),
        returnReason ? group('RtrInf', group('Rsn', element('Cd', returnReason))) : '',
      )
  return group(
    'Ntry',
    money('Amt', amount),
    element('CdtDbtInd', side),
    group('Sts', element('Cd', status)),
    group('BookgDt', element('Dt', '2026-01-05')),
    group('BkTxCd', group('Prtry', element('Cd', 'TRF'))),
    group('NtryDtls', details),
  )
}

const document = (name: string, root: string, ...content: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">${group(root, ...content)}</Document>\n`

/** Uploads a status file. */
export const uploadStatus = (by: Person, file: string | Buffer) =>
  by.call('POST', '/admin/payment-runs/status', statementForm(file))

type SentRun = { id: string; number: number; messageId: string; account: string; references: string[] }

/** Collects what is due into a run, and marks it as sent unless it stays open. */
export async function makeRun(bank: Bank, by: Person, body: object | null = null, isSent = true): Promise<SentRun> {
  const made = await by.call('POST', '/admin/payment-runs', body ? { body } : {})
  if (made.statusCode !== 201) throw new Error(made.body)
  const run = made.json()
  if (isSent) await by.call('POST', `/admin/payment-runs/${run._id}/sent`)
  const rows = await bank.sql<{ reference: string }[]>`
    select end_to_end_id as reference from run_payments where run_id = ${run._id} order by place`
  return {
    id: run._id,
    number: run.number,
    messageId: `RUN-${run.number}-${run._id.slice(-12)}`,
    account: run.account.number,
    references: rows.map(({ reference }) => reference),
  }
}
