import { find, findAll, textOf, type XmlElement, type XmlEvent } from '../statement-files/xml-records.ts'
import { amountIn, reasonIn, referencesIn } from './status-fields.ts'
import type { FileAmount, StatusReader, StatusReport } from './status-file.ts'

const NOTIFICATION = /(?:^|\/)Document\/BkToCstmrDbtCdtNtfctn\/Ntfctn$/
const RECORD = /(?:^|\/)Document\/BkToCstmrDbtCdtNtfctn\/Ntfctn\/(?:Acct|Ntry)$/

/** Bank transaction codes of credits that bring a payment back. */
const RETURN_FAMILIES = ['RRTN', 'RPCR', 'ARET']

/**
 * A notification of debits and credits: booked debits are payments, and credits that bring one back are returns. Other credits are no
 * answer to a payment run, and come with the statement.
 */
export class Camt054Reader implements StatusReader {
  #account = ''

  isRecord = (path: string): boolean => RECORD.test(path)

  read(event: Extract<XmlEvent, { kind: 'record' | 'end' }>): StatusReport[] {
    if (event.kind === 'end') {
      if (NOTIFICATION.test(event.path)) this.#account = ''
      return []
    }
    if (!RECORD.test(event.path)) return []
    const { element } = event
    if (element.name === 'Ntry') return reportsOf(element, this.#account)
    this.#account = textOf(element, 'Id/IBAN') ?? textOf(element, 'Id/Othr/Id') ?? ''
    return []
  }
}

function reportsOf(ntry: XmlElement, account: string): StatusReport[] {
  if (!isBooked(ntry)) return []
  const details = findAll(ntry, 'NtryDtls/TxDtls')
  if (details.length > 0) {
    const single = details.length === 1
    return details.flatMap((detail) => reportOf(ntry, detail, { account, single }))
  }
  // A collective debit without its payments: the whole run.
  const batch = find(ntry, 'NtryDtls/Btch')
  const messageIds = referencesIn(textOf(batch, 'PmtInfId'), textOf(batch, 'MsgId'))
  if (textOf(ntry, 'CdtDbtInd') !== 'DBIT' || isReversal(ntry)) return []
  const count = textOf(batch, 'NbOfTxs')
  return [
    {
      word: 'booked',
      messageIds,
      reference: messageIds.length > 0 ? null : '',
      amounts: amountIn(ntry, 'Amt'),
      count: count === undefined ? null : Number(count),
      account,
      reason: '',
    },
  ]
}

type Place = { account: string; single: boolean }

function reportOf(ntry: XmlElement, detail: XmlElement, { account, single }: Place): StatusReport[] {
  const indicator = textOf(detail, 'CdtDbtInd') ?? textOf(ntry, 'CdtDbtInd')
  const isReturned = indicator === 'CRDT' && isReturn(ntry, detail)
  if (indicator !== 'DBIT' && !isReturned) return []
  if (indicator === 'DBIT' && isReversal(ntry)) return []
  const [reference = ''] = referencesIn(textOf(detail, 'Refs/EndToEndId'))
  return [
    {
      word: isReturned ? 'returned' : 'booked',
      messageIds: referencesIn(textOf(detail, 'Refs/PmtInfId'), textOf(detail, 'Refs/MsgId')),
      reference,
      amounts: isReturned ? creditedAmount(ntry, detail, single) : debitedAmounts(ntry, detail, single),
      count: null,
      account,
      reason: reasonIn(find(detail, 'RtrInf')),
    },
  ]
}

/** `Sts` has the code as text in version 2 to 4 and below `Cd` in later ones. */
function isBooked(ntry: XmlElement): boolean {
  const status = textOf(ntry, 'Sts/Cd') ?? textOf(ntry, 'Sts/Prtry') ?? textOf(ntry, 'Sts')
  return status === undefined || /^BOOK/i.test(status)
}

const isReversal = (ntry: XmlElement) => /^(?:true|1)$/.test(textOf(ntry, 'RvslInd') ?? '')

function isReturn(ntry: XmlElement, detail: XmlElement): boolean {
  if (find(detail, 'RtrInf') || isReversal(ntry)) return true
  const codes = [detail, ntry].flatMap((element) => textOf(element, 'BkTxCd/Domn/Fmly/SubFmlyCd') ?? [])
  return codes.some((code) => RETURN_FAMILIES.includes(code))
}

/** What the account got: less than the payment where a bank on the way took a fee. */
function creditedAmount(ntry: XmlElement, detail: XmlElement, single: boolean): FileAmount[] {
  if (single) return amountIn(ntry, 'Amt')
  const [own] = amountIn(detail, 'Amt')
  return own ? [own] : amountIn(detail, 'AmtDtls/TxAmt/Amt')
}

/** A debit may include charges, which other amounts leave out. */
const debitedAmounts = (ntry: XmlElement, detail: XmlElement, single: boolean): FileAmount[] => [
  ...amountIn(detail, 'Amt'),
  ...amountIn(detail, 'AmtDtls/TxAmt/Amt'),
  ...amountIn(detail, 'AmtDtls/InstdAmt/Amt'),
  ...(single ? amountIn(ntry, 'Amt') : []),
]
