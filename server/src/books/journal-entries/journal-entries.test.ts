import { beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#contract/bank-day.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import {
  bookEntry,
  confirmProposal as confirm,
  ENTRIES,
  pairOf,
  proposeEntry as propose,
  refusedUnchanged,
} from '../../../test/journal-entries.ts'
import { fieldError, refusalOf } from '../../../test/money.ts'
import { addExternalAccount } from '../../../test/statement-entries.ts'
import { FRESH_MS } from '../../access/freshness.ts'
import { startSession } from '../../access/start-session.ts'
import { sumDays } from '../../ledger/day-totals.ts'

/* Journal entries by hand, with four eyes off: an entry by hand needs two people all the same. */

const bank = useBank({ config: { fourEyesAboveCents: null } })
let grace: Person
let linus: Person
let auditor: Person
let external: string
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  linus = await bank.person({ role: 'Admin', fullName: 'Linus Admin' })
  auditor = await bank.person({ role: 'Auditor' })
  const id = await addExternalAccount(grace)
  const [row] = await bank.sql`select code from gl_accounts where account = ${`outside:${id}`}`
  external = row?.code
})

type Line = { account: string; debit?: unknown; credit?: unknown }
const today = () => dayOf(bank.now(), bank.config.bankTimeZone)
const entry = (lines: Line[], more: object = {}) => ({ date: today(), text: 'Fees of October', lines, ...more })
const fees = (amount: unknown = 12.5) => entry(pairOf('5100', '3000', amount))
const reverse = (by: Person, id: string, body?: object) => by.call('POST', `${ENTRIES}/${id}/reverse`, { body })
const read = async (id: string) => (await auditor.call('GET', `${ENTRIES}/${id}`)).json()
const book = (body: object = fees()) => bookEntry(grace, linus, body)
const balanceOf = async (code: string) => {
  const chart: { code: string; balance: number }[] = (await auditor.call('GET', '/admin/gl-accounts')).json()
  return chart.find((account) => account.code === code)?.balance
}
const refused = (response: () => ReturnType<Person['call']>) => refusedUnchanged(bank, response)

test('an entry is proposed by one person, booked when another confirms it, and in all reports', async () => {
  const before = await balanceOf(external)
  const body = entry(
    [
      { account: external, debit: 178_795.87 },
      { account: '3000', credit: 100_000 },
      { account: '3000', credit: 78_795.87 },
    ],
    { date: '2026-01-05', text: 'Opening balance' },
  )
  const made = await propose(grace, body)
  expect([made.statusCode, made.json()]).toMatchObject([
    202,
    {
      kind: 'journal_entry',
      state: 'pending',
      after: { date: '2026-01-05', text: 'Opening balance', lines: [{ account: external, debit: 178_795.87 }, {}, {}] },
    },
  ])
  const { _id, entryId } = made.json()
  expect(await read(entryId)).toMatchObject({ state: 'pending', number: null, bookedAt: null, proposalId: _id })
  expect(await balanceOf(external)).toBe(before)
  expect(await refused(() => confirm(grace, _id))).toMatchObject({ status: 403, code: 'second_admin_needed' })
  expect((await confirm(linus, _id)).json()).toMatchObject({ state: 'confirmed' })
  expect(await read(entryId)).toMatchObject({
    _id: entryId,
    state: 'booked',
    date: '2026-01-05',
    text: 'Opening balance',
    lines: [
      { account: external, debit: 178_795.87 },
      { account: '3000', name: 'Opening balances', builtIn: true, credit: 100_000 },
      { account: '3000', credit: 78_795.87 },
    ],
    proposedBy: { fullName: 'Grace Admin' },
    confirmedBy: { fullName: 'Linus Admin' },
  })
  expect([await balanceOf(external), await balanceOf('3000')]).toEqual([178_795.87, 178_795.87])
  const accounts = (await grace.call('GET', '/admin/outside-accounts')).json()
  expect(accounts.map(({ balance }: { balance: number }) => balance)).toContain(178_795.87)
  for (const summed of [false, true]) {
    if (summed) {
      bank.clock.offsetMs += 2 * 86_400_000
      auditor = await again(auditor)
      expect(await sumDays(bank.sql, bank.now(), bank.config.bankTimeZone)).toBeGreaterThan(0)
    }
    const report = (await auditor.call('GET', '/admin/reports/trial-balance')).json()
    const rows = report.rows.map((row: Record<string, unknown>) => [row.code, row.type, row.debits, row.credits])
    expect(rows).toContainEqual([external, 'asset', 178_795.87, 0])
    expect(rows).toContainEqual(['3000', 'equity', 0, 178_795.87])
    expect(report.totals.debits).toBe(report.totals.credits)
  }
  bank.clock.offsetMs = 0
  auditor = await again(auditor)
  const journal = await auditor.call('GET', '/admin/reports/journal', { query: { from: today(), to: today() } })
  const lines = journal.body.split('\r\n').filter((line) => line.includes('Journal entry: Opening balance'))
  // Two debits and the credits that they are paired with, all of one entry.
  expect(lines).toHaveLength(4)
  expect(lines.filter((line) => line.includes('78795.87'))).toHaveLength(2)
  expect(new Set(lines.map((line) => line.split(',')[3])).size).toBe(1)
  const [audited] = await bank.sql`
    select actor_id, after from audit where action = 'journal_entry.booked' and after ->> 'entryId' = ${entryId}`
  expect(audited).toMatchObject({ actor_id: linus.id, after: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } })
})

/** In a new session, after the clock was moved. */
async function again(person: Person): Promise<Person> {
  const token = await startSession(bank.sql, person.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
  return { ...person, token, call: (method, path, options = {}) => bank.call(method, path, { token, ...options }) }
}

test('different entries wait at once; lists have the newest first', async () => {
  const first = (await propose(grace, fees(1))).json()
  const second = (await propose(grace, fees(2))).json()
  const third = (await propose(linus, fees(2))).json()
  expect(new Set([first._id, second._id, third._id]).size).toBe(3)
  expect((await confirm(linus, second._id)).statusCode).toBe(200)
  expect((await confirm(linus, first._id)).statusCode).toBe(200)
  await linus.call('POST', `/admin/proposals/${third._id}/reject`, { body: { reason: 'Twice' } })
  expect(await read(third.entryId)).toMatchObject({ state: 'rejected', bookedAt: null })
  const page = await auditor.call('GET', ENTRIES, { query: { limit: '1' } })
  expect(page.json()).toMatchObject([{ _id: first.entryId }])
  const next = /<\/api([^>]+)>/.exec(String(page.headers.link))?.[1] ?? ''
  expect((await auditor.call('GET', next)).json()).toMatchObject([{ _id: second.entryId }])
  expect(refusalOf(await auditor.call('GET', `${ENTRIES}/${grace.id}`))).toMatchObject({ code: 'not_found' })
})

test('what is in the proposal is for those who may propose it, and auditors', async () => {
  const { _id } = (await propose(grace, fees(3))).json()
  const shownTo = async (role: 'Support' | 'Auditor') => {
    const list = (await (await bank.person({ role })).call('GET', '/admin/proposals')).json()
    return list.find((one: { _id: string }) => one._id === _id).after
  }
  expect(await shownTo('Support')).toEqual({})
  expect(await shownTo('Auditor')).toMatchObject({ lines: [{ account: '5100', name: 'Bank charges', debit: 3 }, {}] })
})

test('is reversed once, by another entry that another person confirms', async () => {
  const entryId = await book(fees(40))
  const before = await balanceOf('5100')
  const [one, two] = await Promise.all([reverse(grace, entryId, { text: 'Wrong account' }), reverse(linus, entryId)])
  expect([one.statusCode, two.statusCode].toSorted()).toEqual([202, 409])
  const [made, by, other] = one.statusCode === 202 ? [one, grace, linus] : [two, linus, grace]
  expect(await refused(() => confirm(by, made.json()._id))).toMatchObject({ code: 'second_admin_needed' })
  expect((await confirm(other, made.json()._id)).statusCode).toBe(200)
  expect(await balanceOf('5100')).toBe((before ?? 0) - 40)
  const reversal = await read(made.json().entryId)
  expect(reversal).toMatchObject({
    reverses: { _id: entryId },
    lines: [{ account: '5100', credit: 40 }, { debit: 40 }],
  })
  expect(await read(entryId)).toMatchObject({ reversedBy: { _id: reversal._id, number: reversal.number } })
  expect(await refused(() => reverse(grace, entryId))).toMatchObject({ status: 409, code: 'entry_reversed' })
  expect(await refused(() => reverse(grace, reversal._id))).toMatchObject({ status: 409, code: 'entry_is_reversal' })
  expect(await refused(() => reverse(grace, grace.id))).toMatchObject({ status: 404 })
})

describe('an entry is refused', () => {
  const line = (account: string, side: 'debit' | 'credit', amount: unknown) => ({ account, [side]: amount })
  const pair = (debit: unknown, credit: unknown) =>
    entry([line('5100', 'debit', debit), line('3000', 'credit', credit)])

  test.each<[string, () => object, object]>([
    ['unbalanced by a cent', () => pair(10, 10.01), fieldError('lines', expect.stringContaining('same sum') as never)],
    ['0.1 + 0.2', () => pair(0.1 + 0.2, 0.3), { code: 'invalid', errors: [{ path: 'lines.0.debit' }] }],
    ['of nothing', () => pair(0, 0), { code: 'invalid' }],
    ['of negative amounts', () => pair(-5, -5), { code: 'invalid' }],
    ['of text', () => pair('5', '5'), { code: 'invalid' }],
    ['of a fraction of a cent', () => pair(0.005, 0.005), { code: 'invalid' }],
    ['of more than an amount can be', () => pair(1e15, 1e15), { code: 'invalid' }],
    ['of an unsafe integer', () => pair(2 ** 60, 2 ** 60), { code: 'invalid' }],
    ['with one line', () => entry([line('5100', 'debit', 5)]), { code: 'invalid', errors: [{ path: 'lines' }] }],
    ['without lines', () => entry([]), { code: 'invalid' }],
    [
      'with 101 lines',
      () =>
        entry(Array.from({ length: 101 }, (_, i) => line(i < 50 ? '5100' : '3000', i < 50 ? 'debit' : 'credit', 1))),
      { code: 'invalid' },
    ],
    [
      'with both sides on a line',
      () => entry([{ account: '5100', debit: 5, credit: 5 }, line('3000', 'credit', 5)]),
      { code: 'invalid', errors: [{ path: 'lines.0' }] },
    ],
    ['with no side', () => entry([{ account: '5100' }, line('3000', 'credit', 5)]), { code: 'invalid' }],
    [
      'with an account on both sides',
      () => entry([line('5100', 'debit', 5), line('5100', 'credit', 5)]),
      { code: 'entry_same_account' },
    ],
    ['without a text', () => ({ ...pair(5, 5), text: ' ' }), { code: 'invalid' }],
    ['dated tomorrow', () => ({ ...pair(5, 5), date: '2999-12-31' }), { code: 'entry_in_future' }],
    ['dated on no day', () => ({ ...pair(5, 5), date: '2026-02-30' }), { code: 'invalid' }],
    [
      'with an unknown account',
      () => entry([line('9', 'debit', 5), line('3000', 'credit', 5)]),
      { code: 'gl_account_unknown' },
    ],
    ...['2000', '2010', '2090'].map((account): [string, () => object, object] => [
      `with the money of customers (${account})`,
      () => entry([line(account, 'debit', 5), line('3000', 'credit', 5)]),
      { code: 'gl_account_reserved' },
    ]),
  ])('%s', async (_, body, expected) => {
    expect(await refused(() => propose(grace, body()))).toMatchObject(expected)
  })
})

describe('attackers', () => {
  test('one person alone, an appointed puppet, a new role, a role that is gone', async () => {
    const { _id } = (await propose(grace, fees(5))).json()
    const puppet = await bank.person({ role: 'Admin' })
    const long = new Date(bank.now().getTime() - 365 * 86_400_000)
    await bank.owner`update people set role_given_by = ${grace.id}, role_given_at = ${long} where id = ${puppet.id}`
    expect(await refused(() => confirm(puppet, _id))).toMatchObject({ status: 403, code: 'role_tie' })
    const newcomer = await bank.person({ role: 'Admin' })
    await bank.owner`update people set role_given_by = ${linus.id}, role_given_at = ${bank.now()} where id = ${newcomer.id}`
    expect(await refused(() => confirm(newcomer, _id))).toMatchObject({ status: 403, code: 'role_new' })
    for (const role of ['Support', 'Teller', 'Auditor'] as const) {
      const other = await bank.person({ role })
      expect(await refused(() => confirm(other, _id))).toMatchObject({ status: 403, code: 'forbidden' })
    }
    await bank.owner`update people set role = 'Teller' where id = ${newcomer.id}`
    const made = (await propose(puppet, fees(5))).json()
    await bank.owner`update people set role = 'Teller' where id = ${puppet.id}`
    expect(await refused(() => confirm(linus, made._id))).toMatchObject({ code: 'proposal_outdated' })
  })

  test('a thief with a token that is not fresh', async () => {
    const { _id, entryId } = (await propose(grace, fees(5))).json()
    const booked = await book(fees(6))
    const stale = await bank.person({ role: 'Admin' })
    bank.clock.offsetMs += FRESH_MS
    try {
      for (const attempt of [
        () => propose(stale, fees(5)),
        () => confirm(stale, _id),
        () => reverse(stale, booked),
        () => stale.call('POST', '/admin/gl-accounts', { body: { code: '7', name: 'A', type: 'asset' } }),
        () => stale.call('PATCH', '/admin/gl-accounts/5100', { body: { name: 'A' } }),
      ])
        expect(await refused(attempt)).toMatchObject({ status: 403, code: 'confirmation_required' })
    } finally {
      bank.clock.offsetMs = 0
    }
    expect(await read(entryId)).toMatchObject({ state: 'pending' })
  })

  test('repeated requests: a key makes one proposal, and another body is refused', async () => {
    const key = 'entry-1'
    const answers = await Promise.all([1, 2, 3].map(() => propose(grace, fees(77), key)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
    expect(new Set(answers.map((answer) => answer.json().entryId)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(2)
    expect(await refused(() => propose(grace, fees(78), key))).toMatchObject({ code: 'idempotency_key_reused' })
    const { _id, entryId } = answers[0]?.json() ?? {}
    const before = await balanceOf('5100')
    const confirmed = await Promise.all([confirm(linus, _id), confirm(linus, _id), confirm(linus, _id)])
    expect(confirmed.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await balanceOf('5100')).toBe((before ?? 0) + 77)
    const third = await bank.person({ role: 'Admin' })
    expect(await refused(() => confirm(third, _id))).toMatchObject({ code: 'proposal_decided' })
    expect((await propose(grace, fees(77), key)).json()).toMatchObject({ entryId, state: 'confirmed' })
    const keyed = () =>
      grace.call('POST', `${ENTRIES}/${entryId}/reverse`, { body: {}, headers: { 'idempotency-key': key } })
    expect([(await keyed()).json().entryId, (await keyed()).statusCode]).toEqual([
      expect.not.stringMatching(entryId),
      202,
    ])
  })

  test('an account that is closed before the entry is confirmed, and two at once', async () => {
    const account = async (code: string) =>
      grace.call('POST', '/admin/gl-accounts', { body: { code, name: code, type: 'expense' } })
    const close = (code: string) => grace.call('PATCH', `/admin/gl-accounts/${code}`, { body: { closed: true } })
    const to = (code: string) => entry(pairOf(code, '3000', 9))
    await account('7100')
    const { _id } = (await propose(grace, to('7100'))).json()
    await close('7100')
    expect(await refused(() => confirm(linus, _id))).toMatchObject({ status: 409, code: 'gl_account_closed' })
    expect(await refused(() => propose(grace, to('7100')))).toMatchObject({ code: 'gl_account_closed' })
    await account('7200')
    const race = (await propose(grace, to('7200'))).json()
    const [confirmed, closed] = await Promise.all([confirm(linus, race._id), close('7200')])
    expect([confirmed.statusCode, closed.statusCode].toSorted()).toEqual([200, 409])
  })

  test('the application’s database role', async () => {
    await book()
    for (const statement of [
      bank.sql`update journal_entries set text = 'Other'`,
      bank.sql`delete from journal_entries`,
      bank.sql`update journal_lines set debit = debit + 1`,
      bank.sql`delete from journal_lines`,
      bank.sql`delete from journal_head`,
      bank.sql`update gl_accounts set type = 'asset'`,
      bank.sql`delete from gl_accounts`,
      bank.sql`update proposals set about_id = null`,
    ])
      await expect(statement).rejects.toThrow(/permission denied/)
    const [made] = [(await propose(grace, fees(8))).json()]
    const [last] = await bank.sql`select number from journal_head`
    const insert = (proposedBy: string, confirmedBy: string, proposalId = made._id, id = made.entryId) => bank.sql`
      insert into journal_entries (id, number, value_on, text, proposal_id, proposed_by, confirmed_by, booked_at, hash)
      values (${id}, ${last?.number + 1n}, ${today()}, 'Mine', ${proposalId}, ${proposedBy}, ${confirmedBy}, ${bank.now()},
        decode(repeat('00', 32), 'hex'))`
    await expect(insert(grace.id, grace.id)).rejects.toThrow(/two_people/)
    await expect(insert(linus.id, grace.id)).rejects.toThrow(/row-level security/)
    await expect(insert(grace.id, linus.id, made._id, grace.id)).rejects.toThrow(/row-level security/)
    const line = bank.sql`
      insert into journal_lines (entry_id, place, account, debit, credit, booked_at)
      select id, 99, 'gl:5100', 1, 0, booked_at from journal_entries limit 1`
    await expect(line).rejects.toThrow(/row-level security/)
  })
})
