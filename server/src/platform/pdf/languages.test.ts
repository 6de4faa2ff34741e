import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { LOCALES, type Locale } from '#contract/locales.ts'
import type { TrialBalance } from '../../books/reports/trial-balance.ts'
import { renderTrialBalancePdf } from '../../books/reports/trial-balance-pdf.ts'
import type { Confirmation } from '../../documents/receipts/confirmation.ts'
import { renderConfirmationPdf } from '../../documents/receipts/confirmation-pdf.ts'
import type { Receipt } from '../../documents/receipts/receipt.ts'
import { renderReceiptPdf } from '../../documents/receipts/receipt-pdf.ts'
import type { StatementLine } from '../../documents/statement-lines.ts'
import type { Statement } from '../../documents/statements/statement.ts'
import { renderStatementPdf } from '../../documents/statements/statement-pdf.ts'
import type { Transaction } from '../../ledger/types.ts'
import { readConfig } from '../config/config.ts'
import { letterheadOf } from './letterhead.ts'

const at = new Date('2026-10-20T10:00:00Z')
const letterhead = letterheadOf(readConfig({ PUBLIC_URL: 'https://fable.example' }))
const zone = 'UTC'
const account = {
  id: 'a',
  ownerId: 'o',
  number: '4821077315',
  name: 'Main account',
  kind: 'main',
  openedAt: at,
} as const
const holder = {
  id: 'o',
  name: 'Ada Example',
  address: 'X',
  locale: null,
  status: 'Pending',
  isVerified: false,
} as const
const counterparty = { name: 'Grace', accountNumber: '0532013000', bankName: 'Q', iban: 'DE89', swiftCode: 'ABCD' }
const line: StatementLine = {
  number: 1n,
  bookedOn: '2026-10-06',
  valueOn: '2026-10-05',
  reference: 'M7QX2',
  message: '',
  transactionId: 't',
  counterparty,
  method: 'adjustment',
  isReversal: false,
  currency: '',
  reversed: null,
  amountCents: -120_50n,
  balanceAfterCents: 99_50n,
}
const statement = {
  month: '2026-10',
  final: false,
  closed: false,
  zone,
  count: 2,
  account,
  holder,
  openingCents: 1_00n,
  creditsCents: 1_00n,
  debitsCents: 1_00n,
  closingCents: 1_00n,
  lines: async function* () {
    yield line
    yield { ...line, reversed: { reference: 'M7QX2', isReturn: true } }
  },
} as Statement
const transaction = {
  id: 't',
  type: 'Transfer',
  status: 'Declined',
  method: 'wire',
  amountCents: -120_50n,
  reference: 'M7QX2',
  valueAt: at,
  submittedAt: at,
  bookedAt: at,
  reason: 'Cancelled by you.',
  isReturn: true,
  counterparty,
  currency: 'ADA',
  rate: '1',
  amountDue: '2',
} as Transaction
const receipt: Receipt = { transaction, account, holder, zone, reversesReference: 'M7QX3', reversedByReference: null }
const confirmation = { account: { ...account, closedAt: null }, holder, zone } as Confirmation
const trialBalance: TrialBalance = {
  on: '2026-10-05',
  asOf: at,
  final: false,
  zone,
  rows: [
    {
      account: 'x',
      code: '1000',
      type: 'asset',
      name: 'Wire clearing',
      kind: 'internal',
      accounts: 3,
      debitsCents: 1n,
      creditsCents: 1n,
    },
  ],
}

function documentsIn(locale: Locale): AsyncGenerator<Uint8Array>[] {
  const issue = { number: '7ZQ4-0F3K', issuedAt: at, locale, staffCopy: true }
  return [
    renderStatementPdf(letterhead, statement, issue),
    renderReceiptPdf(letterhead, receipt, issue),
    renderConfirmationPdf(letterhead, confirmation, issue),
    renderTrialBalancePdf(letterhead, trialBalance, issue),
  ]
}
/** In the order of the content, as it is read aloud: without breaks, marks and the spaces that fonts make. */
const textOf = (pdf: Buffer) =>
  spawnSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout.replace(
    /\s+|\p{Bidi_Control}/gu,
    ' ',
  )

/** pdftotext takes an actual text for visual order and turns Arabic words. */
const extracted = (word: string) => (/\p{Script=Arabic}/u.test(word) ? [...word].reverse().join('') : word)

type Catalogue = Record<string, string>
const catalogueOf = (locale: Locale): Catalogue =>
  JSON.parse(readFileSync(new URL(`../../../../catalogues/server/${locale}.json`, import.meta.url), 'utf8'))

const installed = !spawnSync('pdftotext', ['-v']).error
test.runIf(installed).each(LOCALES.filter((locale) => locale !== 'en'))(
  'documents in %s have no text of the English ones',
  async (locale) => {
    const catalogue = catalogueOf(locale)
    // Words that are the same in both languages, and parts of sentences with values in them.
    const english = Object.keys(catalogue).flatMap((text) => text.split(/\{\w+\}/).map((part) => part.trim()))
    const phrases = english.filter(
      (part) =>
        part.split(' ').length > 1 && part.length > 9 && !Object.values(catalogue).some((own) => own.includes(part)),
    )
    for (const document of documentsIn(locale)) {
      const text = textOf(await buffer(document))
      expect(phrases.filter((phrase) => text.includes(phrase))).toEqual([])
      for (const word of catalogue['Document number']?.split(' ') ?? []) expect(text).toContain(extracted(word))
    }
  },
)

test.runIf(installed)('the test would find them', async () => {
  const [statementPdf] = documentsIn('en')
  const text = textOf(await buffer(statementPdf as AsyncGenerator<Uint8Array>))
  for (const part of ['Account statement', 'Opening balance', 'Adjustment by the bank', 'Copy issued by staff on'])
    expect(text).toContain(part)
})
