import {
  accountNumber,
  calendarDate,
  canonicalAmount,
  negated,
  plainText,
  type StatementBalance,
  type StatementEvent,
  StatementFormatError,
  type StatementLine,
  textOrNull,
} from './statement-file.ts'
import { find, findAll, readXmlRecords, textOf, type XmlElement } from './xml-records.ts'

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(\d\d)$/
/** Later versions added elements and kept the ones read here. */
const FIRST_VERSION = 2

const STATEMENT = 'Document/BkToCstmrStmt/Stmt'
const RECORDS = new Set(['Acct', 'Bal', 'Ntry'].map((name) => `${STATEMENT}/${name}`))

/** Reads camt.053 (bank to customer statement) of versions 2 and later. Only booked entries count. */
export async function* readCamt053(text: AsyncIterable<string>): AsyncGenerator<StatementEvent> {
  let statements = 0
  for await (const event of readXmlRecords(text, (path) => RECORDS.has(path))) {
    if (event.kind === 'root') checkRoot(event.name, event.namespace)
    if (event.kind === 'record') yield* recordEvents(event.element)
    if (event.kind === 'end' && event.path === STATEMENT) {
      statements++
      yield { kind: 'ended' }
    }
  }
  if (statements === 0) throw new StatementFormatError('The file has no statement.')
}

function checkRoot(name: string, namespace: string): void {
  const version = NAMESPACE.exec(namespace)?.[1]
  if (name !== 'Document' || !version || Number(version) < FIRST_VERSION)
    throw new StatementFormatError('The file is XML, but not a camt.053 statement of version 2 or later.')
}

function* recordEvents(element: XmlElement): Generator<StatementEvent> {
  if (element.name === 'Acct') yield { kind: 'opened', account: accountOf(element) }
  else if (element.name === 'Bal') yield* balanceEvents(element)
  else for (const line of entryLines(element)) yield { kind: 'line', line }
}

function accountOf(element: XmlElement) {
  const number = textOf(element, 'Id/IBAN') ?? textOf(element, 'Id/Othr/Id')
  if (!number) throw new StatementFormatError('A statement does not name its account.')
  return { number: accountNumber(number), currency: textOf(element, 'Ccy') ?? null }
}

/** PRCD is the closing balance of the statement before, which some banks send in place of an opening balance. */
const OPENING = ['OPBD', 'PRCD']

function* balanceEvents(element: XmlElement): Generator<StatementEvent> {
  const code = textOf(element, 'Tp/CdOrPrtry/Cd') ?? ''
  const isInterim = textOf(element, 'Tp/SubTp/Cd') === 'INTM'
  if (isInterim && code !== 'OPBD' && code !== 'CLBD') return
  if (!OPENING.includes(code) && code !== 'CLBD') return
  const balance: StatementBalance = { amount: signedAmount(element), on: dateOf(element, 'Dt') }
  yield { kind: 'balance', which: code === 'CLBD' ? 'closing' : 'opening', balance }
}

function* entryLines(entry: XmlElement): Generator<StatementLine> {
  const status = textOf(entry, 'Sts/Cd') ?? textOf(entry, 'Sts')
  if (status !== 'BOOK') return
  const bookedOn = dateOf(entry, 'BookgDt') ?? dateOf(entry, 'ValDt')
  if (!bookedOn) throw new StatementFormatError('An entry has neither a booking date nor a value date.')
  // A reversal's indicator already says which way the money goes.
  const amount = signedAmount(entry)
  const currency = find(entry, 'Amt')?.attributes.Ccy ?? null
  const base = { bookedOn, valueOn: dateOf(entry, 'ValDt'), currency }
  const details = findAll(entry, 'NtryDtls/TxDtls')
  const amounts = details.map((detail) => detailAmount(detail, currency, amount.startsWith('-')))
  const isBatch = details.length > 1 && amounts.every((each) => each !== null) && sumsTo(amounts, amount)
  if (!isBatch) {
    yield { ...base, amount, ...describe(entry, details.length === 1 ? details[0] : undefined) }
    return
  }
  for (const [index, detail] of details.entries())
    yield { ...base, amount: amounts[index] ?? '', ...describe(entry, detail) }
}

/** The part of a collective entry, in its currency; null where the bank does not say. */
function detailAmount(detail: XmlElement, currency: string | null, entryIsDebit: boolean): string | null {
  const found = [find(detail, 'Amt'), find(detail, 'AmtDtls/TxAmt/Amt'), find(detail, 'AmtDtls/InstdAmt/Amt')].find(
    (amount) => amount?.attributes.Ccy === currency,
  )
  if (!found) return null
  const indicator = textOf(detail, 'CdtDbtInd')
  const isDebit = indicator ? indicator === 'DBIT' : entryIsDebit
  return isDebit ? negated(parseAmount(found.text)) : parseAmount(found.text)
}

const scaled = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(5, '0'))
  return amount.startsWith('-') ? -units : units
}

const sumsTo = (amounts: readonly (string | null)[], total: string): boolean =>
  amounts.reduce((sum, amount) => sum + scaled(amount ?? '0'), 0n) === scaled(total)

function describe(entry: XmlElement, detail: XmlElement | undefined) {
  const isDebit = textOf(entry, 'CdtDbtInd') === 'DBIT'
  const [party, account] = isDebit ? (['Cdtr', 'CdtrAcct'] as const) : (['Dbtr', 'DbtrAcct'] as const)
  const parties = find(detail, 'RltdPties')
  const number = textOf(parties, `${account}/Id/IBAN`) ?? textOf(parties, `${account}/Id/Othr/Id`)
  return {
    endToEndId: endToEndId(textOf(detail, 'Refs/EndToEndId')),
    bankReference: textOrNull(
      textOf(detail, 'Refs/AcctSvcrRef') ?? textOf(entry, 'AcctSvcrRef') ?? textOf(entry, 'NtryRef'),
    ),
    // Version 4 and later have the name below `Pty`, versions 2 and 3 directly.
    counterpartyName: textOrNull(textOf(parties, `${party}/Pty/Nm`) ?? textOf(parties, `${party}/Nm`)),
    counterpartyNumber: number ? accountNumber(number) : null,
    text: remittance(entry, detail),
  }
}

/** NOTPROVIDED is what ISO 20022 prescribes where the payer gave none. */
const endToEndId = (text: string | undefined): string | null =>
  text === undefined || text.toUpperCase() === 'NOTPROVIDED' ? null : textOrNull(text)

function remittance(entry: XmlElement, detail: XmlElement | undefined): string {
  const texts = [
    ...findAll(detail, 'RmtInf/Ustrd').map((element) => element.text),
    ...findAll(detail, 'RmtInf/Strd/CdtrRefInf/Ref').map((element) => element.text),
    ...findAll(detail, 'RmtInf/Strd/AddtlRmtInf').map((element) => element.text),
  ]
  const fallback = textOf(detail, 'AddtlTxInf') ?? textOf(entry, 'AddtlNtryInf') ?? ''
  return plainText(texts.length > 0 ? texts.join(' ') : fallback)
}

function signedAmount(element: XmlElement): string {
  const amount = parseAmount(find(element, 'Amt')?.text ?? '')
  const indicator = textOf(element, 'CdtDbtInd')
  if (indicator !== 'CRDT' && indicator !== 'DBIT')
    throw new StatementFormatError('An amount is marked neither as credit nor as debit.')
  return indicator === 'DBIT' ? negated(amount) : amount
}

function parseAmount(text: string): string {
  const match = /^(\d{1,18})(?:\.(\d{0,5}))?$/.exec(text.trim())
  if (!match) throw new StatementFormatError(`'${text.trim().slice(0, 40)}' is not an amount.`)
  return canonicalAmount(match[1] ?? '0', match[2] ?? '', false)
}

/** A date, or the date of a date and time as the bank wrote it. */
function dateOf(element: XmlElement, name: string): string | null {
  const text = textOf(element, `${name}/Dt`) ?? textOf(element, `${name}/DtTm`)
  if (text === undefined) return null
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:$|[TZ+-])/.exec(text)
  if (!match) throw new StatementFormatError(`'${text.slice(0, 40)}' is not a date.`)
  return calendarDate(match[1] ?? '', match[2] ?? '', match[3] ?? '', name)
}
