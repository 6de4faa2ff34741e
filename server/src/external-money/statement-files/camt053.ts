import { normalizeAccountNumber } from '#contract/external-money/external-accounts.ts'
import { readEntries } from './camt053-entry.ts'
import { dateOf, signedAmount } from './camt053-fields.ts'
import {
  atLine,
  type StatementBalance,
  type StatementEvent,
  type StatementEvents,
  StatementFormatError,
} from './statement-file.ts'
import { find, readXmlRecords, textOf, type XmlElement } from './xml-records.ts'

/** Banks of some countries have namespaces of their own ('ISO:camt.053.001.02:APC:STUZZA:payments:003'). */
const NAMESPACE = /camt\.053\.001\.(\d\d)(?!\d)/
/** Later versions added elements and kept the ones read here. */
const FIRST_VERSION = 2

/** The document may be within an envelope with a business application header. */
const STATEMENT = /(?:^|\/)Document\/BkToCstmrStmt\/Stmt$/
const RECORD = /(?:^|\/)Document\/BkToCstmrStmt\/Stmt\/(?:FrToDt|Acct|Bal|Ntry)$/

/** Reads camt.053 (bank to customer statement) of versions 2 and later. Only booked entries count. */
export async function* readCamt053(text: AsyncIterable<string>): StatementEvents {
  let statements = 0
  let isChecked = false
  let head = new StatementHead()
  for await (const records of readXmlRecords(text, (path) => RECORD.test(path))) {
    const events: StatementEvent[] = []
    try {
      for (const event of records) {
        if (event.kind === 'start' && /(?:^|\/)Document$/.test(event.path)) {
          requireNamespace(event.namespace)
          isChecked = true
        }
        if (event.kind === 'record') {
          const { element, lineNumber } = event
          if (element.name === 'Ntry') {
            events.push(...head.take())
            for (const entry of atLine(lineNumber, () => readEntries(element))) events.push({ kind: 'entry', entry })
          } else atLine(lineNumber, () => head.add(element))
        }
        if (event.kind === 'end' && STATEMENT.test(event.path)) {
          statements++
          events.push(...head.take(), { kind: 'ended' })
          head = new StatementHead()
        }
      }
    } finally {
      yield events
    }
  }
  if (!isChecked) requireNamespace('')
  if (statements === 0) throw new StatementFormatError('The file has no statement.')
}

function requireNamespace(namespace: string): void {
  const version = NAMESPACE.exec(namespace)?.[1]
  if (!version || Number(version) < FIRST_VERSION)
    throw new StatementFormatError('The file is XML, but not a camt.053 statement of version 2 or later.')
}

type Balance = StatementBalance & { code: string; currency: string | null }

/** What comes before the entries: account and balances. They are told once all are known. */
class StatementHead {
  #account: { number: string; currency: string | null } | null = null
  #period: { from: string; to: string; wholeDays: boolean } | null = null
  #balances: Balance[] = []
  #isTaken = false

  add(element: XmlElement): void {
    if (element.name === 'Acct') this.#account = accountOf(element)
    else if (element.name === 'FrToDt') this.#period = periodOf(element)
    else if (this.#balances.length < 1_000) this.#balances.push(...balancesOf(element))
  }

  *take(): Generator<StatementEvent> {
    if (this.#isTaken) return
    this.#isTaken = true
    if (!this.#account) throw new StatementFormatError('A statement does not name its account.')
    const currency = this.#account.currency ?? this.#balances[0]?.currency ?? null
    yield { kind: 'opened', account: { number: this.#account.number, currency } }
    if (this.#period) yield { kind: 'period', ...this.#period }
    // A balance in another currency is a conversion for information.
    const balances = this.#balances.filter((balance) => balance.currency === currency)
    const opening = openingOf(balances)
    const closing = closingOf(balances, opening)
    if (opening) yield { kind: 'balance', which: 'opening', balance: { amount: opening.amount, on: opening.on } }
    if (closing) yield { kind: 'balance', which: 'closing', balance: { amount: closing.amount, on: closing.on } }
  }
}

function accountOf(element: XmlElement) {
  const number = textOf(element, 'Id/IBAN') ?? textOf(element, 'Id/Othr/Id')
  if (!number) throw new StatementFormatError('A statement does not name its account.')
  return { number: normalizeAccountNumber(number), currency: textOf(element, 'Ccy') ?? null }
}

/** 'To midnight' may mean the beginning of the next day, on which no entry is. */
function periodOf(element: XmlElement) {
  const [from, to] = [dateOf(element, 'Fr'), dateOf(element, 'To')]
  if (!from || !to || from > to) return null
  const timeOf = (name: string) => /T(\d\d:\d\d)/.exec(textOf(element, `${name}DtTm`) ?? '')?.[1]
  const wholeDays = (timeOf('Fr') ?? '00:00') === '00:00' && (timeOf('To') ?? '23:59') === '23:59'
  return { from, to, wholeDays }
}

const BOOKED = ['OPBD', 'PRCD', 'ITBD', 'CLBD']

function balancesOf(element: XmlElement): Balance[] {
  const code = textOf(element, 'Tp/CdOrPrtry/Cd') ?? textOf(element, 'Tp/CdOrPrtry/Prtry') ?? ''
  // Available balances (OPAV, CLAV, FWAV, …) contain credit lines and value dates.
  if (!BOOKED.includes(code)) return []
  const currency = find(element, 'Amt')?.attributes.Ccy ?? null
  return [{ code, currency, amount: signedAmount(element), on: dateOf(element, 'Dt') }]
}

/**
 * PRCD, the closing balance of the statement before, and ITBD, that of the page before, are what some banks send in place
 * of an opening balance.
 */
function openingOf(balances: readonly Balance[]): Balance | undefined {
  const first = (wanted: string) => balances.find(({ code }) => code === wanted)
  // One interim balance alone is that of now, which closes.
  const isPair = balances.filter(({ code }) => code === 'ITBD' || code === 'CLBD').length > 1
  return first('OPBD') ?? first('PRCD') ?? (isPair ? first('ITBD') : undefined)
}

function closingOf(balances: readonly Balance[], opening: Balance | undefined): Balance | undefined {
  const closing = balances.findLast(({ code }) => code === 'CLBD')
  return closing ?? balances.findLast((balance) => balance.code === 'ITBD' && balance !== opening)
}
