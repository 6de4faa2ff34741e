import { readLines } from './decode-text.ts'
import { readInformation } from './mt940-information.ts'
import {
  accountNumber,
  calendarDate,
  canonicalAmount,
  negated,
  type StatementEvent,
  StatementFormatError,
  type StatementLine,
  textOrNull,
} from './statement-file.ts'

type Field = { tag: string; lines: string[]; lineNumber: number }

const TAG = /^:(\d\d[A-Z]?):(.*)$/s

/**
 * Reads MT940 as banks write it: with and without SWIFT's blocks, many statements in a file, entries without entry date,
 * structured and free information to the account owner.
 */
export async function* readMt940(text: AsyncIterable<string>): AsyncGenerator<StatementEvent> {
  const reader = new StatementReader()
  for await (const field of readFields(readLines(text))) yield* reader.next(field)
  yield* reader.end()
}

/** A field goes on until the next tag or the end of the message ('-' or '-}'). */
async function* readFields(lines: AsyncIterable<string>): AsyncGenerator<Field> {
  let field: Field | null = null
  let lineNumber = 0
  for await (const rawLine of lines) {
    lineNumber++
    const line = withoutBlocks(rawLine)
    const match = TAG.exec(line)
    if (match || isEndOfMessage(line)) {
      if (field) yield field
      field = match ? { tag: match[1] ?? '', lines: [match[2] ?? ''], lineNumber } : null
    } else if (field) {
      field.lines.push(line)
      if (field.lines.length > 1_000) throw new StatementFormatError(`Line ${lineNumber}: the field is too long.`)
    }
  }
  if (field) yield field
}

/** SWIFT's envelope: '{1:F01…}{2:O940…}{4:' before the first field. */
const withoutBlocks = (line: string): string => line.replace(/^(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})*\{4:\s*/, '')

const isEndOfMessage = (line: string): boolean => line === '-' || line.startsWith('-}')

class StatementReader {
  #account: string | null = null
  #isOpen = false
  #pending: StatementLine | null = null
  #statements = 0

  /** After the closing balance it is about the statement and not about an entry. */
  #information(field: Field): void {
    if (!this.#pending) return
    const { endToEndId, bankReference, ...information } = readInformation(field.lines)
    this.#pending = {
      ...this.#pending,
      ...information,
      text: information.text || this.#pending.text,
      endToEndId: endToEndId ?? this.#pending.endToEndId,
      bankReference: this.#pending.bankReference ?? bankReference,
    }
  }

  *next(field: Field): Generator<StatementEvent> {
    const { tag } = field
    if (tag === '20') yield* this.#finish()
    else if (tag === '25' || tag === '25P') this.#account = accountOf(field)
    else if (tag === '60F' || tag === '60M') yield* this.#opening(field)
    else if (tag === '61') yield* this.#entry(field)
    else if (tag === '86') this.#information(field)
    else if (tag === '62F' || tag === '62M') yield* this.#closing(field)
  }

  *end(): Generator<StatementEvent> {
    yield* this.#finish()
    if (this.#statements === 0) throw new StatementFormatError('The file has no statement.')
  }

  *#opening(field: Field): Generator<StatementEvent> {
    yield* this.#finish()
    if (this.#account === null)
      throw new StatementFormatError(`Line ${field.lineNumber}: no account (:25:) before the balance.`)
    const { currency, ...balance } = balanceOf(field)
    this.#isOpen = true
    this.#statements++
    yield { kind: 'opened', account: { number: this.#account, currency } }
    yield { kind: 'balance', which: 'opening', balance }
  }

  *#entry(field: Field): Generator<StatementEvent> {
    if (!this.#isOpen)
      throw new StatementFormatError(`Line ${field.lineNumber}: an entry (:61:) outside of a statement.`)
    yield* this.#flush()
    this.#pending = entryOf(field)
  }

  *#closing(field: Field): Generator<StatementEvent> {
    if (!this.#isOpen)
      throw new StatementFormatError(`Line ${field.lineNumber}: a closing balance without an opening one.`)
    yield* this.#flush()
    const { currency: _, ...balance } = balanceOf(field)
    yield { kind: 'balance', which: 'closing', balance }
    this.#isOpen = false
    yield { kind: 'ended' }
  }

  *#flush(): Generator<StatementEvent> {
    if (this.#pending) yield { kind: 'line', line: this.#pending }
    this.#pending = null
  }

  *#finish(): Generator<StatementEvent> {
    if (this.#isOpen) throw new StatementFormatError('A statement ends without a closing balance (:62F:).')
    yield* this.#flush()
  }
}

/** 'IBAN', 'BLZ/number', 'number EUR' or, with an agreed suffix, 'IBANEUR'. */
function accountOf({ lines, lineNumber }: Field): string {
  const text = accountNumber((lines[0] ?? '').trim().replace(/\s+[A-Z]{3}$/, ''))
  const iban = /^([A-Z]{2}\d{2}[A-Z0-9]{11,30}?)(?:EUR|USD|GBP|CHF)?$/.exec(text)?.[1]
  const number = iban ?? text
  if (number === '' || number.length > 40) throw new StatementFormatError(`Line ${lineNumber}: no account number.`)
  return number
}

/** 'C260131EUR1234,56' */
function balanceOf({ lines, lineNumber }: Field) {
  const match = /^([CD])(\d\d)(\d\d)(\d\d)([A-Z]{3})(\d{1,15}),?(\d{0,5})\s*$/.exec(lines[0] ?? '')
  if (!match) throw new StatementFormatError(`Line ${lineNumber}: the balance can't be read.`)
  const [, mark, year = '', month = '', day = '', currency = '', whole = '', fraction = ''] = match
  const on = calendarDate(`20${year}`, month, day, `Line ${lineNumber}`)
  return { currency, amount: canonicalAmount(whole, fraction, mark === 'D'), on }
}

/**
 * Value date, entry date (MMDD, often missing), mark, third letter of the currency, amount, transaction type,
 * the owner's reference, and after '//' the bank's.
 */
const ENTRY =
  /^(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d))?\s*(E?[CD]|R[CD])([A-Z]?)(\d{1,15})(?:,(\d{0,5}))?([A-Z][A-Z0-9]{3})?(.*)$/s

function entryOf({ lines, lineNumber }: Field): StatementLine | null {
  const match = ENTRY.exec(lines[0] ?? '')
  if (!match) throw new StatementFormatError(`Line ${lineNumber}: the entry (:61:) can't be read.`)
  const [, year = '', month = '', day = '', entryMonth, entryDay, mark = '', , whole = '', fraction = '', , rest = ''] =
    match
  // EC and ED announce an entry that is not in the balance yet.
  if (mark.startsWith('E')) return null
  const valueOn = calendarDate(`20${year}`, month, day, `Line ${lineNumber}`)
  const bookedOn = entryMonth && entryDay ? entryDate(valueOn, entryMonth, entryDay, lineNumber) : valueOn
  const amount = canonicalAmount(whole, fraction, false)
  // RC takes back a credit.
  const isDebit = mark === 'D' || mark === 'RC'
  const [owner = '', bank] = rest.split('//')
  return {
    bookedOn,
    valueOn,
    amount: isDebit ? negated(amount) : amount,
    currency: null,
    endToEndId: endToEndId(owner),
    bankReference: textOrNull(bank),
    counterpartyName: null,
    counterpartyNumber: null,
    text: textOrNull(lines.slice(1).join(' ')) ?? '',
  }
}

const endToEndId = (reference: string): string | null =>
  /^(?:NONREF|NOTPROVIDED)$/i.test(reference.trim()) ? null : textOrNull(reference)

/** The year that puts the entry date nearest to the value date: an entry of 2 January may have value on 31 December. */
function entryDate(valueOn: string, month: string, day: string, lineNumber: number): string {
  const year = Number(valueOn.slice(0, 4))
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(valueOn))
  const dates = [year - 1, year, year + 1].map((candidate) => `${candidate}-${month}-${day}`)
  const nearest = dates.filter((date) => !Number.isNaN(Date.parse(date))).sort((a, b) => distance(a) - distance(b))[0]
  return calendarDate(nearest?.slice(0, 4) ?? String(year), month, day, `Line ${lineNumber}`)
}
