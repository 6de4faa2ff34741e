import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Person, useBank } from '../../test/bank.ts'
import { commandsOf } from '../../test/commands.ts'
import type { ModelStatus } from '../../test/model-bank/commands.ts'
import { ModelBank } from '../../test/model-bank/model-bank.ts'
import { toModelOutcome } from '../../test/run-script.ts'
import { checkInvariants } from './books/invariants.ts'

/** A busy machine tries fewer scripts instead of timing out. */
const TIME_LIMIT_MS = 12_000
const bank = useBank()

const CUSTOMERS = ['ada', 'ben'] as const
const customer = fc.constantFrom(...CUSTOMERS)
const cents = fc.constantFrom(0n, 5_00n, 10_00n)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('transfer' as const), of: customer, cents }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('deposit', 'fund', 'debit'), of: customer, cents }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('approve', 'approve', 'decline'), nth: fc.nat(6) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      of: customer,
      to: fc.constantFrom<ModelStatus>('Active', 'Frozen', 'Frozen', 'Closed'),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never

/** Tried first, however busy the machine is: it comes upon every refusal that depends on a status. */
const EVERY_REFUSAL: Step[] = [
  { kind: 'transfer', of: 'ada', cents: 5_00n },
  { kind: 'status', of: 'ada', to: 'Closed' },
  { kind: 'status', of: 'ada', to: 'Frozen' },
  { kind: 'transfer', of: 'ada', cents: 5_00n },
  { kind: 'approve', nth: 0 },
  { kind: 'status', of: 'ben', to: 'Closed' },
  { kind: 'fund', of: 'ben', cents: 5_00n },
  { kind: 'status', of: 'ada', to: 'Active' },
  { kind: 'approve', nth: 0 },
  { kind: 'transfer', of: 'ada', cents: 5_00n },
  { kind: 'decline', nth: 0 },
]
/** The refusals that the scripts came upon. */
const reached = new Set<string>()

/** Freezes and closes between the commands, through the back office, and compares every outcome with the model bank's. */
async function runScript(steps: readonly Step[]): Promise<void> {
  const commands = commandsOf(bank)
  const [ada, ben, eve] = await Promise.all([bank.person(), bank.person(), bank.person({ role: 'Admin' })])
  const people: Record<string, Person> = { ada, ben, eve }
  const person = (name: string): Person => people[name] ?? ada
  const receipts = await Promise.all(steps.map((_, index) => commands.receipt(person(CUSTOMERS[index % 2] ?? 'ada'))))
  const owners = Object.fromEntries(steps.map((_, index) => [String(index), CUSTOMERS[index % 2] ?? 'ada']))
  const model = new ModelBank(
    { ada: { active: true, pin: '1234' }, ben: { active: true, pin: '1234' }, eve: { active: true, admin: true } },
    owners,
  )
  const numbers = { ada: await ada.accountNumber(), ben: await ben.accountNumber() }
  const ids: string[] = []
  const context = { alive: true, at: 0 }
  // Ben's account is empty, so that scripts come to close it.
  const start = commands.adjust('fund', eve, ada, 15_00n)
  model.submit({ ...context, kind: 'fund', by: 'eve', id: start.id, amountCents: 15_00n, customer: 'ada' })
  await bank.ledger.submit(start)
  for (const [index, made] of steps.entries()) {
    if (made.kind === 'status') {
      const { of, to } = made as { of: string; to: ModelStatus }
      const before = model.statusOf(of)
      const refusal = before === to ? null : model.setStatus(of, to)
      const response = await eve.call('PATCH', '/admin/user', {
        body: { userId: person(of).id, updates: { status: to }, reason: 'Test' },
      })
      if (refusal) reached.add(refusal)
      expect(response.statusCode === 200 ? null : response.json().code).toBe(refusal)
      continue
    }
    if ('nth' in made) {
      const transactionId = ids[made.nth % Math.max(1, ids.length)]
      if (!transactionId) continue
      const kind = made.kind as 'approve' | 'decline'
      const outcome = await bank.ledger.submit(commands[kind](eve, transactionId))
      const expected = model.submit({ ...context, kind, by: 'eve', transactionId })
      if ('refusal' in expected) reached.add(expected.refusal)
      expect(toModelOutcome(outcome)).toEqual(expected)
      continue
    }
    const { of, cents } = made as { of: 'ada' | 'ben'; cents: bigint }
    const to = of === 'ada' ? 'ben' : 'ada'
    // Zero: all of it, so that an account can become empty.
    const all = model.availableCents(of)
    const amountCents = cents > 0n ? cents : all > 0n ? all : 1n
    const receipt = receipts[index] ?? ''
    const command =
      made.kind === 'transfer'
        ? commands.transfer(person(of), amountCents, { to: { accountNumber: numbers[to] } })
        : made.kind === 'deposit'
          ? commands.deposit(person(of), amountCents, receipt)
          : commands.adjust(made.kind as 'fund' | 'debit', eve, person(of), amountCents)
    const { id } = command
    const expected = model.submit(
      made.kind === 'transfer'
        ? { ...context, kind: 'transfer', by: of, id, amountCents, to, pin: '1234', code: null }
        : made.kind === 'deposit'
          ? { ...context, kind: 'deposit', by: of, id, amountCents, receipt: String(index) }
          : { ...context, kind: made.kind as 'fund' | 'debit', by: 'eve', id, amountCents, customer: of },
    )
    if ('refusal' in expected) reached.add(expected.refusal)
    expect(toModelOutcome(await bank.ledger.submit(command))).toEqual(expected)
    if (!('refusal' in expected) && expected.status === 'Pending') ids.push(id)
  }
  for (const name of CUSTOMERS)
    expect((await person(name).balance()).availableCents, name).toBe(model.availableCents(name))
}

test('freezing and closing between any commands leads to the outcomes of the model bank', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30, size: 'max' }), runScript), {
    numRuns: 40,
    examples: [[EVERY_REFUSAL]],
    endOnFailure: true,
    interruptAfterTimeLimit: TIME_LIMIT_MS,
  })
  for (const code of ['account_frozen', 'account_closed', 'account_not_empty', 'receiver_closed', 'sender_frozen'])
    expect([...reached]).toContain(code)
  const findings = await checkInvariants(bank.sql, 'UTC')
  expect(findings.filter(({ breaches }) => breaches > 0n)).toEqual([])
})

test('the invariant notices a closed account with money, with something pending, or that is not its person’s', async () => {
  const breaches = async () =>
    (await checkInvariants(bank.sql, 'UTC')).find(({ title }) => title.startsWith('A closed account'))?.breaches
  const [ada, ben] = await Promise.all([bank.person({ status: 'Closed' }), bank.person({ balanceCents: 5_00n })])
  expect(await breaches()).toBe(0n)
  await bank.owner`update people set status = 'Active' where id = ${ada.id}`
  expect(await breaches()).toBe(1n)
  await bank.owner`update people set status = 'Closed' where id in (${ada.id}, ${ben.id})`
  expect(await breaches()).toBe(1n)
  await bank.owner`update people set status = 'Active' where id = ${ben.id}`
  expect(await breaches()).toBe(0n)
})

test('an account is not closed before its last posting, whose server’s clock was ahead', async () => {
  const commands = commandsOf(bank)
  const [ada, eve] = await Promise.all([bank.person(), bank.person({ role: 'Admin' })])
  bank.clock.offsetMs = 5_000
  await bank.ledger.submit(commands.adjust('fund', eve, ada, 5_00n))
  await bank.ledger.submit(commands.adjust('debit', eve, ada, 5_00n))
  bank.clock.offsetMs = 0
  const body = { userId: ada.id, updates: { status: 'Closed' }, reason: 'Moved away' }
  expect((await eve.call('PATCH', '/admin/user', { body })).statusCode).toBe(200)
  const [row] = await bank.sql`
    select closed_at >= (select max(booked_at) from postings where account_id = a.id) as ordered from accounts a
    where id = ${ada.id}`
  expect(row).toEqual({ ordered: true })
  expect((await checkInvariants(bank.sql, 'UTC')).filter(({ breaches }) => breaches > 0n)).toEqual([])
})
