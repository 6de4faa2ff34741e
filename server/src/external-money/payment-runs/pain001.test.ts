import { describe, expect, test } from 'vitest'
import { type Payment, type PaymentRun, writePain001 } from './pain001.ts'
import { paymentText } from './payment-text.ts'

const RUN: PaymentRun = {
  messageId: 'RUN-7',
  createdAt: new Date('2026-01-31T10:00:00Z'),
  count: 1,
  totalCents: 123_456n,
  currency: 'EUR',
  initiator: 'Openteller & Söhne',
  debtor: { name: 'Openteller', iban: 'DE89370400440532013000', number: '', bic: 'COBADEFF' },
  executeOn: '2026-01-31',
}
const PAYMENT: Payment = {
  endToEndId: 'BYARD-JKWNF',
  amountCents: 123_456n,
  payerName: 'Ada Example',
  creditorName: 'Zoë Łukasz 李雷 <b>',
  iban: '',
  accountNumber: '0532013000',
  bic: '',
  bankName: 'Example Bank',
  remittance: 'Rent //January/',
}

async function write(run: PaymentRun, payments: Payment[]): Promise<string> {
  async function* all() {
    yield* payments
  }
  let file = ''
  for await (const piece of writePain001(run, all())) file += piece
  return file
}

describe('pain.001', () => {
  test('names the reference, the amount and the payee in the allowed characters', async () => {
    const file = await write(RUN, [PAYMENT])
    expect(file).toContain('<EndToEndId>BYARD-JKWNF</EndToEndId>')
    expect(file).toContain('<InstdAmt Ccy="EUR">1234.56</InstdAmt>')
    expect(file).toContain('<Nm>Zoe Lukasz LiLei b</Nm>')
    expect(file).toContain('<Ustrd>Rent /January</Ustrd>')
    expect(file).toContain('<CtrlSum>1234.56</CtrlSum>')
    expect(await write(RUN, [PAYMENT])).toBe(file)
  })

  test('has a message without markup, or the reference where none of its characters is allowed', async () => {
    const file = await write(RUN, [
      { ...PAYMENT, remittance: '</Ustrd><Amt>1 & "Größe" 👍' },
      { ...PAYMENT, remittance: '<>{}' },
    ])
    expect(file).toContain('<RmtInf><Ustrd>Ustrd Amt 1 Grosse :thumbsup:</Ustrd></RmtInf>')
    expect(file).toContain('<RmtInf><Ustrd>BYARD-JKWNF</Ustrd></RmtInf>')
  })

  test.each([
    ['Müller', 'Muller'],
    ['Straße', 'Strasse'],
    ['Ærø', 'Aero'],
    ['محمد', 'mhmd'],
    ['😀 Bob', ':grinning: Bob'],
    ['//a//', 'a'],
    ['a\u202eb', 'ab'],
  ])('%s is written %s', (text, expected) => expect(paymentText(text, 70)).toBe(expected))
})
