import { csvHead, csvLine } from '#contract/csv.ts'
import { bankCurrency, toDecimalText } from '#contract/money.ts'
import { msg } from '#contract/text-id.ts'
import type { Texts } from '../../platform/texts/texts.ts'
import { describeBooking } from './describe-booking.ts'
import type { JournalBooking, JournalWriter } from './read-journal.ts'

const COLUMNS = [
  msg('Booking date'),
  msg('Booked at'),
  msg('Value date'),
  msg('Entry'),
  msg('Reference'),
  msg('Code'),
  msg('Account'),
  msg('Account number'),
  msg('Debit'),
  msg('Credit'),
  msg('Currency'),
  msg('Text'),
]

/** Two lines per booking, so that sums by code are the trial balance. Customers are named by their account number. */
export const journalCsv = (texts: Texts): JournalWriter => ({
  begin: async () => csvHead(COLUMNS.map((name) => texts.t(name))),
  write: (bookings) => bookings.map((booking) => linesOf(booking, texts)).join(''),
})

function linesOf({ entry, row, bookedOn, valueOn, debit, credit }: JournalBooking, { t, stored }: Texts): string {
  const amount = toDecimalText(row.amount)
  const text = describeBooking(row, t)
  const sides = [
    { name: row.debit, account: debit, amounts: [amount, ''] },
    { name: row.credit, account: credit, amounts: ['', amount] },
  ]
  return sides
    .map(({ name, account, amounts }) =>
      csvLine([
        bookedOn,
        row.booked_at.toISOString(),
        valueOn,
        String(entry),
        row.reference ?? '',
        account.code,
        stored(account.name),
        name.startsWith('customers:') ? (row.account_number ?? '') : '',
        ...amounts,
        bankCurrency().code,
        text,
      ]),
    )
    .join('')
}
