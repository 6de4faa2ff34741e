import { spawnSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StatementFormat } from '#contract/documents/statement-formats.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { letterheadOf } from '../../platform/pdf/letterhead.ts'
import type { IssueDetails } from '../../platform/pdf/render.ts'
import { LINES_PER_READ, type StatementLine } from '../statement-lines.ts'
import { shorten } from '../xml.ts'
import { readStatement, type Statement } from './statement.ts'
import { statementRenderers } from './statement-formats.ts'
import { monthAt } from './statement-months.ts'

const bank = useBank()
const zone = 'UTC'
const issued = { number: '7ZQ4-0000-0000-0000-0000-0000-0000', issuedAt: new Date('2026-11-02T09:00:00Z') }
const TEXT_FORMATS = ['csv', 'json', 'ofx', 'camt053'] as const satisfies StatementFormat[]

const HOSTILE = '</Nm><x>&"\u200f👩‍👩‍👧‍👦\u0301=HYPERLINK("a")'
let ada: Person

beforeAll(async () => {
  const admin = await bank.person({ role: 'Admin' })
  const ask = commandsOf(bank)
  ada = await bank.person({ fullName: `${HOSTILE}${'É'.repeat(200 - HOSTILE.length)}`, balanceCents: 900_00n })
  const parties = [
    { name: HOSTILE + '👩‍👩‍👧‍👦'.repeat(15), iban: 'de89-3704.0044 0532 0130 00', swiftCode: 'coba-deff' },
    { name: '=1+1', accountNumber: '9'.repeat(60), bankName: 'B'.repeat(200), iban: 'nonsense', swiftCode: '?' },
    { name: '\ufffe\uffff ', accountNumber: '40440', bankName: '' },
  ]
  for (const to of parties) {
    const message = to.name === '=1+1' ? HOSTILE : ''
    const sent = await bank.ledger.submit({ ...ask.transfer(ada, 10_01n, { to }), message })
    if (sent.ok) await bank.ledger.submit(ask.approve(admin, sent.transaction.id))
  }
  const debited = await bank.ledger.submit(ask.adjust('debit', admin, ada, 5n, { note: 'secret note' }))
  if (debited.ok) await bank.ledger.submit(ask.reverse(admin, debited.transaction.id))
  await ada.call('PUT', '/users/update', { body: { address: 'Lane 1 & 2' } })
})

const read = (person: Person, sql: Reader = bank.sql) =>
  readStatement(sql, { personId: person.id, month: monthAt(bank.now(), zone) }, { at: bank.now(), zone })
const render = (statement: Statement, format: StatementFormat, issue: IssueDetails = issued) =>
  statementRenderers(letterheadOf(bank.config))[format](statement, issue)
const textOf = async (statement: Statement, format: StatementFormat, issue?: IssueDetails) =>
  (await buffer(render(statement, format, issue))).toString('utf8')

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0
const xmllint = (xml: string, ...options: string[]) =>
  spawnSync('xmllint', ['--noout', '--nonet', ...options, '-'], { input: xml, encoding: 'utf8' })
const SCHEMA = new URL('../../../test/iso20022/camt.053.001.08.xsd', import.meta.url).pathname

test('JSON has every line with its amounts and parties', async () => {
  const answer = JSON.parse(await textOf(await read(ada), 'json'))
  expect(answer).toMatchObject({
    opening: 0,
    credits: 900.05,
    debits: 30.08,
    closing: 869.97,
    count: 6,
    final: false,
    currency: 'USD',
    holder: { name: ada.fullName, address: 'Lane 1 & 2' },
    account: { _id: ada.id, name: 'Main account', kind: 'main' },
    transactions: [
      { number: 1, description: 'Adjustment by the bank', amount: 900, balance: 900, counterparty: null },
      { number: 2, description: 'Wire transfer', amount: -10.01, balance: 889.99 },
      {
        number: 3,
        message: HOSTILE,
        counterparty: { accountName: '=1+1', accountNumber: '9'.repeat(60), swiftCode: '?' },
      },
      {},
      { amount: -0.05 },
      { amount: 0.05, balance: 869.97, description: expect.stringMatching(/^Reversal of .{5}-.{5}$/) },
    ],
  })
})

test('CSV has the balances around the lines, and nothing that a spreadsheet calculates', async () => {
  const rows = (await textOf(await read(ada), 'csv')).split('\r\n')
  expect(rows).toHaveLength(1 + 1 + 6 + 1 + 1)
  expect(rows[0]).toMatch(/^\uFEFFBooking date,Value date,Description,/)
  expect(rows[1]).toMatch(/^\d{4}-\d\d-01,\d{4}-\d\d-01,Opening balance,,,,,,0\.00,USD,,/)
  expect(rows[4]).toContain(`,Wire transfer,"'=1+1",nonsense,${'B'.repeat(200)},`)
  expect(rows[4]).toContain(',-10.01,879.98,USD,')
  expect(rows[4]).toContain(`,${issued.number},"${HOSTILE.replaceAll('"', '""')}"`)
  expect(rows[8]).toContain(',Balance,,,,,,869.97,USD,')
})

test('CSV names the account, the holder and the document in every row, also when the month is empty', async () => {
  const [grace, henry] = [await bank.person({ fullName: 'Grace' }), await bank.person({ fullName: 'Henry' })]
  const rowsOf = async (person: Person) => (await textOf(await read(person), 'csv')).trimEnd().split('\r\n')
  const [header, ...rows] = await rowsOf(grace)
  expect(header).toMatch(/,Transaction ID,Account,Account holder,Document number,Message$/)
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row).toMatch(new RegExp(`,${await grace.accountNumber()},Grace,${issued.number},$`))
  expect(await rowsOf(henry)).not.toEqual([header, ...rows])
})

test('every format of a staff copy is marked, and no other', async () => {
  const marks = {
    csv: /,Document number,Copy,Message\r\n(?:.*,Copy issued by staff,\r\n)+$/,
    json: /"staffCopy":true/,
    ofx: /<SEVERITY>INFO<\/SEVERITY><MESSAGE>Copy issued by staff<\/MESSAGE><\/STATUS><STMTRS>/,
    camt053: /<CpyDplctInd>COPY<\/CpyDplctInd>/,
  }
  const statement = await read(await bank.person())
  for (const format of TEXT_FORMATS) {
    expect(await textOf(statement, format, { ...issued, staffCopy: true })).toMatch(marks[format])
    expect(await textOf(statement, format, { ...issued, staffCopy: false })).not.toMatch(/cop(?:y|ied)/i)
  }
})

test('an open month has a balance of the day of issue; a final one closes on its last day', async () => {
  const statement = { ...(await read(await bank.person())), month: '2026-11', zone: 'America/New_York' }
  const texts = async (final: boolean, issuedAt: string) => {
    const issue = { ...issued, issuedAt: new Date(issuedAt) }
    const [csv = '', ofx = '', camt = ''] = await Promise.all(
      (['csv', 'ofx', 'camt053'] as const).map((format) => textOf({ ...statement, final }, format, issue)),
    )
    if (hasXmllint) expect(xmllint(camt, '--schema', SCHEMA)).toMatchObject({ status: 0 })
    return [
      csv.trimEnd().split('\r\n').at(-1)?.split(',').slice(0, 3).join(),
      /<DTEND>(\d{8})/.exec(ofx)?.[1],
      /<Cd>(?:ITBD|CLBD)<\/Cd>.*?<Dt><Dt>([^<]*)/.exec(camt)?.[1],
      /<ToDtTm>([^<]*)/.exec(camt)?.[1],
    ]
  }
  const day = (date: string, name: string) => [`${date},${date},${name}`, date.replaceAll('-', ''), date]
  // Still the 15th in New York.
  const early = '2026-11-16T04:00:00.000Z'
  expect(await texts(false, early)).toEqual([...day('2026-11-15', 'Balance'), early])
  const end = '2026-12-01T04:59:59.999Z'
  expect(await texts(false, '2026-12-01T05:10:00.000Z')).toEqual([...day('2026-11-30', 'Balance'), end])
  expect(await texts(true, '2026-12-05T05:10:00.000Z')).toEqual([...day('2026-11-30', 'Closing balance'), end])
})

test('no format has the notes of staff', async () => {
  for (const format of TEXT_FORMATS) expect(await textOf(await read(ada), format)).not.toContain('secret note')
})

test('OFX has the header of version 2.2, one id per transaction, and texts within the limits', async () => {
  const statement = await read(ada)
  const ofx = await textOf(statement, 'ofx')
  expect(ofx).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8" standalone="no"\?>\n<\?OFX OFXHEADER="200" VERSION="220" /,
  )
  const transactions = ofx.match(/<STMTTRN>.*<\/STMTTRN>/g) ?? []
  expect(transactions).toHaveLength(6)
  expect(transactions[1]).toMatch(
    /^<STMTTRN><TRNTYPE>DEBIT<\/TRNTYPE><DTPOSTED>\d{8}120000\.000\[0:GMT\]<\/DTPOSTED><DTAVAIL>[^<]+<\/DTAVAIL><TRNAMT>-10\.01<\/TRNAMT><FITID>[0-9a-f-]{36}<\/FITID><REFNUM>[^<]{11}<\/REFNUM><NAME>[^<]+<\/NAME><EXTDNAME>[^<]+<\/EXTDNAME><MEMO>Wire transfer<\/MEMO><\/STMTTRN>$/,
  )
  expect(transactions[2]).toContain('<MEMO>&lt;/Nm&gt;&lt;x&gt;&amp;&quot;')
  expect(new Set(ofx.match(/<FITID>[^<]+/g)).size).toBe(6)
  expect(ofx).toContain('<LEDGERBAL><BALAMT>869.97</BALAMT><DTASOF>20261102090000.000[0:GMT]</DTASOF></LEDGERBAL>')
  expect(ofx).toContain('<ACCTTYPE>CHECKING</ACCTTYPE>')
  for (const [, name = ''] of ofx.matchAll(/<NAME>([^<]*)/g))
    expect([...withoutEntities(name)].length).toBeLessThanOrEqual(32)
  if (hasXmllint) expect(xmllint(ofx)).toMatchObject({ status: 0, stderr: '' })
})
const withoutEntities = (xml: string) => xml.replace(/&\w+;/g, '.')

test.runIf(hasXmllint)('camt.053 is valid by the ISO schema, whatever names and numbers customers typed', async () => {
  for (const person of [ada, await bank.person()]) {
    const statement = await read(person)
    for (const final of [true, false]) {
      const xml = await textOf({ ...statement, final }, 'camt053')
      expect(xmllint(xml, '--schema', SCHEMA)).toMatchObject({ status: 0 })
      expect(xml.match(/<Ntry>/g) ?? []).toHaveLength(statement.count)
      expect(xml).toContain(`<Cd>${final ? 'CLBD' : 'ITBD'}</Cd>`)
    }
  }
  const xml = await textOf(await read(ada), 'camt053')
  expect(xml).toContain('<CdtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></CdtrAcct>')
  expect(xml).toContain('<BICFI>COBADEFF</BICFI>')
  expect(xml).toContain(`<Othr><Id>${'9'.repeat(34)}</Id></Othr>`)
  expect(xml).toContain('<RvslInd>true</RvslInd>')
  expect(xml.match(/<RmtInf>.*?<\/RmtInf>/g)).toEqual([
    expect.stringMatching(
      /^<RmtInf><Ustrd>&lt;\/Nm&gt;&lt;x&gt;&amp;&quot;.*=HYPERLINK\(&quot;a&quot;\)<\/Ustrd><\/RmtInf>$/u,
    ),
  ])
  // The validator has read the schema: it refuses an invalid file.
  expect(xmllint(xml.replace('CRDT', 'BOTH'), '--schema', SCHEMA).status).not.toBe(0)
})

test('a text is shortened by whole characters, and loses what XML can’t have', () => {
  const family = '👩‍👩‍👧‍👦'
  expect(shorten(`ab${family}${family}`, 10)).toBe(`ab${family}`)
  expect(shorten(`ab${family}`, 8)).toBe('ab')
  expect(shorten('a\u0000b\ufffe\ud800 \n c', 10)).toBe('ab c')
})

const hasPdftotext = !spawnSync('pdftotext', ['-v']).error

test.runIf(hasPdftotext)('the last page of a PDF has a transaction, whatever their number', async () => {
  const statement = await read(ada)
  const [line] = (await Readable.from(statement.lines()).toArray()) as StatementLine[]
  if (!line) throw new Error('The statement has no line.')
  const pages = new Set<number>()
  for (let count = 1; count <= 30; count += 1) {
    const lines = Array<StatementLine>(count).fill({ ...line, reference: 'ROW-OF-TABLE' })
    const pdf = await buffer(render({ ...statement, count, lines: () => Readable.from(lines) }, 'pdf'))
    const all = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout
    const texts = all.split('\f').slice(0, -1)
    pages.add(texts.length)
    expect(texts.at(-1), `${count} transactions`).toMatch(/ROW-OF-TABLE[\s\S]*Balance on/)
  }
  expect([...pages]).toEqual([1, 2, 3])
})

describe('ten thousand lines', () => {
  const LINES = 10_000
  let many: Person
  beforeAll(async () => {
    many = await bank.person()
    await bank.owner`
      with t as (
        insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at, decided_at)
        select gen_random_uuid(), ${many.id}, 'Deposit', 1, 'Completed', 'bank', 'R' || n, ${bank.now()}::timestamptz, now(), ${bank.now()}, now()
        from generate_series(1, ${LINES}::int) n returning id, reference, value_at)
      insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at, hash)
      select ${many.id}, substr(reference, 2)::bigint, id, id, 'wire_clearing', 1, substr(reference, 2)::bigint, value_at, value_at, sha256('')
      from t`
  })
  // They were not booked by the ledger, whose invariants are checked when the bank closes.
  afterAll(async () => {
    await bank.owner`delete from postings where account_id = ${many.id}`
    await bank.owner`delete from transactions where account_id = ${many.id}`
  })

  test.each(['csv', 'camt053'] as const)('are written as %s page by page while they are read', async (format) => {
    const pages: number[] = []
    const counting = ((strings: TemplateStringsArray, ...args: never[]) => {
      const query = bank.sql(strings, ...args)
      return query.then((rows) => {
        pages.push(rows.length)
        return rows
      })
    }) as unknown as Reader
    const statement = await read(many, counting)
    expect(statement.count).toBe(LINES)
    pages.length = 0
    let bytes = 0
    let afterFirst = 0
    let largest = 0
    for await (const chunk of render(statement, format)) {
      if (bytes === 0) afterFirst = pages.length
      bytes += chunk.length
      largest = Math.max(largest, chunk.length)
    }
    expect(pages).toHaveLength(LINES / LINES_PER_READ)
    expect(Math.max(...pages)).toBe(LINES_PER_READ)
    // The first bytes leave before the second page is read, and no chunk has more than a page.
    expect(afterFirst).toBe(1)
    expect(largest).toBeLessThan(100_000)
    expect(bytes).toBeGreaterThan(LINES * 80)
  })
})
