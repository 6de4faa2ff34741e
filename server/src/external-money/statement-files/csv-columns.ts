import type { CsvMapping, DateOrder } from '#contract/external-money/csv-mapping.ts'
import { isStatus, parseAmount, parseDate } from './csv-values.ts'

/*
 * Headings as banks write them in German, English, Dutch, French, Spanish, Portuguese, Italian, Polish and the
 * Scandinavian languages. The first column that fits wins, unless a later pattern is listed before it.
 */
const HEADINGS = {
  balance: /saldo|kontostand|balance|solde/,
  direction:
    /soll\/haben|s\/h|^sh$|af ?\/? ?bij|[cd]r ?\/ ?[cd]r|debit ?\/ ?credit|credit ?\/ ?debit|kennzeichen|umsatzart s|indicator/,
  currency: /w(?:[äa]|ae)hrung|^whg|currency|valutakod|munt|devise|moneda|moeda|divisa|waluta|^ccy/,
  status: /^(?:state|status|info|buchungsstatus|umsatzstatus|transaction status|estado|statut|stato|état)$/,
  fee: /^(?:fees?|transaction fee|geb[üu]hr(?:en)?|gebuehr(?:en)?|entgelte?|frais|comisi[oó]n)$/,
  valueOn: /valuta|wertstellung|value ?date|value_date|rente|date de valeur|date valeur|fecha valor|data valuta|wert/,
  bookedOn:
    /buchung(?:s|en)?(?:datum|stag)|^buchung$|book|posting|posted|transaction date|datum|date|fecha|data|dato|päivä|^tag/,
  credit: /haben|gutschrift|^credit|credit amount|paid in|money in|deposits?|cr[ée]dit|abono|bijschrijving|^inn|^ink/,
  debit:
    /soll|lastschrift|belastung|^debit|debit amount|paid out|money out|withdrawals?|d[ée]bit|cargo|afschrijving|^ut/,
  amount: /betrag|umsatz|amount|bedrag|montant|importe|importo|kwota|belopp|bel[øo]b|valor|summa|^value$/,
  bankReference:
    /transaction ?id|transactie ?(?:id|ref)|buchungsreferenz|bank ?reference|volgnr|fitid|ref(?:erence)? ?(?:no|nr|number)/,
  reference: /end.?to.?end|e2e|kundenreferenz|customer reference|kenmerk/,
  number:
    /iban|gegenkonto|kontonummer|tegenrekening|account ?(?:number|no)|counterparty account|rachun|cuenta|compte|konto/,
  name: /beg[üu]nstigt|auftraggeber|zahlungspflicht|zahlungsempf|empf[äa]nger|partner|payee|payer|counterparty|name|naam|nom|nazwa|kontrahent|benefici|mottag/,
  text: /zweck|buchungstext|text|description|memo|details|omschrijving|mededeling|libell|concept|tytu|opis|reference|narrative|particulars|communication|meddelande|descri/,
} as const
type Field = keyof typeof HEADINGS

/** The bank's own account, which some banks write into every row. */
const OWN_ACCOUNT = /auftragskonto|eigene[sn]? konto|^rekening$|^own account/
/** Of several columns that fit, the one that the bank booked on: others say when the customer began. */
const PREFERRED: Partial<Record<string, RegExp>> = { bookedOn: /completed|buchung|book|posting|posted/ }

const ORDER = Object.keys(HEADINGS) as Field[]

type Rows = readonly (readonly string[])[]

/** Which column is what, by its heading and, where that says nothing, by its content. */
export function guessColumns(
  headings: readonly string[],
  rows: Rows,
  { delimiter, skipRows }: Pick<CsvMapping, 'delimiter' | 'skipRows'>,
): CsvMapping | null {
  const found = byHeading(headings, rows)
  const bookedOn = found.bookedOn ?? found.valueOn ?? columnsOf(rows, looksLikeDate)[0]
  if (bookedOn === undefined) return null
  const hasBoth = found.credit !== undefined && found.debit !== undefined
  const money = columnsOf(rows, looksLikeAmount).filter((column) => column !== found.balance)
  const amount = hasBoth && found.amount === undefined ? undefined : (found.amount ?? money.at(-1))
  if (amount === undefined && !hasBoth) return null
  const amounts = [amount, found.credit, found.debit].flatMap((column) => valuesOf(rows, column))
  const { text = [], ...single } = found
  const mapping = { ...single, bookedOn, amount, text, delimiter, skipRows }
  if (amount !== undefined) {
    mapping.credit = undefined
    mapping.debit = undefined
  }
  if (mapping.valueOn === bookedOn) mapping.valueOn = undefined
  return withoutUndefined({
    ...mapping,
    decimal: decimalOf(amounts, delimiter),
    dateOrder: dateOrderOf(valuesOf(rows, bookedOn)),
  })
}

/**
 * Whether a file may be imported with the guess, without a person who looks at it: headings name date and amount, the dates
 * have one order only, and no column that says debit or credit was left out.
 */
export function isCertain(guess: CsvMapping, headings: readonly string[], rows: Rows): boolean {
  const isNamed = (field: Field, column: number | undefined) =>
    column !== undefined && HEADINGS[field].test(headings[column]?.trim().toLowerCase() ?? '')
  const hasAmount =
    isNamed('amount', guess.amount) || (isNamed('credit', guess.credit) && isNamed('debit', guess.debit))
  const dates = valuesOf(rows, guess.bookedOn)
  const isSigned =
    guess.amount === undefined ||
    guess.direction !== undefined ||
    valuesOf(rows, guess.amount).some((amount) => /[-(\u2212\u2013DS]/i.test(amount)) ||
    columnsOf(rows, isDirection).length === 0
  return isNamed('bookedOn', guess.bookedOn) && hasAmount && isSigned && dates.every((date) => hasOneOrder(date, dates))
}

const isDirection = (text: string): boolean => /^(?:[cdsh]|[cd]r|debit|credit|dbit|crdt|soll|haben|af|bij)$/i.test(text)

/** Months in letters, the year first, points between (always the day first), or a day beyond 12 in the file. */
const hasOneOrder = (date: string, dates: readonly string[]): boolean =>
  /\p{L}{3}/u.test(date) ||
  /^\d{4}/.test(date) ||
  /^\d{1,2}\./.test(date) ||
  !dates.every((each) => isReadable(each, 'dmy') && isReadable(each, 'mdy'))

type FoundColumns = Partial<Record<Exclude<Field, 'text'>, number | undefined>> & { text?: number[] }

function byHeading(headings: readonly string[], rows: Rows): FoundColumns {
  const found: FoundColumns = {}
  const used = new Set<number>()
  for (const field of ORDER) {
    const named = (column: number) => headings[column]?.trim().toLowerCase() ?? ''
    const columns = headings.flatMap((_, column) =>
      HEADINGS[field].test(named(column)) && !used.has(column) && fits(field, rows, column, named(column))
        ? [column]
        : [],
    )
    const best = columns.find((column) => PREFERRED[field]?.test(named(column))) ?? columns[0]
    if (field === 'text') found.text = columns
    else if (best !== undefined) found[field] = best
    for (const column of field === 'text' ? columns : [best]) if (column !== undefined) used.add(column)
  }
  return found
}

/** A heading such as 'Valuta' is a date at one bank and a currency at another. */
function fits(field: Field, rows: Rows, column: number, heading: string): boolean {
  const values = valuesOf(rows, column)
  if (field === 'number') return !OWN_ACCOUNT.test(heading)
  if (field === 'status') return values.some(isStatus)
  if (field === 'bookedOn' || field === 'valueOn') return values.length > 0 && values.every(looksLikeDate)
  if (field === 'amount' || field === 'fee' || field === 'balance' || field === 'credit' || field === 'debit')
    return values.every(looksLikeAmount)
  if (field === 'currency') return values.every((value) => /^[A-Z]{3}$/i.test(value))
  if (field === 'direction') return values.length > 0 && values.every((value) => /^[\p{L}+-]{1,12}$/u.test(value))
  return true
}

const valuesOf = (rows: Rows, column: number | undefined): string[] =>
  column === undefined ? [] : rows.map((row) => row[column]?.trim() ?? '').filter((value) => value !== '')

function columnsOf(rows: Rows, isKind: (text: string) => boolean): number[] {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const values = valuesOf(rows, column)
    return values.length > 0 && values.every(isKind)
  })
}

export const looksLikeDate = (text: string): boolean =>
  /^\s*(?:\d{1,4}[-./ ]|\d{8}\b|\p{L}{3,9}\.? \d)/u.test(text) && (isReadable(text, 'dmy') || isReadable(text, 'mdy'))

export const looksLikeAmount = (text: string): boolean =>
  !(looksLikeDate(text) && /[-./ ]\d/.test(text) && text.length > 7) &&
  (['.', ','] as const).some((decimal) => parses(() => parseAmount(text, decimal, '')))

const isReadable = (text: string, order: DateOrder): boolean => parses(() => parseDate(text, order, ''))

function parses(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}

/** The last separator that one or two digits follow. Whole amounts: a comma where the cells are not separated by one. */
function decimalOf(amounts: readonly string[], delimiter: string): '.' | ',' {
  for (const amount of amounts) {
    const separator = /([.,])\d{1,2}\D*$/.exec(amount)?.[1]
    if (separator === '.' || separator === ',') return separator
  }
  return delimiter === ';' ? ',' : '.'
}

const DAY_MS = 86_400_000

/** Days beyond 12 decide; where none is, the order in which the dates are closer together. */
function dateOrderOf(dates: readonly string[]): DateOrder {
  if (dates.every((date) => /^\d{4}/.test(date))) return 'ymd'
  const spans = (['dmy', 'mdy'] as const).flatMap((order) => {
    if (!dates.every((date) => isReadable(date, order))) return []
    const times = dates.map((date) => Date.parse(parseDate(date, order, '')))
    return [{ order, days: (Math.max(...times) - Math.min(...times)) / DAY_MS }]
  })
  return spans.reduce((a, b) => (b.days < a.days ? b : a), spans[0] ?? { order: 'dmy' as const, days: 0 }).order
}

const withoutUndefined = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T
