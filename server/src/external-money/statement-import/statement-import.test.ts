import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { form } from '../../../test/files.ts'
import { addExternalAccount, contraBalances } from '../../../test/statement-entries.ts'
import { camt053, camtStatement, type MadeEntry, mt940, statementForm } from '../../../test/statement-files.ts'
import { createJobs } from '../../jobs.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

let accounts = 0
/** A new external account for each test: statements of one must fit together. */
async function newAccount() {
  const number = `4470${String(++accounts).padStart(6, '0')}`
  return { id: await addExternalAccount(admin, number), number }
}
const upload = (file: string | Buffer, fields?: Record<string, string>, by = admin) =>
  by.call('POST', '/admin/bank-statements', statementForm(file, fields))
const preview = (file: string | Buffer, fields?: Record<string, string>) =>
  admin.call('POST', '/admin/bank-statements/preview', statementForm(file, fields))

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}`
const entry = (on: number, cents: number, text = `Payment of day ${on}`, reference?: string): MadeEntry => ({
  on: day(on),
  cents,
  text,
  reference,
})

const stored = (accountId: string) => bank.sql<{ booked_on: string; amount: bigint; text: string; state: string }[]>`
  select booked_on::text as booked_on, amount, text, state from bank_statement_lines
  where outside_account_id = ${accountId} order by booked_on, id`

async function counts() {
  const [row] = await bank.sql`
    select (select count(*)::int from bank_statements) as statements, (select count(*)::int from bank_statement_lines) as entries,
      (select count(*)::int from contra_movements) as movements, (select count(*)::int from staged_statement_lines) as staged,
      (select count(*)::int from statement_imports) as running, (select count(*)::int from csv_mappings) as mappings`
  return row
}

describe('importing a statement', () => {
  test('answers with account, period, balances and counts; the same file again changes nothing', async () => {
    const { id, number } = await newAccount()
    const file = camt053(
      camtStatement({
        account: number,
        openingCents: 10_000,
        entries: [entry(5, 5_000), entry(6, -2_550)],
        from: day(1),
        to: day(31),
      }),
    )
    const response = await upload(file)
    expect(response.statusCode).toBe(201)
    const answer = response.json()
    expect(answer).toEqual({
      _id: expect.any(String),
      account: { _id: id, name: 'Outside', number, currency: 'USD' },
      from: '2026-01-01',
      to: '2026-01-31',
      opening: 100,
      closing: 124.5,
      lines: { total: 2, matched: 0, suggested: 0, unmatched: 2, known: 0 },
    })
    expect(await stored(id)).toMatchObject([
      { booked_on: '2026-01-05', amount: 5_000n, state: 'unmatched' },
      { booked_on: '2026-01-06', amount: -2_550n },
    ])
    const before = await counts()
    const again = await upload(file)
    expect(again.statusCode).toBe(201)
    expect(again.json()).toEqual({ ...answer, lines: { total: 2, matched: 0, suggested: 0, unmatched: 0, known: 2 } })
    expect(await counts()).toEqual(before)
    expect(before).toMatchObject({ staged: 0, running: 0 })
    expect(await contraBalances(bank)).toMatchObject({ outside: -2_450n, suspense: 2_450n })
  })

  test('one statement a day in a file, and a longer file over it: known entries are known', async () => {
    const { id, number } = await newAccount()
    const days = [
      mt940({ account: number, openingCents: 0, entries: [entry(2, 700), entry(2, 700, 'Payment of day 2')] }),
      mt940({ account: number, openingCents: 1_400, entries: [entry(3, -100)], from: day(2) }),
      mt940({ account: number, openingCents: 1_300, entries: [], from: day(3), to: day(4) }),
      mt940({ account: number, openingCents: 1_300, entries: [entry(5, 50)], from: day(4) }),
    ]
    expect((await upload(days.join(''))).json()).toMatchObject({
      from: day(2),
      to: day(5),
      opening: 0,
      closing: 13.5,
      lines: { total: 4, known: 0 },
    })
    const month = [entry(1, 10), entry(2, 700), entry(2, 700), entry(3, -100), entry(5, 50), entry(9, 9)]
    const longer = await upload(mt940({ account: number, openingCents: -10, entries: month }))
    expect(longer.json()).toMatchObject({ lines: { total: 6, known: 4, unmatched: 2 } })
    expect((await stored(id)).map(({ amount }) => Number(amount))).toEqual([10, 700, 700, -100, 50, 9])
  })

  test('two clients with the same file at once: it is stored once', async () => {
    const { id, number } = await newAccount()
    const file = mt940({ account: number, openingCents: 0, entries: [entry(2, 700), entry(3, 800)] })
    const overlapping = mt940({ account: number, openingCents: 700, entries: [entry(3, 800), entry(4, 900)] })
    const answers = await Promise.all([upload(file), upload(file), upload(overlapping), upload(file)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.filter((_, index) => index !== 2).map((answer) => answer.json()._id)).size).toBe(1)
    expect((await stored(id)).map(({ amount }) => amount)).toEqual([700n, 800n, 900n])
  })

  test('several accounts in a file, by IBAN and by bank code and number', async () => {
    const iban = 'DE89370400440532013000'
    const outsideAccountId = await addExternalAccount(admin, iban)
    const { number } = await newAccount()
    const file =
      mt940({ account: '37040044/532013000', openingCents: 0, entries: [entry(2, 100)] }) +
      mt940({ account: number, openingCents: 500, entries: [entry(2, 200)] })
    expect((await upload(file, { outsideAccountId })).json()).toMatchObject({
      account: { number: iban },
      closing: 1,
      others: [{ account: { number }, opening: 5, closing: 7, lines: { total: 1 } }],
    })
  })
})

describe('refused files', () => {
  test('each has its code, names its place, and stores nothing', async () => {
    const { number } = await newAccount()
    const good = { account: number, openingCents: 0, entries: [entry(5, 500), entry(6, 600)] }
    await upload(camt053(camtStatement({ ...good, from: day(5), to: day(6) })))
    const before = await counts()
    const other = (openingCents: number, entries: MadeEntry[], from?: string, to?: string) =>
      camt053(camtStatement({ account: number, openingCents, entries, ...(from && to ? { from, to } : {}) }))
    const cases: [string, string | Buffer, number, string, RegExp][] = [
      [
        'a wrong closing balance',
        other(1, [entry(9, 5)]).replace('>0.06<', '>0.07<'),
        400,
        'balances_differ',
        /0.01 and the lines make 0.06, not 0.07/,
      ],
      [
        'statements that don’t follow',
        mt940(good) + mt940({ ...good, openingCents: 9 }),
        400,
        'balances_differ',
        /begins with 0.09, but the one before ends with 11/,
      ],
      [
        'other entries in the same days',
        other(0, [entry(4, 1), entry(5, 500), entry(6, 600, 'Something else'), entry(7, 1)], day(4), day(7)),
        400,
        'balances_differ',
        /but their lines to/,
      ],
      [
        'a day after that begins otherwise',
        other(1, [entry(7, 5)], day(7), day(7)),
        400,
        'balances_differ',
        /day before 2026-01-07 ends with 11.00/,
      ],
      [
        'a day before that ends otherwise',
        other(1, [entry(4, 5)], day(4), day(4)),
        400,
        'balances_differ',
        /day after 2026-01-04 begins with 0.00/,
      ],
      [
        'an unknown account',
        mt940({ ...good, account: 'NL91ABNA0417164300' }),
        400,
        'unknown_account',
        /NL91ABNA0417164300/,
      ],
      ['one of two accounts unknown', mt940(good) + mt940({ ...good, account: '999' }), 400, 'unknown_account', /999/],
      ['another currency', mt940(good, 'JPY'), 400, 'currency_differs', /JPY/],
      [
        'an entry in another currency',
        camt053(camtStatement(good)).replace(/<Ntry><Amt Ccy="USD">/, '<Ntry><Amt Ccy="EUR">'),
        400,
        'currency_differs',
        /EUR/,
      ],
      [
        'too many decimals',
        mt940(good).replace('C5,00', 'C5,001').replace('C260106USD11,00', 'C260106USD11,001'),
        400,
        'statement_unreadable',
        /11.001 has more decimals/,
      ],
      ['a truncated file', mt940(good).slice(0, 130), 400, 'statement_unreadable', /./],
      [
        'an unreadable entry',
        mt940(good).replace(':61:260106', ':61:26XX06'),
        400,
        'statement_unreadable',
        /^Line 7: /,
      ],
      ['UTF-16', Buffer.from(`\ufeff${mt940(good)}`, 'utf16le'), 400, 'statement_unreadable', /UTF-8/],
      [
        'an entity bomb',
        `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aa">]><Document/>`,
        400,
        'statement_unreadable',
        /document type/,
      ],
      ['deep nesting', '<a>'.repeat(200_000), 400, 'statement_unreadable', /nested/],
      [
        'garbage',
        Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 256)),
        400,
        'statement_unreadable',
        /./,
      ],
      ['an empty file', '', 400, 'statement_unreadable', /empty/],
      ['a PDF', '%PDF-1.7\n', 400, 'statement_unreadable', /document/],
      ['CSV without account and columns', 'Date,Amount\n2026-01-01,5\n', 400, 'mapping_required', /./],
    ]
    for (const [name, file, status, code, message] of cases) {
      const response = await upload(file)
      expect([name, response.statusCode, response.json().code]).toEqual([name, status, code])
      expect(response.json().message, name).toMatch(message)
      expect(await counts(), name).toEqual(before)
    }
    const unknown = await upload(mt940({ ...good, account: 'NL91 ABNA 0417 1643 00' }))
    expect(unknown.json().current).toEqual({ number: 'NL91ABNA0417164300', currency: 'USD', candidates: [] })
  })

  test('more than 25 MB', async () => {
    expect((await upload('x'.repeat(27_000_000))).statusCode).toBe(413)
  })

  test.each([
    ['no file', form([]), 'no_file'],
    ['no chosen file', form([{ name: 'file', filename: '', bytes: '' }]), 'no_file'],
    ['another field', form([{ name: 'image', bytes: 'x' }]), 'invalid'],
    ['an unknown text', statementForm('x', { zone: 'x' }), 'invalid'],
    ['an account that is no id', statementForm('x', { account: 'x' }), 'invalid'],
    ['a mapping that is no JSON', statementForm('x', { mapping: '{' }), 'invalid'],
    [
      'a mapping without amount',
      statementForm('x', {
        mapping: '{"delimiter":",","skipRows":0,"dateOrder":"dmy","decimal":".","bookedOn":0,"text":[]}',
      }),
      'invalid',
    ],
    [
      'two files',
      form([
        { name: 'file', bytes: 'x' },
        { name: 'file', bytes: 'y' },
      ]),
      'upload_unreadable',
    ],
    ['a cut form', { ...statementForm('x'), body: statementForm('x').body.subarray(0, 90) }, 'upload_unreadable'],
    ['JSON', { body: {}, headers: {} }, 'wrong_media_type'],
  ])('%s', async (_, sent, code) => {
    expect((await admin.call('POST', '/admin/bank-statements', sent)).json().code).toBe(code)
  })

  test('only Admins import; Auditors read what is remembered', async () => {
    const { id, number } = await newAccount()
    const file = mt940({ account: number, openingCents: 0, entries: [entry(2, 1)] })
    for (const role of ['User', 'Support', 'Teller', 'Auditor'] as const) {
      const person = await bank.person({ role })
      expect((await upload(file, {}, person)).json().code).toBe('forbidden')
      const remembered = await person.call('GET', `/admin/outside-accounts/${id}/csv-mappings`)
      expect(remembered.statusCode).toBe(role === 'Auditor' ? 200 : 403)
    }
    expect(await stored(id)).toEqual([])
  })
})

describe('CSV', () => {
  const csv = (...rows: string[]) => ['Buchungstag;Text;Betrag', ...rows, ''].join('\n')
  test('is previewed, imported with its columns, and remembered', async () => {
    const { id } = await newAccount()
    const file = csv('05.01.2026;Miete;1.000,50', '06.01.2026;Gebühr;-2,00')
    const seen = (await preview(file)).json()
    expect(seen).toMatchObject({
      format: 'csv',
      account: null,
      csv: {
        columns: ['Buchungstag', 'Text', 'Betrag'],
        rows: [['05.01.2026', 'Miete', '1.000,50'], expect.anything()],
        remembered: false,
      },
      lines: [{ bookedOn: '2026-01-05', amount: 1000.5, text: 'Miete' }, { amount: -2 }],
      error: null,
    })
    const uncertain = await upload('Date,Text,Amount\n01/02/2026,a,1.00\n', { account: id })
    expect(uncertain.json()).toMatchObject({
      code: 'mapping_required',
      current: {
        fields: ['mapping'],
        columns: ['Date', 'Text', 'Amount'],
        mapping: { bookedOn: 0, amount: 2, text: [1] },
      },
    })
    expect((await upload(file)).json()).toMatchObject({ code: 'mapping_required', current: { fields: ['account'] } })
    const wrong = { ...seen.csv.mapping, amount: 1 }
    expect((await preview(file, { mapping: JSON.stringify(wrong) })).json()).toMatchObject({
      lines: [],
      error: "Row 2: 'Miete' is not an amount.",
    })
    expect((await upload(file, { account: id, mapping: JSON.stringify(wrong) })).json()).toMatchObject({
      code: 'statement_unreadable',
      message: "Row 2: 'Miete' is not an amount.",
    })
    const imported = await upload(file, { account: id, mapping: JSON.stringify(seen.csv.mapping) })
    expect(imported.json()).toMatchObject({ opening: null, closing: null, lines: { total: 2, unmatched: 2 } })
    const next = csv('06.01.2026;Gebühr;-2,00', '06.01.2026;Gebühr;-2,00', '07.01.2026;Lohn;5,00')
    expect((await preview(next, { account: id })).json().csv.remembered).toBe(true)
    expect((await upload(next, { account: id })).json()).toMatchObject({ lines: { total: 3, known: 1, unmatched: 2 } })
  })

  test('the columns of an account can be read and changed', async () => {
    const { id } = await newAccount()
    const { csv: shape } = (await preview(csv('05.01.2026;a;1,00'))).json()
    const path = `/admin/outside-accounts/${id}/csv-mappings`
    const body = { mapping: { ...shape.mapping, text: [0, 1] }, columns: shape.columns }
    expect((await admin.call('PUT', `${path}/${shape.fingerprint}`, { body })).json()).toMatchObject(body)
    expect((await admin.call('GET', path)).json()).toMatchObject([{ fingerprint: shape.fingerprint, ...body }])
    expect((await upload(csv('05.01.2026;a;1,00'), { account: id })).statusCode).toBe(201)
    expect((await stored(id)).map(({ text }) => text)).toEqual(['05.01.2026 a'])
    for (const [unknown, code] of [['0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f', 'not_found']] as const)
      expect((await admin.call('GET', `/admin/outside-accounts/${unknown}/csv-mappings`)).json().code).toBe(code)
  })

  test('with a balance per entry is checked against statements', async () => {
    const { id, number } = await newAccount()
    await upload(mt940({ account: number, openingCents: 0, entries: [entry(4, 1), entry(5, 2), entry(6, 3)] }))
    const mapping = JSON.stringify({
      delimiter: ';',
      skipRows: 0,
      dateOrder: 'dmy',
      decimal: ',',
      bookedOn: 0,
      amount: 2,
      balance: 3,
      text: [1],
    })
    const rows = '05.01.2026;other text;0,02;0,03\n'
    expect((await upload(rows, { account: id, mapping })).json().code).toBe('balances_differ')
    const withoutBalance = JSON.stringify({ ...JSON.parse(mapping), balance: undefined })
    expect((await upload(rows, { account: id, mapping: withoutBalance })).json().code).toBe('balances_differ')
    expect(await stored(id)).toHaveLength(3)
  })
})

test('what a dead server left of an import is deleted after an hour', async () => {
  const at = bank.now()
  const old = new Date(at.getTime() - 7_200_000)
  const staged = (created: Date) => bank.sql`
    insert into staged_statement_lines (import_id, place, id, outside_account_id, identity, booked_on, amount, text, created_at)
    values (gen_random_uuid(), 0, gen_random_uuid(), gen_random_uuid(), '\\x00', '2026-01-01', 1, '', ${created})`
  await Promise.all([staged(old), staged(at)])
  await bank.owner`insert into statement_imports values (gen_random_uuid(), ${admin.id}, 'matching', 1, 2, ${old}, ${old})`
  const jobs = createJobs({ ...bank, log: { info() {}, warn() {}, error() {} } as never, origin: '' })
  await jobs.find(({ name }) => name === 'delete abandoned imports')?.run(new AbortController().signal)
  expect(await counts()).toMatchObject({ staged: 1, running: 0 })
})

test('the progress of an own import is told while it runs', async () => {
  const progress = async () => (await admin.call('GET', '/admin/bank-statements/progress')).json()
  const entries = Array.from({ length: 3 }, (_, index) => entry(2, 1, `Payment ${index}`))
  // A lock on a table holds it up where it writes there.
  for (const [table, shown] of [
    ['staged_statement_lines', { stage: 'matching', lines: 3, of: 3 }],
    ['bank_statements', { stage: 'booking', lines: 0, of: 3 }],
  ] as const) {
    expect(await progress()).toMatchObject({ stage: 'idle' })
    const { number } = await newAccount()
    const { running } = await bank.owner.begin(async (tx) => {
      await tx`lock table ${tx.unsafe(table)} in share mode`
      const running = upload(mt940({ account: number, openingCents: 0, entries }))
      await expect.poll(progress).toMatchObject(shown)
      return { running }
    })
    expect((await running).json()).toMatchObject({ lines: { total: 3, unmatched: 3 } })
  }
  expect(await progress()).toMatchObject({ stage: 'idle' })
})
