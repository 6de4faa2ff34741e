import { randomUUID } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { dayOf, endOfDay, startOfDay } from '#contract/bank-day.ts'
import type { Closing } from '#contract/books/closings.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { fieldError, refusalOf, transferForm } from '../../../test/money.ts'
import { addExternalAccount, importEntries } from '../../../test/statement-entries.ts'
import { startSession } from '../../access/start-session.ts'
import { checkClosings, closedUntil, requireOpenDay } from '../../ledger/closings.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { makeClosingDocuments } from './closing-documents.ts'

const ZONE = 'America/New_York'
const bank = useBank({ config: { bankTimeZone: ZONE, fourEyesAboveCents: null } })
const DAY_MS = 86_400_000
const PATH = '/admin/closings'
let [proposer, second, auditor, ada, desk]: Person[] = []

const today = dayOf(new Date(), ZONE)
const day = (ago: number) => new Date(Date.parse(`${today}T00:00:00Z`) - ago * DAY_MS).toISOString().slice(0, 10)
/** Noon of a day in the past; the database's clock moves along, PostgreSQL's own does not. */
const moveTo = (ago: number) => {
  bank.clock.offsetMs = startOfDay(day(ago), ZONE).getTime() + DAY_MS / 2 - Date.now()
}
const deps = () => ({ ...bank, zone: ZONE })

/** Sessions end while the clock moves. */
async function call({ id }: Pick<Person, 'id'>, method: string, path: string, body?: object) {
  const token = await startSession(bank.sql, id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
  return bank.call(method, path, { token, ...(body ? { body } : {}) })
}
const propose = (until: string, by = proposer as Person) => call(by, 'POST', PATH, { until })
const confirm = (id: string, by = second as Person) => call(by, 'POST', `/admin/proposals/${id}/confirm`)
const list = async (): Promise<Closing[]> => (await call(auditor as Person, 'GET', PATH)).json()

async function close(until: string) {
  const proposed = await propose(until)
  expect(proposed.statusCode, proposed.body).toBe(202)
  const confirmed = await confirm(proposed.json()._id)
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  return proposed.json()._id as string
}
async function reopen(id: string) {
  await makeClosingDocuments(deps())
  const proposed = await call(proposer as Person, 'POST', `${PATH}/${id}/reopen`, { reason: 'A fee was forgotten' })
  expect(proposed.statusCode, proposed.body).toBe(202)
  expect((await confirm(proposed.json()._id)).statusCode).toBe(200)
}

beforeAll(async () => {
  moveTo(40)
  const people = [{ role: 'Admin' }, { role: 'Admin' }, { role: 'Auditor' }, { balanceCents: 500_00n }] as const
  ;[proposer, second, auditor, ada] = await Promise.all(people.map((one) => bank.person(one)))
  moveTo(30)
  await bank.fund(ada?.id ?? '', 7_00n)
  bank.clock.offsetMs = 0
  desk = await bank.person({ role: 'Admin' })
})

test('a second person closes the books after a checklist, which is kept as it was each time', async () => {
  const account = await addExternalAccount(desk as Person)
  await importEntries(bank, desk as Person, account, [{ bookedOn: day(33), amountCents: 12_50n, text: 'From nobody' }])
  const proposed = await propose(day(31))
  expect(proposed.statusCode, proposed.body).toBe(202)
  const proposal = proposed.json()
  expect(proposal).toMatchObject({ kind: 'closing', subject: null, state: 'pending', after: { closedUntil: day(31) } })
  const items = Object.fromEntries(proposal.after.checklist.items.map((item: { check: string }) => [item.check, item]))
  expect(items.statement_entries).toMatchObject({ passed: false, blocks: false, count: 1, amount: 12.5 })
  // It is booked today, so it is not in suspense at the end of the period.
  expect(items.suspense).toMatchObject({ passed: true, amount: 0 })
  expect(items.reconciliation).toMatchObject({ passed: true })
  expect(items.verification).toMatchObject({ passed: true, blocks: false, at: expect.any(String) })
  const shown = await call(auditor as Person, 'GET', `${PATH}/checklist?until=${day(31)}`)
  expect(shown.json().items).toHaveLength(6)
  expect(await list()).toMatchObject([{ _id: proposal._id, state: 'proposed', until: day(31), from: null }])

  // The same again is the same proposal; another day waits; one person is not two.
  expect((await propose(day(31), second)).json()._id).toBe(proposal._id)
  expect(refusalOf(await propose(day(20), second))).toMatchObject({ status: 409, code: 'already_proposed' })
  expect(refusalOf(await confirm(proposal._id, proposer))).toMatchObject({ code: 'second_admin_needed' })
  expect(await closedUntil(bank.sql)).toBeNull()

  // Two confirmations at once close once.
  const both = await Promise.all([confirm(proposal._id), confirm(proposal._id)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await closedUntil(bank.sql)).toBe(day(31))
  const [closed] = await list()
  expect(closed).toMatchObject({ state: 'closed', closedBy: { _id: second?.id }, reopening: null })
  expect(closed?.confirmedChecklist?.items).toHaveLength(6)
  expect(closed?.checklist).toEqual(proposal.after.checklist)
  const actions = await bank.sql`select action, actor_id from audit where action like 'books.%'`
  expect(actions).toEqual([{ action: 'books.closed', actor_id: second?.id }])
  // A replay finds it closed.
  expect(refusalOf(await propose(day(31)))).toMatchObject({ status: 409, code: 'period_closed' })
})

test('its documents are made once and stay the same bytes, signed', async () => {
  const [closing] = await list()
  const id = closing?._id ?? ''
  await Promise.all([makeClosingDocuments(deps()), makeClosingDocuments(deps())])
  expect(await makeClosingDocuments(deps())).toBe(0)
  const [{ documents = [] } = {}] = await list()
  expect(documents.map(({ name }) => name)).toEqual(['trial-balance', 'balance-sheet', 'profit-and-loss', 'journal'])
  const read = (name: string) => call(auditor as Person, 'GET', `${PATH}/${id}/documents/${name}`)
  for (const { name, number, sizeBytes, sha256 } of documents) {
    const [one, other] = [await read(name), await read(name)]
    expect(one.rawPayload.length).toBe(sizeBytes)
    expect(one.rawPayload.equals(other.rawPayload)).toBe(true)
    expect(one.headers['x-document-number']).toBe(number)
    const checked = (await bank.call('GET', `/verify/${sha256}`)).json()
    expect(checked).toMatchObject({ kind: name, sha256 })
  }
  const journal = (await read('journal')).body
  expect(journal).toContain(await ada?.accountNumber())
  expect(journal.split('\r\n')).toHaveLength(1 + 2 + 1)
  const seen = await bank.sql`
    select distinct person_id from access_log where staff_id = ${auditor?.id ?? ''} and person_id = ${ada?.id ?? ''} and what = 'transactions.exported'`
  expect(seen).toHaveLength(1)
  expect(refusalOf(await read('secrets'))).toMatchObject({ status: 400 })
  expect(refusalOf(await call(auditor as Person, 'GET', `${PATH}/${randomUUID()}/documents/journal`))).toMatchObject({
    code: 'not_found',
  })
})

test('npm run verify finds a booking in a closed period', async () => {
  const breaches = bank.owner.begin(async (tx) => {
    expect(await checkClosings(tx)).toEqual([{ checked: 2n, breaches: 0n }])
    // Policies don't bind the owner of the tables.
    await tx`
      insert into contra_movements (id, number, outside_account_id, line_id, debit, credit, amount, purpose, round, actor_id, booked_at, hash)
      select ${newId()}, number + 1000, outside_account_id, line_id, debit, credit, amount, 'return', 9, actor_id, ${day(40)}::timestamptz, hash
      from contra_movements limit 1`
    throw (await checkClosings(tx))[0]
  })
  await expect(breaches).rejects.toEqual({ checked: 3n, breaches: 1n })
})

test('only days that are over, after the last closing, by staff who manage the books and are fresh', async () => {
  for (const until of [today, day(-1), day(-400)])
    expect(refusalOf(await propose(until))).toMatchObject({ status: 409, code: 'day_not_over' })
  for (const until of [day(31), day(32), '2020-01-01'])
    expect(refusalOf(await propose(until))).toMatchObject({ status: 409, code: 'period_closed' })
  expect(refusalOf(await propose('2026-02-30'))).toEqual(fieldError('until', 'Enter a date (YYYY-MM-DD).'))
  // A quarter of an hour after midnight bookings of the day before may still arrive.
  bank.clock.offsetMs = startOfDay(today, ZONE).getTime() + 60_000 - Date.now()
  expect(refusalOf(await propose(day(1)))).toMatchObject({ code: 'day_not_over' })
  bank.clock.offsetMs = 0
  for (const role of ['User', 'Support', 'Teller', 'Auditor'] as const)
    expect(refusalOf(await propose(day(20), await bank.person({ role })))).toMatchObject({ status: 403 })
  expect(refusalOf(await call(ada as Person, 'GET', PATH))).toMatchObject({ status: 403 })
  const token = await startSession(bank.sql, proposer?.id ?? '', bank.now(), {
    userAgent: 'test',
    address: '127.0.0.1',
  })
  await bank.owner`update sessions set fresh_until = now() - interval '1 hour' where person_id = ${proposer?.id ?? ''}`
  const stolen = await bank.call('POST', PATH, { token, body: { until: day(20) } })
  expect(refusalOf(stolen)).toMatchObject({ status: 403, code: 'confirmation_required' })
})

test('a server whose clock is months behind books nothing, and says that it is unavailable', async () => {
  const sender = await bank.person({ balanceCents: 50_00n })
  const before = await sender.postings()
  moveTo(60)
  const late = await call(sender, 'POST', '/transfer', transferForm({ amount: 1 }))
  expect(late.statusCode).toBe(201)
  const staff = await bank.person({ role: 'Teller' })
  const approved = await call(staff, 'POST', '/deposit/approve', { transactionId: late.json()._id })
  expect(refusalOf(approved)).toMatchObject({ status: 503, code: 'unavailable' })
  await expect(bank.fund(ada?.id ?? '', 1n)).rejects.toThrow('row-level security')
  bank.clock.offsetMs = 0
  expect(await sender.postings()).toEqual(before)
  expect((await call(staff, 'POST', '/deposit/approve', { transactionId: late.json()._id })).statusCode).toBe(200)
})

test('the application can neither book into a closed period nor forge, change or delete a closing by itself', async () => {
  const [closing] = await list()
  const id = closing?._id ?? ''
  const end = endOfDay(day(31), ZONE)
  const posting = (at: Date, mode = 'read committed') =>
    bank.sql.begin({ mode: `isolation level ${mode}` }, async (tx) => {
      await tx`select 1 from closings`
      await tx`
        insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at, hash)
        select account_id, number + 1000, ${newId()}, ${newId()}, contra, amount, balance_after, value_at, ${at}, hash
        from postings where account_id = ${ada?.id ?? ''} and number = 1`
    })
  const refused = 'violates row-level security policy'
  await expect(posting(new Date(end.getTime() - 1))).rejects.toThrow(refused)
  // A snapshot from before a closing would not see it, so there is none to book in.
  await expect(posting(new Date(), 'repeatable read')).rejects.toThrow(refused)
  // At the end of the period only the foreign key is in the way.
  await expect(posting(end)).rejects.toThrow('foreign key')
  const movement = bank.sql`
    insert into contra_movements (id, number, outside_account_id, line_id, debit, credit, amount, purpose, round, actor_id, booked_at, hash)
    select ${newId()}, number + 1000, outside_account_id, line_id, debit, credit, amount, 'return', 9, actor_id, ${day(40)}::timestamptz, hash
    from contra_movements limit 1`
  await expect(movement).rejects.toThrow(refused)

  const forged = (kind: string, change: object, state: 'pending' | 'confirmed') =>
    bank.sql.begin(async (tx) => {
      const proposal = newId()
      await tx`
        insert into proposals (id, kind, before, after, basis, change, proposed_by, proposer_role, proposed_at)
        values (${proposal}, ${kind}, '{}', '{}', '{}', ${JSON.stringify(change)}::text::json, ${proposer?.id ?? ''}, 'Admin', now())`
      if (state === 'confirmed')
        await tx`update proposals set state = 'confirmed', decided_by = ${second?.id ?? ''}, decided_at = now() where id = ${proposal}`
      await tx`
        insert into closings (id, until, ends_at, locale, checklist, closed_by, closed_at)
        values (${proposal}, ${day(10)}, ${endOfDay(day(10), ZONE)}, 'en', '{}', ${second?.id ?? ''}, now())`
    })
  const change = { until: day(10), endsAt: endOfDay(day(10), ZONE).toISOString() }
  await expect(forged('closing', change, 'pending')).rejects.toThrow(refused)
  await expect(forged('role', change, 'confirmed')).rejects.toThrow(refused)
  await expect(forged('closing', { ...change, until: day(11) }, 'confirmed')).rejects.toThrow(refused)
  await expect(bank.sql`update closings set ends_at = '-infinity' where id = ${id}`).rejects.toThrow(refused)
  await expect(
    bank.sql`update closings set reopened_at = now(), reopening_id = ${id} where id = ${id}`,
  ).rejects.toThrow(refused)
  await expect(bank.sql`delete from closings`).rejects.toThrow('permission denied')
  await expect(bank.sql`update closing_sums set amount = 1`).rejects.toThrow('permission denied')
  expect(await closedUntil(bank.sql)).toBe(day(31))
})

test('a booking under way is waited for, and none of a later one is let in', async () => {
  const until = day(25)
  const proposed = await propose(until)
  // A server with a wrong clock has booked into the period, and has not committed.
  let booked = () => {}
  let release = () => {}
  const wrote = new Promise<void>((resolve) => {
    booked = resolve
  })
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const order: string[] = []
  const account = await addExternalAccount(desk as Person)
  await importEntries(bank, desk as Person, account, [{ bookedOn: day(3), amountCents: 3_00n, text: 'Late' }])
  const slow = bank.owner.begin(async (tx) => {
    await tx`set local role openteller_app`
    await tx`
      insert into contra_movements (id, number, outside_account_id, line_id, debit, credit, amount, purpose, round, actor_id, booked_at, hash)
      select ${newId()}, number + 1000, outside_account_id, line_id, debit, credit, amount, 'return', 9, actor_id, ${day(28)}::timestamptz, hash
      from contra_movements limit 1`
    booked()
    await held
    order.push('rolled back')
    throw new Error('on purpose')
  })
  await wrote
  const closing = confirm(proposed.json()._id).then((response) => {
    order.push('closed')
    return response
  })
  const waiting = async () => {
    const [row] = await bank.owner<{ count: number }[]>`
      select count(*)::int as count from pg_locks where not granted and relation = 'closings'::regclass`
    return row?.count ?? 0
  }
  await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0)
  // It began after the closing took its place in the queue, with a booking time in the period.
  moveTo(28)
  const late = bank.fund(ada?.id ?? '', 1_00n).then(
    () => 'booked',
    (error) => error.message,
  )
  await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(1)
  bank.clock.offsetMs = 0
  release()
  await expect(slow).rejects.toThrow('on purpose')
  expect((await closing).statusCode).toBe(200)
  expect(await late).toContain('row-level security')
  expect(order).toEqual(['rolled back', 'closed'])
})

test('what staff date themselves is not in a closed period', async () => {
  const require = (on: string) => inTransaction(bank.sql, (tx) => requireOpenDay(tx, on))
  await expect(require(day(25))).rejects.toMatchObject({ code: 'period_closed' })
  await expect(require('2001-01-01')).rejects.toMatchObject({ code: 'period_closed' })
  await expect(require(day(24))).resolves.toBeUndefined()
})

test('the last one is reopened by two, with a reason, and its documents stay', async () => {
  const [last, first] = await list()
  expect(last?.from).toBe(day(30))
  const ask = (id: string, by = proposer as Person, reason = 'A fee was forgotten') =>
    call(by, 'POST', `${PATH}/${id}/reopen`, { reason })
  expect(refusalOf(await ask(first?._id ?? ''))).toMatchObject({ status: 409, code: 'closing_not_last' })
  expect(refusalOf(await ask(randomUUID()))).toMatchObject({ status: 404 })
  expect(refusalOf(await ask(last?._id ?? '', proposer, ' '))).toMatchObject({ status: 400 })
  const proposed = await ask(last?._id ?? '')
  expect(proposed.statusCode, proposed.body).toBe(202)
  expect((await list())[0]?.reopening).toMatchObject({ reason: 'A fee was forgotten', confirmedAt: null })
  expect(refusalOf(await confirm(proposed.json()._id, proposer))).toMatchObject({ code: 'second_admin_needed' })
  // Its documents show the books as they were closed, so they come first.
  expect(refusalOf(await confirm(proposed.json()._id))).toMatchObject({ code: 'documents_pending' })
  await makeClosingDocuments(deps())
  expect((await confirm(proposed.json()._id)).statusCode).toBe(200)
  expect(await closedUntil(bank.sql)).toBe(day(31))
  const [reopened] = await list()
  expect(reopened).toMatchObject({ state: 'reopened', reopening: { confirmedBy: { _id: second?.id } } })
  expect(reopened?.documents).toHaveLength(4)
  // It can be booked again, and the same days are closed again, with documents of their own.
  moveTo(28)
  expect(await bank.fund(ada?.id ?? '', 1_00n)).toMatchObject({ ok: true })
  bank.clock.offsetMs = 0
  const again = await close(day(25))
  expect(again).not.toBe(last?._id)
  await reopen(again)
})

test('a closing that was proposed on other books is outdated, and none is confirmed on books that are breached', async () => {
  const proposed = await propose(day(20))
  const [first] = (await list()).filter(({ state }) => state === 'closed')
  await reopen(first?._id ?? '')
  expect(refusalOf(await confirm(proposed.json()._id))).toMatchObject({ code: 'proposal_outdated' })
  await call(proposer as Person, 'POST', `/admin/proposals/${proposed.json()._id}/reject`, {})
  await bank.owner`update accounts set balance = balance + 1 where id = ${ada?.id ?? ''}`
  bank.clock.offsetMs = 2 * 60_000
  expect(refusalOf(await propose(day(20)))).toMatchObject({ status: 409, code: 'books_breached' })
  await bank.owner`update accounts set balance = balance - 1 where id = ${ada?.id ?? ''}`
  bank.clock.offsetMs = 4 * 60_000
  expect((await propose(day(20))).statusCode).toBe(202)
  bank.clock.offsetMs = 0
})
