import { verify } from '@node-rs/argon2'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DocumentKind } from '#contract/identity/verification.ts'
import type { SavingsRun } from '#contract/payments/savings-rules.ts'
import { ROLES } from '#contract/permissions.ts'
import { isAccountNumber } from '../../test/account-number.ts'
import { type Bank, openBank, useBank } from '../../test/bank.ts'
import { isWholePdf } from '../customers/uploads/file-format.ts'
import { decryptDocument } from '../identity/verification/encrypt-document.ts'
import { checkInvariants } from '../ledger/books/invariants.ts'
import { runSavingsRules } from '../ledger/run-savings-rules.ts'
import { hashCode, hashPin } from '../ledger/secrets.ts'
import { createBudgetCheck } from '../payments/budgets/check-budgets.ts'
import { selectBudgets } from '../payments/budgets/store.ts'
import { readSpending } from '../payments/spending/read-spending.ts'
import { readOwnTransaction } from '../payments/transactions/own-transactions.ts'
import { readSettings } from '../settings/read-settings.ts'
import { CUSTOMER, CUSTOMER_AVAILABLE_CENTS, customerHistory, historyStart } from './customer-history.ts'
import { DEMO_PEOPLE, requireNoDemoPeople } from './demo-people.ts'
import { addMissingStaff, fillDemo } from './fill-demo.ts'
import { availableCentsAfter, decisionTime, moveCents } from './movements.ts'
import { firstOfNextMonth } from './rent-payment.ts'
import { createSeededRandom } from './seeded-random.ts'

const bank = useBank()
const fill = ({ sql, keys, config, now }: Bank) =>
  fillDemo({ sql, keys, zone: config.bankTimeZone, riskLargeCents: config.riskLargeCents, now })
beforeAll(async () => {
  await fill(bank)
})

type Row = Record<string, unknown> & { id: string; password_hash: string; pin_hash: Buffer | null; number: string }
const personOf = async (email: string) => {
  const [row] = await bank.sql<Row[]>`
    select p.*, a.*, a.balance - a.held as available_cents from people p join accounts a on a.id = p.id where email = ${email}`
  if (!row) throw new Error(`${email} is not in the database`)
  return row
}

describe('accounts with public passwords', () => {
  for (const { email, password, pin } of DEMO_PEOPLE)
    test(`${email}`, async () => {
      const person = await personOf(email)
      expect(await verify(person.password_hash, password, { secret: bank.keys.password })).toBe(true)
      expect(person.pin_hash).toEqual(pin ? hashPin(bank.keys.pin, person.id, pin) : null)
      expect(isAccountNumber(person.number)).toBe(true)
      expect(person).toMatchObject({
        role: ROLES.find((role) => email.startsWith(role.toLowerCase())) ?? 'User',
        status: email.startsWith('pending') ? 'Pending' : 'Active',
      })
    })

  test('have the documented balances to the cent', async () => {
    expect(await personOf('customer@fable.example')).toMatchObject({ available_cents: 12_480_55n, held: 319_00n })
    expect(await personOf('code@fable.example')).toMatchObject({ available_cents: 5_000_00n, held: 0n })
    expect(await personOf('pending@fable.example')).toMatchObject({ balance: 0n, posting_number: 0n })
  })

  test('the transaction code is valid for a year and has a description', async () => {
    const person = await personOf('code@fable.example')
    expect(person.code_hash).toEqual(hashCode(bank.keys.pin, person.id, '12345'))
    expect(person.code_description).not.toBe('')
    const days = ((person.code_expires_at as Date).getTime() - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(365)
  })

  test('the customer logs in over HTTP and reads the balance', async () => {
    const login = await bank.call('POST', '/auths/login', {
      body: { email: 'customer@fable.example', password: 'Fable-demo-2026' },
    })
    const { token } = login.json()
    const { user, stats } = (await bank.call('GET', '/users', { token })).json()
    expect(user).toMatchObject({ fullName: 'Clara Whitfield', balance: 12480.55, held: 319 })
    expect(stats.lastMonth.deposits).toBeGreaterThan(3_000)
    expect(stats.lastMonth.transfers).toBeGreaterThan(2_000)
  })
})

test('the customer saves for a goal, and the moves are neither income nor spending', async () => {
  const { id } = await personOf(CUSTOMER)
  const savings = await bank.sql`
    select id, name, goal, balance, held, opened_at from accounts where owner_id = ${id} and kind = 'savings'`
  expect(savings).toMatchObject([{ name: 'Holidays', goal: 2_500_00n, held: 0n }])
  const moves = await bank.sql<{ amount: bigint }[]>`
    select amount from transactions where account_id = ${savings[0]?.id} and method = 'move' order by value_at`
  const large = moves.map(({ amount }) => amount).filter((amount) => amount < 0n || amount > 100_00n)
  expect(large).toEqual([400_00n, 250_00n, 250_00n, 250_00n, -180_00n, 250_00n])
  const [sums] = await bank.sql`
    select count(*)::int as count from account_months
    where account_id = ${savings[0]?.id} and (deposits > 0 or transfers > 0)`
  expect(sums?.count).toBe(0)
})

test('rules save for the customer: round-ups of three weeks and four months, each once, and nothing is due today', async () => {
  const { id } = await personOf(CUSTOMER)
  const login = { email: CUSTOMER, password: 'Fable-demo-2026' }
  const { token } = (await bank.call('POST', '/auths/login', { body: login })).json()
  const [savings] = await bank.sql<
    { id: string }[]
  >`select id from accounts where owner_id = ${id} and kind = 'savings'`
  const read = async (path: string) => (await bank.call('GET', `/accounts/${savings?.id}${path}`, { token })).json()
  expect(await read('/rules')).toEqual({ roundUp: true, every: { amount: 250, day: expect.any(Number) } })
  const runs: SavingsRun[] = await read('/rules/runs')
  expect(runs.filter(({ rule }) => rule === 'every').map(({ amount }) => amount)).toEqual([250, 250, 250, 250])
  expect(runs.filter(({ rule }) => rule === 'roundUp').length).toBeGreaterThanOrEqual(3)
  expect(runs.every(({ status, transactionId }) => status === 'moved' && transactionId)).toBe(true)
  expect(await runSavingsRules(bank.sql, bank.ledger, bank.now())).toBe(0)
})

test('the customer’s spending has categories and budgets: at most 15 % of a month is without', async () => {
  const { id } = await personOf(CUSTOMER)
  const months = await bank.sql<{ month: string }[]>`
    select month from account_months where account_id = ${id} and transfers > 0 order by 1`
  const shares: number[] = []
  for (const { month } of months) {
    const { total, categories } = await readSpending(bank.sql, id, month.slice(0, 7), bank.config.bankTimeZone)
    const without = categories.find(({ category }) => category === null)?.amount ?? 0
    shares.push(without / total)
    expect([month, categories.length >= 3 || total < 1_500]).toEqual([month, true])
  }
  expect(shares.length).toBeGreaterThanOrEqual(14)
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.15)
  expect((await selectBudgets(bank.sql, id)).map(({ category }) => category)).toContain('groceries')
  // They are there from the start: nothing is told about what was spent before.
  await createBudgetCheck({ sql: bank.sql, zone: bank.config.bankTimeZone })(new AbortController().signal)
  expect(await bank.sql`select 1 from outbox where kind like 'budget.%'`).toEqual([])
  const [salary] = await bank.sql<{ id: string }[]>`
    select id from transactions where account_id = ${id} and type = 'Deposit' and message = 'Salary' limit 1`
  expect(await readOwnTransaction(bank.sql, id, salary?.id ?? '')).toMatchObject({ category: 'income' })
})

test('the customer’s rent is scheduled for the first of the next month', async () => {
  const { token } = (
    await bank.call('POST', '/auths/login', { body: { email: CUSTOMER, password: 'Fable-demo-2026' } })
  ).json()
  const scheduledPayments = (await bank.call('GET', '/orders', { token })).json()
  const nextOn = firstOfNextMonth(bank.now(), bank.config.bankTimeZone)
  expect(scheduledPayments).toMatchObject([
    { name: 'Rent', amount: 1150, status: 'active', every: 'month', nextOn, lastRun: null },
  ])
  expect(firstOfNextMonth(new Date('2026-12-31T23:30:00Z'), 'UTC')).toBe('2027-01-01')
  expect(firstOfNextMonth(new Date('2026-12-31T23:30:00Z'), 'Europe/Zurich')).toBe('2027-02-01')
})

describe('the history', () => {
  test('of the customer covers fourteen months, every one with income and spending', async () => {
    const { id } = await personOf(CUSTOMER)
    const [sums] = await bank.sql`
      select count(*) filter (where deposits > 0)::int as incomes, count(*) filter (where transfers > 0)::int as spendings
      from account_months where account_id = ${id}`
    expect(sums?.incomes).toBeGreaterThanOrEqual(14)
    expect(sums?.spendings).toBeGreaterThanOrEqual(14)
    const kinds = await bank.sql<{ kind: string; count: number }[]>`
      select type || ' ' || method || ' ' || status as kind, count(*)::int from transactions where account_id = ${id} group by 1`
    const counts = Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]))
    expect(counts).toMatchObject({
      'Deposit adjustment Completed': 1,
      'Deposit crypto Completed': 1,
      'Deposit bank Declined': 1,
      'Deposit bank Pending': 1,
      'Transfer wire Declined': 2,
      'Transfer wire Pending': 1,
    })
    expect(counts['Transfer wire Completed']).toBeGreaterThan(180)
    expect(counts['Deposit internal Completed']).toBeGreaterThan(14)
  })

  test('is booked on its value date, never in the future, and every decline has a reason', async () => {
    const [wrong] = await bank.sql`
      select count(*)::int as count from transactions
      where value_at > ${bank.now()} or coalesce(decided_at, value_at) > ${bank.now()}
         or (status = 'Completed' and value_at::date <> booked_at::date) or (status = 'Declined' and reason = '')`
    expect(wrong?.count).toBe(0)
  })

  test('is older than a day where staff decided alone: none of it counts towards what they may still decide', async () => {
    const [found] = await bank.sql<{ times: number; last: Date }[]>`
      select count(*) filter (where decided_at > ${bank.now()}::timestamptz - interval '24 hours')::int as times,
        max(decided_at) as last
      from transactions where status <> 'Pending' and decided_by is not null`
    expect(found?.times).toBe(0)
    expect(bank.now().getTime() - Number(found?.last)).toBeLessThan(3 * 86_400_000)
  })

  test('leaves pending transactions for the administrators', async () => {
    const pending =
      await bank.sql`select type, count(*)::int from transactions where status = 'Pending' group by 1 order by 1`
    expect([...pending]).toEqual([
      { type: 'Deposit', count: 6 },
      { type: 'Transfer', count: 14 },
    ])
  })

  test('gives pending transfers the risk flags of the ledger’s own rules', async () => {
    const flagged = await bank.sql<{ flags: string; count: number }[]>`
      select flags, count(*)::int from transactions where status = 'Pending' and flags <> '' group by 1`
    const flags = new Set(flagged.flatMap((row) => row.flags.split(' ')))
    expect([...flags].sort()).toEqual(['large', 'new_payee', 'velocity', 'whole_balance'])
    const [decided] = await bank.sql`select 1 from transactions where status <> 'Pending' and flags <> ''`
    expect(decided).toBeUndefined()
  })

  test('sends no mail about past transactions', async () => {
    const due = await bank.sql`select 1 from outbox where mail_at is not null and kind <> 'login.new_device'`
    expect(due).toHaveLength(0)
  })

  test('satisfies all ledger invariants', async () => {
    const findings = await checkInvariants(bank.sql, bank.config.bankTimeZone)
    expect(findings.filter(({ breaches }) => breaches > 0n)).toEqual([])
    // Everybody's main account, and one savings account.
    expect(findings[0]?.checked).toBe(69n)
  })
})

test('sixty more people have names, details and balances; receipts can be opened', async () => {
  const people = await bank.sql`select * from people where email not like '%@fable.example'`
  expect(people.length).toBe(60)
  expect(people.every(({ mobile, address, nationality }) => mobile && address && nationality)).toBe(true)
  expect(people.filter(({ status }) => status === 'Pending').length).toBe(7)
  const receipts = await bank.sql<{ bytes: Buffer }[]>`
    select u.bytes from uploads u join transactions t on t.receipt_id = u.id where t.type = 'Deposit'`
  expect(receipts.length).toBeGreaterThan(50)
  expect(receipts.every(({ bytes }) => isWholePdf(bytes))).toBe(true)
})

test('three new customers have sent specimens of documents', async () => {
  const documents = await bank.sql<{ id: string; personId: string; kind: DocumentKind; content: Buffer }[]>`
    select d.id, d.person_id as "personId", d.kind, d.content from verification_documents d
    join verifications v on v.id = d.verification_id join people p on p.id = v.person_id
    where v.state = 'submitted' and p.status = 'Pending'`
  expect(documents.map(({ kind }) => kind).sort()).toEqual(
    ['address', 'identity'].flatMap((kind) => [kind, kind, kind]),
  )
  const files = documents.map((document) => decryptDocument(bank.keys.documents, document, document.content))
  expect(files.every((file) => isWholePdf(file) && file.includes('(SPECIMEN)'))).toBe(true)
  expect(documents.some(({ content }) => content.includes('SPECIMEN'))).toBe(false)
})

test('one account is frozen and one is closed and empty, each with a reason for staff', async () => {
  const rows = await bank.sql`
    select p.status, p.status_reason <> '' as explained, a.balance = 0 as empty, a.closed_at is not null as closed,
           (select action from audit where subject_id = p.id and action = 'person.status_changed') as action
    from people p join accounts a on a.id = p.id where p.status in ('Frozen', 'Closed') order by 1`
  expect([...rows]).toEqual([
    { status: 'Closed', explained: true, empty: true, closed: true, action: 'person.status_changed' },
    { status: 'Frozen', explained: true, empty: false, closed: false, action: 'person.status_changed' },
  ])
})

test('staff have written notes and share the conversations: waiting, open and solved', async () => {
  const notes = await bank.sql`
    select distinct p.email from staff_notes n join people p on p.id = n.author_id order by 1`
  expect(notes.map(({ email }) => email)).toEqual(['support@fable.example', 'teller@fable.example'])
  const rows = await bank.sql`
    select case when solved_at is not null then 'solved' when waiting_since is not null then 'waiting' else 'open' end as state,
           p.email as assignee, count(*)::int
    from conversations c left join people p on p.id = c.assigned_to group by 1, 2 order by 1, 2 nulls last`
  expect(rows.map(({ state, assignee, count }) => [state, assignee, count])).toEqual([
    ['open', 'teller@fable.example', 1],
    ['solved', 'support@fable.example', 1],
    ['waiting', 'support@fable.example', 1],
    ['waiting', null, 2],
  ])
})

describe('a demonstration of an earlier version', () => {
  const staff = ['admin2@fable.example', 'auditor@fable.example', 'support@fable.example', 'teller@fable.example']
  const asBefore = async ({ owner }: Bank) => {
    for (const email of staff)
      await owner`update people set email = 'old-' || email, email_key = 'old-' || email_key where email = ${email}`
  }

  test('gets the missing members of staff once, from one of two servers that start at once', async () => {
    const other = await openBank()
    await fill(other)
    expect(await addMissingStaff(other)).toBe(0)
    await asBefore(other)
    expect((await Promise.all([addMissingStaff(other), addMissingStaff(other)])).sort()).toEqual([0, 4])
    expect(await addMissingStaff(other)).toBe(0)
    const rows = await other.sql`
      select p.email, p.role, a.pin_hash is not null as pin from people p join accounts a on a.id = p.id
      where email = any(${staff}) order by 1`
    expect(rows.map(({ role, pin }) => [role, pin])).toEqual([
      ['Admin', true],
      ['Auditor', true],
      ['Support', true],
      ['Teller', true],
    ])
    const login = await other.call('POST', '/auths/login', { body: { email: staff[2], password: 'Fable-staff-2026' } })
    expect(login.statusCode).toBe(200)
    await other.close()
  })

  test('is not assumed of a bank that was never filled', async () => {
    const other = await openBank()
    await other.person()
    expect(await addMissingStaff(other)).toBe(0)
    expect(await other.sql`select 1 from people`).toHaveLength(1)
    await other.close()
  })
})

test('the settings contain deposit instructions', async () => {
  const { bankingInfo, cryptoInfo, cashApp, whatsApp, mail } = await readSettings(bank.sql)
  expect(bankingInfo.accountName).toBe('Fable Bank Deposits')
  expect(cryptoInfo.map(({ name }) => name)).toEqual(['Bitcoin', 'Ethereum', 'Tether'])
  expect([cashApp.tag, whatsApp]).toEqual(['$fablebank', '+1 555 010 0142'])
  expect(mail).toEqual({ name: '', passwordSet: false })
})

describe('filling', () => {
  test('happens once: a database with people is left unchanged', async () => {
    expect(await fill(bank)).toBe(false)
    const other = await openBank()
    await other.person()
    expect(await fill(other)).toBe(false)
    expect(await other.sql`select 1 from people`).toHaveLength(1)
    await other.close()
  })

  test('is done by one of two servers that start at once', async () => {
    const empty = await openBank()
    expect((await Promise.all([fill(empty), fill(empty)])).sort()).toEqual([false, true])
    expect(await empty.sql`select 1 from people`).toHaveLength(68)
    await empty.close()
  })

  test('gives the same data every time, apart from the dates', async () => {
    const digest = ({ sql }: Bank) => sql`
      select p.email, a.balance, a.held, a.posting_number, p.full_name, p.mobile
      from people p join accounts a on a.id = p.id order by 1`
    const again = await openBank()
    again.clock.offsetMs = bank.clock.offsetMs
    await fill(again)
    expect([...(await digest(again))]).toEqual([...(await digest(bank))])
    await again.close()
  })
})

test('the customer’s balance is exact on any day of the year', () => {
  for (let day = 0; day < 400; day++) {
    const now = new Date(Date.UTC(2026, 0, 1 + day, (day * 7) % 24, 30))
    const zone = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Zurich'][day % 4] ?? 'UTC'
    const movements = customerHistory(createSeededRandom(day), now, zone)
    expect(availableCentsAfter(movements, CUSTOMER)).toBe(CUSTOMER_AVAILABLE_CENTS)
    const openingCents = movements[0]?.amountCents ?? 0n
    expect(openingCents).toBeGreaterThan(1_500_00n)
    expect(openingCents).toBeLessThan(12_000_00n)
    expect(lowestAvailableCents(movements)).toBeGreaterThan(100_00n)
    expect(movements.every(({ at }) => at >= historyStart(now) && at <= now)).toBe(true)
  }
})

test('a transaction of the last minute of a day is decided on that day, never before it was submitted', () => {
  const midnight = Date.UTC(2026, 10, 15)
  for (let before = 1; before <= 61_000; before += 250) {
    const at = new Date(midnight - before)
    const decidedAt = decisionTime(at, 3).getTime()
    expect(decidedAt).toBeLessThan(midnight)
    expect(decidedAt).toBeGreaterThanOrEqual(at.getTime())
  }
  expect(decisionTime(new Date(midnight), 3).getTime()).toBe(midnight + 180_000)
})

/** The lowest available balance, when every transfer is held at once and every deposit arrives when it is decided. */
function lowestAvailableCents(movements: ReturnType<typeof customerHistory>): bigint {
  const steps = movements.flatMap((movement): { at: Date; amountCents: bigint }[] => {
    const { kind, email, amountCents, at } = movement
    if (kind === 'fund') return [{ at, amountCents }]
    if (kind === 'move') return [{ at, amountCents: moveCents(movement) }]
    const { decision } = movement
    if (kind === 'transfer' && email === CUSTOMER) {
      const released = decision?.declineReason ? [{ at: decision.at, amountCents }] : []
      return [{ at, amountCents: -amountCents }, ...released]
    }
    return decision && !decision.declineReason ? [{ at: decision.at, amountCents }] : []
  })
  let [availableCents, lowestCents] = [0n, 1_000_000_00n]
  for (const { amountCents } of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    availableCents += amountCents
    if (availableCents < lowestCents) lowestCents = availableCents
  }
  return lowestCents
}

test('a bank without DEMO refuses to start with the demo accounts', async () => {
  await expect(requireNoDemoPeople(bank.sql)).rejects.toThrow(/customer@fable\.example/)
  const other = await openBank()
  await requireNoDemoPeople(other.sql)
  await other.close()
})
