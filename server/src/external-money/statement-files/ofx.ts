import { normalizeAccountNumber } from '#contract/external-money/external-accounts.ts'
import { readSgmlRecords } from './ofx-sgml.ts'
import {
  atLine,
  calendarDate,
  canonicalAmount,
  type FileEntry,
  plainText,
  type StatementEvent,
  type StatementEvents,
  StatementFormatError,
  textOrNull,
} from './statement-file.ts'
import { findAll, readXmlRecords, textOf, type XmlElement, type XmlEvent } from './xml-records.ts'

/*
 * OFX 1 is SGML (closing tags may be left out), OFX 2 is XML; the elements are the same. OFX has no opening balance: the
 * ledger balance is that at the end of the listed transactions.
 */

const STATEMENTS = ['OFX/BANKMSGSRSV1/STMTTRNRS/STMTRS', 'OFX/CREDITCARDMSGSRSV1/CCSTMTTRNRS/CCSTMTRS']
const RECORDS = [
  'CURDEF',
  'BANKACCTFROM',
  'CCACCTFROM',
  'BANKTRANLIST/DTSTART',
  'BANKTRANLIST/DTEND',
  'BANKTRANLIST/STMTTRN',
  'LEDGERBAL',
]
const RECORD_PATHS = new Set(STATEMENTS.flatMap((path) => RECORDS.map((record) => `${path}/${record}`)))

export const readOfx2 = (text: AsyncIterable<string>): StatementEvents =>
  readOfx(readXmlRecords(text, (path) => RECORD_PATHS.has(path)))

export const readOfx1 = (text: AsyncIterable<string>): StatementEvents =>
  readOfx(readSgmlRecords(text, (path) => RECORD_PATHS.has(path)))

async function* readOfx(groups: AsyncIterable<XmlEvent[]>): StatementEvents {
  let statements = 0
  let reader = new StatementReader()
  for await (const records of groups) {
    const events: StatementEvent[] = []
    try {
      for (const event of records) {
        if (event.kind === 'root' && event.name !== 'OFX') throw new StatementFormatError('The file is not OFX.')
        if (event.kind === 'record') events.push(...atLine(event.lineNumber, () => reader.read(event.element)))
        if (event.kind === 'end' && STATEMENTS.includes(event.path)) {
          if (!reader.isOpen) throw new StatementFormatError('A statement does not name its account.')
          statements++
          reader = new StatementReader()
          events.push({ kind: 'ended' })
        }
      }
    } finally {
      yield events
    }
  }
  if (reader.isOpen) throw new StatementFormatError('The file ends within a statement.')
  if (statements === 0) throw new StatementFormatError('The file has no statement of a bank account.')
}

class StatementReader {
  isOpen = false
  #currency: string | null = null
  #from: string | null = null

  read(element: XmlElement): StatementEvent[] {
    const { name, text } = element
    if (name === 'CURDEF') this.#currency = textOrNull(text)
    else if (name === 'DTSTART') this.#from = text.trim() === '' ? null : dateOf(text)
    else if (name === 'DTEND') return this.#from && text.trim() !== '' ? periodEvents(this.#from, dateOf(text)) : []
    else if (name === 'LEDGERBAL') return [{ kind: 'balance', which: 'closing', balance: balanceOf(element) }]
    else if (name === 'STMTTRN') return [{ kind: 'entry', entry: entryOf(element, this.isOpen) }]
    else {
      this.isOpen = true
      return [{ kind: 'opened', account: accountOf(element, this.#currency) }]
    }
    return []
  }
}

const periodEvents = (from: string, to: string): StatementEvent[] =>
  from <= to ? [{ kind: 'period', from, to, wholeDays: false }] : []

function accountOf(element: XmlElement, currency: string | null) {
  const number = textOf(element, 'ACCTID')
  if (!number) throw new StatementFormatError('A statement does not name its account.')
  return { number: normalizeAccountNumber(number), currency }
}

function balanceOf(element: XmlElement) {
  const on = textOf(element, 'DTASOF')
  return { amount: parseAmount(textOf(element, 'BALAMT') ?? ''), on: on ? dateOf(on) : null }
}

function entryOf(element: XmlElement, isOpen: boolean): FileEntry {
  if (!isOpen) throw new StatementFormatError('A transaction comes before its account.')
  const posted = textOf(element, 'DTPOSTED')
  if (!posted) throw new StatementFormatError('A transaction has no date (DTPOSTED).')
  const available = textOf(element, 'DTAVAIL')
  const payee = textOf(element, 'EXTDNAME') ?? textOf(element, 'NAME') ?? textOf(element, 'PAYEE/NAME')
  return {
    bookedOn: dateOf(posted),
    valueOn: available ? dateOf(available) : null,
    amount: parseAmount(textOf(element, 'TRNAMT') ?? ''),
    currency: textOf(element, 'CURRENCY/CURSYM') ?? null,
    endToEndId: textOrNull(textOf(element, 'REFNUM')),
    bankReference: textOrNull(textOf(element, 'FITID')),
    counterpartyName: textOrNull(payee),
    counterpartyNumber: counterpartyOf(element),
    text: plainText(
      findAll(element, 'MEMO')
        .map((memo) => memo.text)
        .join(' ') ||
        (payee ?? textOf(element, 'TRNTYPE') ?? ''),
    ),
    balance: null,
  }
}

function counterpartyOf(element: XmlElement): string | null {
  const number = textOf(element, 'BANKACCTTO/ACCTID')
  return number ? normalizeAccountNumber(number) : null
}

/** Banks write '-12.50', '+12.50', '-12,50', '.5' and, against the specification, '1,250.00' and '1.250,00'. */
function parseAmount(text: string): string {
  const plain = text
    .replace(/\s/g, '')
    .replace(/,(?=\d{3}(?:,\d{3})*\.)/g, '')
    .replace(/\.(?=\d{3}(?:\.\d{3})*,)/g, '')
  const match = /^([+-]?)(\d{0,18})(?:[.,](\d{0,5}))?$/.exec(plain)
  if (!match || !/\d/.test(text)) throw new StatementFormatError(`'${text.slice(0, 40)}' is not an amount.`)
  return canonicalAmount(match[2] || '0', match[3] ?? '', match[1] === '-')
}

/** 'YYYYMMDD', with time and '[-5:EST]' after it. The date is the one the bank wrote, in its own time zone. */
function dateOf(text: string): string {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)/.exec(text.trim())
  if (!match) throw new StatementFormatError(`'${text.slice(0, 40)}' is not a date.`)
  return calendarDate(match[1] ?? '', match[2] ?? '', match[3] ?? '', 'OFX')
}
