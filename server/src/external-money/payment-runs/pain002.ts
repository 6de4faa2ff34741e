import type { XmlElement, XmlEvent } from '../statement-files/xml-records.ts'
import { textOf } from '../statement-files/xml-records.ts'
import { amountIn, reasonIn, referencesIn } from './status-fields.ts'
import type { StatusReader, StatusReport, Word } from './status-file.ts'

/** ExternalPaymentTransactionStatus1Code. A part is told by each payment, so nothing follows from `PART` for the others. */
const WORDS: Readonly<Record<string, Word>> = {
  ACTC: 'accepted',
  ACCP: 'accepted',
  ACFC: 'accepted',
  ACSP: 'accepted',
  ACWC: 'accepted',
  ACWP: 'accepted',
  ACSC: 'booked',
  ACCC: 'booked',
  PDNG: 'pending',
  RCVD: 'pending',
  RJCT: 'rejected',
}
const PARTIAL = ['PART', 'PATC']

const wordOf = (code: string): Word => WORDS[code.toUpperCase()] ?? 'unclear'

const GROUP = /(?:^|\/)Document\/CstmrPmtStsRpt\/OrgnlGrpInfAndSts$/
const INFORMATION = /(?:^|\/)Document\/CstmrPmtStsRpt\/OrgnlPmtInfAndSts$/
const RECORD =
  /(?:^|\/)Document\/CstmrPmtStsRpt\/(?:OrgnlGrpInfAndSts|OrgnlPmtInfAndSts\/(?:OrgnlPmtInfId|OrgnlNbOfTxs|OrgnlCtrlSum|PmtInfSts|StsRsnInf|TxInfAndSts))$/
const REPORT = /(?:^|\/)Document\/CstmrPmtStsRpt$/

type Level = {
  id: string | undefined
  status: string | undefined
  reason: string
  count: string | undefined
  sum: string | undefined
}
const NOTHING: Level = { id: undefined, status: undefined, reason: '', count: undefined, sum: undefined }

/** A customer payment status report: of the whole message, of its one block of payments, or of single payments. */
export class Pain002Reader implements StatusReader {
  #group = NOTHING
  #information = NOTHING
  /** The block has told of all payments, so that the message says nothing more. */
  #isTold = false

  isRecord = (path: string): boolean => RECORD.test(path)

  read(event: Extract<XmlEvent, { kind: 'record' | 'end' }>): StatusReport[] {
    if (event.kind === 'end') return this.#end(event.path)
    if (!RECORD.test(event.path)) return []
    const { element } = event
    if (GROUP.test(event.path)) {
      this.#group = {
        id: textOf(element, 'OrgnlMsgId'),
        status: textOf(element, 'GrpSts'),
        reason: reasonIn(element.children.find(({ name }) => name === 'StsRsnInf')),
        count: textOf(element, 'OrgnlNbOfTxs'),
        sum: textOf(element, 'OrgnlCtrlSum'),
      }
      return []
    }
    if (element.name === 'TxInfAndSts') return this.#payment(element)
    this.#addToInformation(element)
    return []
  }

  #addToInformation(element: XmlElement): void {
    const text = element.text.trim()
    if (element.name === 'OrgnlPmtInfId') this.#information = { ...NOTHING, id: text }
    if (element.name === 'PmtInfSts') this.#information = { ...this.#information, status: text }
    if (element.name === 'OrgnlNbOfTxs') this.#information = { ...this.#information, count: text }
    if (element.name === 'OrgnlCtrlSum') this.#information = { ...this.#information, sum: text }
    if (element.name === 'StsRsnInf' && this.#information.reason === '')
      this.#information = { ...this.#information, reason: reasonIn(element) }
  }

  #payment(element: XmlElement): StatusReport[] {
    const status = textOf(element, 'TxSts') ?? this.#information.status ?? this.#group.status
    const [reference = null] = referencesIn(textOf(element, 'OrgnlEndToEndId'), textOf(element, 'OrgnlInstrId'))
    const own = reasonIn(element.children.find(({ name }) => name === 'StsRsnInf'))
    return [
      {
        word: status ? wordOf(status) : 'unclear',
        messageIds: this.#messageIds(),
        // Without one, it is no payment that the bank could have got from here.
        reference: reference ?? '',
        amounts: amountIn(element, 'OrgnlTxRef/Amt/InstdAmt'),
        count: null,
        account: null,
        reason: own || this.#information.reason || this.#group.reason,
      },
    ]
  }

  #end(path: string): StatusReport[] {
    if (INFORMATION.test(path)) {
      const { status } = this.#information
      const reports = status ? this.#all(this.#information) : []
      if (status) this.#isTold = true
      this.#information = NOTHING
      return reports
    }
    if (!REPORT.test(path)) return []
    const reports = this.#group.status && !this.#isTold ? this.#all(this.#group) : []
    this.#group = NOTHING
    this.#isTold = false
    return reports
  }

  /** Of every payment that the file does not name. */
  #all({ status = '', reason, count, sum }: Level): StatusReport[] {
    if (PARTIAL.includes(status.toUpperCase())) return []
    return [
      {
        word: wordOf(status),
        messageIds: this.#messageIds(),
        reference: null,
        amounts: sum === undefined ? [] : [{ amount: sum, currency: null }],
        count: count === undefined ? null : Number(count),
        account: null,
        reason: reason || this.#group.reason,
      },
    ]
  }

  #messageIds = () => referencesIn(this.#group.id, this.#information.id)
}
