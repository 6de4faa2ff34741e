import { dayOf } from '#contract/bank-day.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import type { Method } from '../ledger/types.ts'
import type { Reader } from '../platform/db/connection.ts'
import type { Texts } from '../platform/texts/texts.ts'
import { withinMonth } from './statements/statement-months.ts'

export type StatementParty = {
  name: string
  accountNumber: string
  bankName: string
  iban: string
  swiftCode: string
}

export type StatementLine = {
  /** Of the posting: counts from 1 in each account, without a gap. */
  number: bigint
  /** 'YYYY-MM-DD', in the bank's time zone. */
  bookedOn: string
  valueOn: string
  reference: string
  /** What the payer wrote for the payee; may be empty. */
  message: string
  method: Method
  /** The name of a cryptocurrency, else empty. */
  currency: string
  /** What it reverses or returns. */
  reversed: { reference: string; isReturn: boolean } | null
  isReversal: boolean
  counterparty: StatementParty | null
  /** Negative for a debit. */
  amountCents: bigint
  balanceAfterCents: bigint
  transactionId: string
}

export type LineRange = { accountId: string; month: string; zone: string; firstNumber: bigint; lastNumber: bigint }

type LineRow = {
  number: bigint
  amount: bigint
  balance_after: bigint
  value_at: Date
  booked_at: Date
  transaction_id: string
  method: Method
  reference: string
  message: string | null
  party_name: string
  party_account: string
  party_bank: string
  party_iban: string
  party_swift: string
  currency: string
  reversed_reference: string | null
  is_return: boolean
}

export const LINES_PER_READ = 500

/**
 * Reads a page when its first line is asked for, and holds no connection meanwhile. Postings never change, and neither do
 * the columns of a booked transaction that are read here: the pages agree with each other and with the totals.
 */
export async function* readLines(sql: Reader, range: LineRange): AsyncGenerator<StatementLine> {
  for (let next = range.firstNumber; next <= range.lastNumber; ) {
    const rows = await readPage(sql, range, next)
    for (const row of rows) yield toLine(row, range)
    const last = rows.at(-1)
    if (!last) throw new Error(`Posting ${next} of account ${range.accountId} is missing`)
    next = last.number + 1n
  }
}

const readPage = (sql: Reader, { accountId, lastNumber }: LineRange, from: bigint) => sql<LineRow[]>`
  select p.number, p.amount, p.balance_after, p.value_at, p.booked_at, p.transaction_id, t.method, t.reference, t.message,
    t.party_name, t.party_account, t.party_bank, t.party_iban, t.party_swift, t.currency,
    (select o.reference from transactions o where o.id = t.reverses_id) as reversed_reference, t.is_return
  from postings p join transactions t on t.id = p.transaction_id
  where p.account_id = ${accountId} and p.number between ${from} and ${lastNumber}
  order by p.number limit ${LINES_PER_READ}`

const toLine = (row: LineRow, { month, zone }: LineRange): StatementLine => ({
  number: row.number,
  bookedOn: withinMonth(dayOf(row.booked_at, zone), month),
  valueOn: dayOf(row.value_at, zone),
  reference: row.reference,
  message: row.message ?? '',
  method: row.method,
  currency: row.currency,
  reversed: row.reversed_reference === null ? null : { reference: row.reversed_reference, isReturn: row.is_return },
  isReversal: row.reversed_reference !== null && !row.is_return,
  counterparty: toParty(row),
  amountCents: row.amount,
  balanceAfterCents: row.balance_after,
  transactionId: row.transaction_id,
})

export const METHODS: Record<Method, TextId> = {
  wire: msg('Wire transfer'),
  bank: msg('Wire transfer'),
  crypto: msg('Cryptocurrency'),
  internal: msg('Internal transfer'),
  adjustment: msg('Adjustment by the bank'),
  move: msg('Between own accounts'),
}

/** The note of an adjustment is for staff, and the owner's own note can change: neither is on a statement. */
export function describeLine({ method, currency, reversed }: StatementLine, t: Texts['t']): Text {
  if (reversed === null) return currency ? verbatim(currency) : t(METHODS[method])
  const { reference, isReturn } = reversed
  return isReturn ? t('Return of {reference}', { reference }) : t('Reversal of {reference}', { reference })
}

const toParty = (row: LineRow): StatementParty | null =>
  row.party_name || row.party_account
    ? {
        name: row.party_name,
        accountNumber: row.party_account,
        bankName: row.party_bank,
        iban: row.party_iban,
        swiftCode: row.party_swift,
      }
    : null
