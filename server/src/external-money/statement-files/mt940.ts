import { isValidIBAN } from 'ibantools'
import { normalizeAccountNumber } from '#contract/external-money/external-accounts.ts'
import { readLines } from './decode-text.ts'
import { readInformation } from './mt940-information.ts'
import {
  calendarDate,
  canonicalAmount,
  type FileEntry,
  negated,
  plainText,
  type StatementEvent,
  type StatementEvents,
  StatementFormatError,
  textOrNull,
} from './statement-file.ts'

type Field = { tag: string; lines: string[]; lineNumber: number }

/** Only tags of statements: a text that begins with ':12:' goes on. 'NS' is of German banks. */
const TAG = /^\s*:(13[CD]?|20|21|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|940|NS):(.*)$/s

/**
 * Reads MT940 as banks write it: with and without SWIFT's blocks, many statements in a file, entries without entry date,
 * structured and free information to the account owner.
 */
export async function* readMt940(text: AsyncIterable<string>): StatementEvents {
  const fields = new FieldReader()
  const reader = new StatementReader()
  for await (const lines of readLines(text)) {
    const events: StatementEvent[] = []
    try {
      for (const line of lines) {
        const field = fields.next(line)
        if (field) reader.next(field, events)
      }
    } finally {
      yield events
    }
  }
  yield reader.end(fields.end())
}

/** A field goes on until the next tag or the end of the message ('-' or '-}'). */
class FieldReader {
  #field: Field | null = null
  #lineNumber = 0

  /** The field that this line ends. */
  next(rawLine: string): Field | null {
    const lineNumber = ++this.#lineNumber
    const line = withoutBlocks(rawLine.replace(CONTROLS, ''))
    const match = TAG.exec(line)
    const before = this.#field
    if (match || isEndOfMessage(line)) {
      this.#field = match ? { tag: match[1] ?? '', lines: [match[2] ?? ''], lineNumber } : null
      return before
    }
    before?.lines.push(line)
    if (before && before.lines.length > 1_000)
      throw new StatementFormatError(`Line ${lineNumber}: the field is too long.`)
    return null
  }

  end(): Field | null {
    return this.#field
  }
}

/** Messages in a file of SWIFT's interface are framed by control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what the expression is about.
const CONTROLS = /^[\u0001-\u0008\u001a]+|[\u0001-\u0008\u001a]+$/g

/** SWIFT's envelope: '{1:F01…}{2:O940…}{4:' before the first field. */
const withoutBlocks = (line: string): string => line.replace(/^(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})*\{4:\s*/, '')

const isEndOfMessage = (line: string): boolean => /^(?:-\s*$|-\}|\{1:)/.test(line)

class StatementReader {
  #account: string | null = null
  #isOpen = false
  #pending: FileEntry | null = null
  /** Some banks write more than one field 86 about an entry. */
  #hasInformation = false
  #statements = 0

  /** After the closing balance it is about the statement and not about an entry. */
  #information(field: Field): void {
    if (!this.#pending) return
    const { endToEndId, bankReference, ...information } = readInformation(field.lines)
    const before = this.#pending
    this.#pending = {
      ...before,
      counterpartyName: information.counterpartyName ?? before.counterpartyName,
      counterpartyNumber: information.counterpartyNumber ?? before.counterpartyNumber,
      text: (this.#hasInformation ? plainText(`${before.text} ${information.text}`) : information.text) || before.text,
      endToEndId: endToEndId ?? before.endToEndId,
      bankReference: before.bankReference ?? bankReference,
    }
    this.#hasInformation = true
  }

  next(field: Field, events: StatementEvent[]): void {
    const { tag } = field
    if (tag === '20') this.#finish(events)
    else if (tag === '25' || tag === '25P') this.#account = accountOf(field)
    else if (tag === '60F' || tag === '60M') this.#opening(field, events)
    else if (tag === '61') this.#entry(field, events)
    else if (tag === '86') this.#information(field)
    else if (tag === '62F' || tag === '62M') this.#closing(field, events)
  }

  end(last: Field | null): StatementEvent[] {
    const events: StatementEvent[] = []
    if (last) this.next(last, events)
    this.#finish(events)
    if (this.#statements === 0) throw new StatementFormatError('The file has no statement.')
    return events
  }

  #opening(field: Field, events: StatementEvent[]): void {
    this.#finish(events)
    if (this.#account === null)
      throw new StatementFormatError(`Line ${field.lineNumber}: no account (:25:) before the balance.`)
    const { currency, ...balance } = balanceOf(field)
    this.#isOpen = true
    this.#statements++
    events.push({ kind: 'opened', account: { number: this.#account, currency } })
    events.push({ kind: 'balance', which: 'opening', balance })
  }

  #entry(field: Field, events: StatementEvent[]): void {
    if (!this.#isOpen)
      throw new StatementFormatError(`Line ${field.lineNumber}: an entry (:61:) outside of a statement.`)
    this.#flush(events)
    this.#pending = entryOf(field)
    this.#hasInformation = false
  }

  #closing(field: Field, events: StatementEvent[]): void {
    if (!this.#isOpen)
      throw new StatementFormatError(`Line ${field.lineNumber}: a closing balance without an opening one.`)
    this.#flush(events)
    const { currency: _, ...balance } = balanceOf(field)
    events.push({ kind: 'balance', which: 'closing', balance })
    this.#isOpen = false
    events.push({ kind: 'ended' })
  }

  #flush(events: StatementEvent[]): void {
    if (this.#pending) events.push({ kind: 'entry', entry: this.#pending })
    this.#pending = null
  }

  #finish(events: StatementEvent[]): void {
    if (this.#isOpen) throw new StatementFormatError('A statement ends without a closing balance (:62F:).')
    this.#flush(events)
  }
}

/** 'IBAN', 'BLZ/number', 'number EUR' or, with an agreed suffix, 'IBANEUR'. */
function accountOf({ lines, lineNumber }: Field): string {
  const text = normalizeAccountNumber((lines[0] ?? '').trim().replace(/^\/|\s+[A-Z]{3}$/g, ''))
  const iban = /^([A-Z]{2}\d{2}[A-Z0-9]{11,30})$/.exec(text)?.[1]
  const number = iban ? withoutCurrency(iban) : text.replace(/(?<=\d{6})[A-Z]{3}$/, '')
  if (number === '' || number.length > 40) throw new StatementFormatError(`Line ${lineNumber}: no account number.`)
  return number
}

/** Three letters after a valid IBAN are a currency; three letters of an IBAN are part of its check. */
const withoutCurrency = (text: string): string =>
  /[A-Z]{3}$/.test(text) && isValidIBAN(text.slice(0, -3)) ? text.slice(0, -3) : text

/** Digits, and after a comma (against the specification also a point) the decimals: '1234,56', '1234,', ',5'. */
const AMOUNT = '(\\d{0,15})(?:[,.](\\d{0,5}))?'
const BALANCE = new RegExp(`^([CD])R?(\\d\\d)(\\d\\d)(\\d\\d)([A-Z]{3})\\s*${AMOUNT}\\s*$`)

/** 'C260131EUR1234,56'. The first balance of a new account may have the date 000000. */
function balanceOf({ lines, lineNumber }: Field) {
  const match = BALANCE.exec(lines[0] ?? '')
  if (!match || !(match[6] || match[7]))
    throw new StatementFormatError(`Line ${lineNumber}: the balance can't be read.`)
  const [, mark, year = '', month = '', day = '', currency = '', whole = '', fraction = ''] = match
  const isUndated = `${year}${month}${day}` === '000000'
  const on = isUndated ? null : calendarDate(`20${year}`, month, day, `Line ${lineNumber}`)
  return { currency, amount: canonicalAmount(whole || '0', fraction, mark === 'D'), on }
}

/**
 * Value date, entry date (MMDD, often missing), mark, third letter of the currency, amount, transaction type,
 * the owner's reference, and after '//' the bank's.
 */
const ENTRY = new RegExp(
  `^(\\d\\d)(\\d\\d)(\\d\\d)(?:(\\d\\d)(\\d\\d)|\\s{4})?\\s*(E?[CD]|R[CD])([A-Z]?)\\s*${AMOUNT}([A-Z][A-Z0-9]{3})?(.*)$`,
  's',
)

function entryOf({ lines, lineNumber }: Field): FileEntry | null {
  const match = ENTRY.exec(lines[0] ?? '')
  if (!match || !(match[8] || match[9]))
    throw new StatementFormatError(`Line ${lineNumber}: the entry (:61:) can't be read.`)
  const [, year = '', month = '', day = '', entryMonth, entryDay, mark = '', , whole = '', fraction = '', , rest = ''] =
    match
  // EC and ED announce an entry that is not in the balance yet.
  if (mark.startsWith('E')) return null
  const valueOn = calendarDate(`20${year}`, month, day, `Line ${lineNumber}`)
  const bookedOn = entryMonth && entryDay ? entryDate(valueOn, entryMonth, entryDay, lineNumber) : valueOn
  const amount = canonicalAmount(whole || '0', fraction, false)
  // RC takes back a credit.
  const isDebit = mark === 'D' || mark === 'RC'
  const slashes = rest.indexOf('//')
  const owner = slashes < 0 ? rest : rest.slice(0, slashes)
  return {
    bookedOn,
    valueOn,
    amount: isDebit ? negated(amount) : amount,
    currency: null,
    endToEndId: reference(owner),
    bankReference: slashes < 0 ? null : reference(rest.slice(slashes + 2)),
    counterpartyName: null,
    counterpartyNumber: null,
    text: textOrNull(lines.slice(1).join(' ')) ?? '',
    balance: null,
  }
}

/** Words that stand for 'none', or for 'see field 86'. */
const NO_REFERENCE = /^(?:NO[TN]? ?(?:REF|PROVIDED)|UNDEFINED|(?:EREF|KREF|PREF|MARF|SREF)\+?|0+)$/i

const reference = (text: string): string | null => (NO_REFERENCE.test(text.trim()) ? null : textOrNull(text))

/** The year that puts the entry date nearest to the value date: an entry of 2 January may have value on 31 December. */
function entryDate(valueOn: string, month: string, day: string, lineNumber: number): string {
  const months = Number(month) - Number(valueOn.slice(5, 7))
  const year = Number(valueOn.slice(0, 4)) + (months > 6 ? -1 : months < -6 ? 1 : 0)
  return calendarDate(String(year), month, day, `Line ${lineNumber}`)
}
