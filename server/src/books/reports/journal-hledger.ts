import type { GlAccountType } from '#contract/books/gl-account-types.ts'
import { bankCurrency, type Currency, toDecimalText } from '#contract/money.ts'
import { netOf } from '../../ledger/account-balances.ts'
import { sumBookings } from '../../ledger/day-totals.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { sourceTexts } from '../../platform/texts/texts.ts'
import { describeBooking } from './describe-booking.ts'
import { chartLines, dayBefore } from './financial-reports.ts'
import type { ChartAccount, JournalBooking, JournalRange, JournalWriter } from './read-journal.ts'

/** As hledger names and marks the five types. */
const TYPES: Record<GlAccountType, { root: string; mark: string }> = {
  asset: { root: 'assets', mark: 'A' },
  liability: { root: 'liabilities', mark: 'L' },
  equity: { root: 'equity', mark: 'E' },
  income: { root: 'income', mark: 'R' },
  expense: { root: 'expenses', mark: 'X' },
}

/**
 * A semicolon begins a comment, a bar divides payee and note, and a line break ends the entry. Two spaces end an account's name. No
 * typed text is in a comment: a tag there could date the posting.
 */
const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(';', ',')
    .replaceAll('|', '/')
    .trim()

/** A colon would make a level of its own. */
const accountName = ({ code, name, type }: ChartAccount) =>
  `${TYPES[type].root}:${plain(`${code} ${name}`).replaceAll(':', ',')}`

/** The mark is needed even without decimals. */
const commodityText = ({ code, decimals }: Currency) => `commodity 1000.${'0'.repeat(decimals)} ${code}\n`

const amountText = (cents: bigint) => `${toDecimalText(cents)} ${bankCurrency().code}`

const postingLine = (account: ChartAccount, cents: bigint, number: string | null = null) =>
  `    ${accountName(account)}  ${amountText(cents)}${number ? `  ; account:${number}` : ''}\n`

function entryText({ row, bookedOn, valueOn, debit, credit }: JournalBooking, t: ReturnType<typeof sourceTexts>['t']) {
  const code = plain(row.reference ?? '').replace(/[()]/g, '')
  const isCustomer = (name: string) => (name.startsWith('customers:') ? row.account_number : null)
  return (
    `${bookedOn} * ${code ? `(${code}) ` : ''}${plain(describeBooking(row, t))}${valueOn ? `  ; value:${valueOn}` : ''}\n` +
    postingLine(debit, row.amount, isCustomer(row.debit)) +
    postingLine(credit, -row.amount, isCustomer(row.credit)) +
    '\n'
  )
}

/** For hledger. Its balances are those of the trial balance of the last day, because it begins with those of the day before. */
export function journalHledger(sql: Sql, { from }: JournalRange, zone: string): JournalWriter {
  const { t } = sourceTexts()
  return {
    begin: () =>
      sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx) => {
        const lines = await chartLines(tx, netOf(await sumBookings(tx, dayBefore(from), zone)))
        const accounts = lines.map((line) => `account ${accountName(line)}  ; type:${TYPES[line.type].mark}\n`).join('')
        const opening = lines.filter(({ debitCents }) => debitCents !== 0n)
        const entry = opening.map((line) => postingLine(line, line.debitCents)).join('')
        return `decimal-mark .\n${commodityText(bankCurrency())}\n${accounts}\n${entry ? `${from} * Balances brought forward\n${entry}\n` : ''}`
      }) as Promise<string>,
    write: (bookings) => bookings.map((booking) => entryText(booking, t)).join(''),
  }
}
