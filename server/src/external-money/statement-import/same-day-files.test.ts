import { expect, test } from 'vitest'
import { camt053, camtStatement, type MadeEntry, mt940 } from '../../../test/statement-files.ts'
import { inJanuary, useStatementImports } from '../../../test/statement-imports.ts'

/** Banks that make several files a day: each goes on where the one before ended. */
const { admin, newAccount, upload } = useStatementImports()
const entry = (day: number, cents: number, text = `Payment of ${day}`): MadeEntry => ({
  on: inJanuary(day),
  cents,
  text,
})
const unexplained = async (accountId: string) => {
  const [account] = (await admin().call('GET', `/admin/reconciliation?accountId=${accountId}`)).json().accounts
  return [account.statementBalance, account.unexplained, account.items.map(({ kind }: { kind: string }) => kind)]
}

type Part = { openingCents: number; entries: MadeEntry[] }
/** Equal payments in different files are different payments. */
const PARTS: Part[] = [
  { openingCents: 1_000, entries: [entry(5, 500, 'Rent'), entry(5, -200)] },
  { openingCents: 1_300, entries: [entry(5, 500, 'Rent')] },
  { openingCents: 1_800, entries: [entry(5, -400, 'Rent')] },
]
const intermediate = (file: string, first: 'F' | 'M', last: 'F' | 'M') =>
  file.replace(':60F:', `:60${first}:`).replace(':62F:', `:62${last}:`)
type Format = (account: string, part: Part, index: number) => string
const FORMATS: [string, Format][] = [
  [
    'MT940 with intermediate balances',
    (account, part, index) =>
      intermediate(mt940({ account, ...part }), index === 0 ? 'F' : 'M', index === 2 ? 'F' : 'M'),
  ],
  ['camt.053', (account, part) => camt053(camtStatement({ account, ...part }))],
]
const ORDERS = [
  [0, 1, 2],
  [2, 0, 1],
]

test.each(FORMATS)('%s: three files of a day, in any order, between the days around it', async (_, format) => {
  for (const order of ORDERS) {
    const { id, number } = await newAccount()
    const whole = (openingCents: number, entries: MadeEntry[]) =>
      upload(mt940({ account: number, openingCents, entries }))
    expect((await whole(0, [entry(4, 1_000)])).status).toBe(201)
    expect((await whole(1_400, [entry(6, 1)])).status).toBe(201)
    for (const index of order) {
      const part = PARTS[index]
      if (part) expect(await upload(format(number, part, index)), `${order} ${index}`).toMatchObject({ status: 201 })
    }
    expect(await unexplained(id)).toEqual([14.01, 0, []])
  }
})

test('a second and a third file of a day after a statement in another format that ends on it', async () => {
  const { id, number } = await newAccount()
  const camt = camt053(camtStatement({ account: number, openingCents: 0, entries: [entry(3, 700), entry(5, 300)] }))
  expect(await upload(camt)).toMatchObject({ status: 201, to: inJanuary(5) })
  for (const part of PARTS) expect(await upload(mt940({ account: number, ...part }))).toMatchObject({ status: 201 })
  expect(await unexplained(id)).toEqual([14, 0, []])
  // What goes on nowhere is still refused: another format may have it already.
  const loose = { account: number, openingCents: 5_000, entries: [entry(5, 300, 'The same in other words')] }
  expect(await upload(mt940(loose))).toMatchObject({ status: 400, code: 'balances_differ' })
})

test('files that each say they have the whole day', async () => {
  const { id, number } = await newAccount()
  const whole = (openingCents: number, entries: MadeEntry[], day: number) =>
    upload(camt053(camtStatement({ account: number, openingCents, entries, from: inJanuary(day), to: inJanuary(day) })))
  expect(await whole(0, [entry(4, 1_000)], 4)).toMatchObject({ status: 201 })
  for (const { openingCents, entries } of PARTS)
    expect(await whole(openingCents, entries, 5)).toMatchObject({ status: 201 })
  expect(await whole(1_400, [entry(6, 1)], 6)).toMatchObject({ status: 201 })
  expect(await whole(1_500, [entry(7, 1)], 7)).toMatchObject({ code: 'balances_differ' })
  expect(await unexplained(id)).toEqual([14.01, 0, []])
})

test('CSV files with a balance for each row', async () => {
  const { id } = await newAccount()
  const columns = { delimiter: ';', skipRows: 0, dateOrder: 'ymd', decimal: '.', bookedOn: 0, amount: 1, text: [2] }
  const mapping = JSON.stringify({ ...columns, balance: 3 })
  for (const { openingCents, entries } of PARTS) {
    let balance = openingCents
    const rows = entries.map(({ on: day, cents, text }) => {
      balance += cents
      return `${day};${(cents / 100).toFixed(2)};${text};${(balance / 100).toFixed(2)}\n`
    })
    expect(await upload(rows.join(''), { account: id, mapping })).toMatchObject({ status: 201 })
  }
  expect((await unexplained(id)).slice(0, 2)).toEqual([14, 0])
})

test('files without entry dates, whose days are value dates', async () => {
  const { id, number } = await newAccount()
  const valueDated = (openingCents: number, entries: MadeEntry[]) =>
    mt940({ account: number, openingCents, entries, to: inJanuary(8) }).replace(/^(:61:\d{6})\d{4}/gm, '$1')
  for (const file of [
    valueDated(0, [entry(3, 100), entry(6, 200), entry(8, 300)]),
    valueDated(600, [entry(6, 40), entry(8, 50)]),
    valueDated(690, [entry(4, 7), entry(6, 8)]),
  ])
    expect(await upload(file)).toMatchObject({ status: 201 })
  expect((await unexplained(id)).slice(0, 2)).toEqual([7.05, 0])
})
