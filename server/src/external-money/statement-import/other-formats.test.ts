import { describe, expect, test } from 'vitest'
import { camt053, camtStatement, type MadeEntry, mt940 } from '../../../test/statement-files.ts'
import { inJanuary, useStatementImports } from '../../../test/statement-imports.ts'

const { bank, newAccount, upload } = useStatementImports()
const amounts = async (accountId: string) => {
  const rows = await bank.sql<{ amount: bigint }[]>`
    select amount from bank_statement_lines where outside_account_id = ${accountId} order by booked_on, id`
  return rows.map(({ amount }) => Number(amount))
}

const entry = (day: number, cents: number, reference?: string): MadeEntry => ({
  on: inJanuary(day),
  cents,
  text: `Payment of ${day}`,
  reference,
})
const camt = (account: string, openingCents: number, entries: MadeEntry[], from?: string, to?: string) =>
  camt053(camtStatement({ account, openingCents, entries, ...(from && to ? { from, to } : {}) }))

function ofx(account: string, entries: readonly MadeEntry[], { from = 1, to = 31, closing = '0.00' } = {}): string {
  const short = (day: string) => day.replaceAll('-', '')
  const elements = entries.map(
    (each, index) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${short(each.on)}<TRNAMT>${(each.cents / 100).toFixed(2)}<FITID>F${index}${short(each.on)}<NAME>${each.text}</STMTTRN>`,
  )
  return `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>${short(inJanuary(from))}<DTEND>${short(inJanuary(to))}${elements.join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>${closing}<DTASOF>${short(inJanuary(to))}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
}

const CSV = { delimiter: ';', skipRows: 0, dateOrder: 'ymd', decimal: '.', bookedOn: 0, amount: 1, text: [2] }
const csv = (entries: readonly MadeEntry[]) =>
  entries.map((each) => `${each.on};${(each.cents / 100).toFixed(2)};CSV ${each.text}\n`).join('')

describe('the same days in another format are never booked twice', () => {
  const month = [entry(2, 500, 'BANK1'), entry(5, -200, 'BANK2'), entry(5, 300, 'BANK3'), entry(9, 700, 'BANK4')]
  const otherReferences = month.map((each, index) => ({ ...each, reference: `SWIFT${index}` }))
  const files: [string, (account: string) => string][] = [
    ['MT940', (account) => mt940({ account, openingCents: 0, entries: otherReferences, from: inJanuary(1) })],
    ['OFX', (account) => ofx(account, month, { closing: '13.00' })],
    ['OFX of the first day', (account) => ofx(account, month.slice(0, 1), { from: 2, to: 2 })],
    ['OFX of the last day', (account) => ofx(account, month.slice(-1), { from: 9, to: 31 })],
    ['MT940 from the last day', (account) => mt940({ account, openingCents: 600, entries: otherReferences.slice(3) })],
    ['CSV', () => csv(month)],
  ]
  test.each(files)('a month as camt.053 and %s', async (_, file) => {
    const { id, number } = await newAccount()
    expect((await upload(camt(number, 0, month, inJanuary(2), inJanuary(9)))).status).toBe(201)
    const again = await upload(file(number), { account: id, mapping: JSON.stringify(CSV) })
    expect(again).toMatchObject({ status: 400, code: 'balances_differ' })
    expect(await amounts(id)).toEqual([500, -200, 300, 700])
  })

  test.each([
    ['with a sum', [entry(4, 500, 'BANK1'), entry(4, -200, 'BANK2')]],
    ['without one', [entry(4, 500, 'BANK1'), entry(4, -500, 'BANK2')]],
  ])('one day %s, as camt.053 and MT940, and in camt.053 with other references', async (_, entries) => {
    const { id, number } = await newAccount()
    expect((await upload(camt(number, 100, entries, inJanuary(4), inJanuary(4)))).status).toBe(201)
    const others = entries.map((each, index) => ({ ...each, reference: `SWIFT${index}` }))
    for (const file of [
      mt940({ account: number, openingCents: 100, entries: others, from: inJanuary(3) }),
      camt(number, 100, others),
    ])
      expect(await upload(file)).toMatchObject({ status: 400, code: 'balances_differ' })
    expect(await amounts(id)).toHaveLength(2)
  })

  test('the other way round: OFX first, then camt.053', async () => {
    const { id, number } = await newAccount()
    expect((await upload(ofx(number, month))).status).toBe(201)
    expect(await upload(camt(number, 0, month, inJanuary(1), inJanuary(31)))).toMatchObject({ code: 'balances_differ' })
    expect(await amounts(id)).toHaveLength(4)
  })

  test('a bank that changes the format within a day: the second file goes on where the first one ended', async () => {
    const { id, number } = await newAccount()
    expect(
      (await upload(mt940({ account: number, openingCents: 0, entries: [entry(4, 500), entry(5, 20)] }))).status,
    ).toBe(201)
    expect((await upload(camt(number, 520, [entry(5, 30), entry(6, 40)]))).status).toBe(201)
    expect(await amounts(id)).toEqual([500, 20, 30, 40])
  })
})

test('the day of the balance before is not part of the period of an MT940 file', async () => {
  const { number } = await newAccount()
  const file = mt940({
    account: number,
    openingCents: 0,
    entries: [entry(5, 100)],
    from: inJanuary(4),
    to: inJanuary(6),
  })
  expect(await upload(file)).toMatchObject({ from: inJanuary(5), to: inJanuary(6) })
  const empty = mt940({ account: number, openingCents: 100, entries: [], from: inJanuary(6), to: inJanuary(7) })
  expect(await upload(empty)).toMatchObject({ from: inJanuary(7), to: inJanuary(7) })
})
