import { expect, test } from 'vitest'
import type { Account } from '#contract/customers/accounts.ts'
import type { OwnTransaction } from '#contract/payments/transactions.ts'
import { verbatim } from '#contract/text.ts'
import { transactionsCsv } from './transactions-csv.ts'

const transfer = {
  _id: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f',
  type: 'Transfer',
  amount: -1200.5,
  status: 'Declined',
  createdAt: '2026-01-05T15:04:00.000Z',
  bookedAt: null,
  updatedAt: '2026-01-05T15:04:00.000Z',
  method: 'wire',
  reference: 'FB-1',
  message: '=HYPERLINK("x")',
  reason: 'Wrong name,\nplease check',
  receipt: null,
  counterparty: { accountName: 'O"Neil', accountNumber: '0532', bankName: 'B', iban: '', swiftCode: '' },
  crypto: null,
  reverses: null,
  reversedBy: null,
  returns: null,
  returnedBy: null,
  note: '=1+1',
  category: 'dining',
  categoryGuessed: true,
} as OwnTransaction

const savingsId = '019a85b0-7c3e-7d52-9f0a-3a1c5e7b9d24'
const main = {
  _id: '0198b7c0-11aa-7000-8000-5d2e8f3a9b10',
  name: 'Main account',
  kind: 'main',
  number: '9596498783',
  balance: 0,
  held: 0,
  status: 'Active',
  openedAt: '2026-01-05T15:04:00.000Z',
} as Account
const accounts: Account[] = [main, { ...main, _id: savingsId, kind: 'savings', name: verbatim('Holidays') }]

test('writes one line per transaction, quoted by RFC 4180, with numeric amounts', () => {
  const csv = transactionsCsv([transfer], accounts)
  const [head, ...rest] = csv.split('\r\n')
  expect(head).toBe(
    '\uFEFFValue date,Type,Amount,Status,Method,Reference,Account name,Account number,Bank name,IBAN,SWIFT code,Booking date,Decline reason,Own account,Category,Note,Message',
  )
  expect(rest.join('\r\n')).toBe(
    `2026-01-05T15:04:00.000Z,Transfer,-1200.50,Declined,wire,FB-1,"O""Neil",0532,B,,,,"Wrong name,\nplease check",Main account,Dining out,"'=1+1","'=HYPERLINK(""x"")"\r\n`,
  )
})

test('names the savings account whose money it is', () => {
  expect(transactionsCsv([{ ...transfer, accountId: savingsId }], accounts)).toContain(',Holidays,Dining out,')
})
