import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, startOfDay } from '#contract/bank-day.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { type ModelRules, type ModelRun, ModelSavings } from '../../../test/model-savings.ts'
import { runSavingsRules } from '../../ledger/run-savings-rules.ts'
import type { Command } from '../../ledger/types.ts'
import { changeSavingsRules } from './savings-rules.ts'

/** A busy machine tries fewer scripts instead of timing out. */
const TIME_LIMIT_MS = 2_500
const ZONE = 'America/New_York'
const DAY_MS = 86_400_000
const START_CENTS = 150_00n
const bank = useBank({ config: { bankTimeZone: ZONE } })

const cents = fc.bigInt(1n, 40_00n)
const account = fc.nat(1)
const rules: fc.Arbitrary<ModelRules> = fc.record({
  roundUp: fc.boolean(),
  every: fc.option(fc.record({ cents: fc.bigInt(1n, 60_00n), day: fc.integer({ min: 1, max: 28 }) })),
})
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('pay' as const), cents, inside: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('hold', 'debit', 'fund'), cents }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('come back' as const), nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), account, cents }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('rules' as const), account, rules }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('status' as const), isFrozen: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      days: fc.constantFrom(0, 1, 1, 1, 2, 9, 33),
      servers: fc.constantFrom(1, 1, 3),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never

/** Tried first, however busy the machine is: each kind of run is moved, and skipped for want of money. */
const EVERY_KIND: Step[] = [
  { kind: 'rules', account: 0, rules: { roundUp: true, every: { cents: 60_00n, day: 12 } } },
  { kind: 'pay', cents: 3_40n, inside: true },
  { kind: 'pay', cents: 5_50n, inside: false },
  { kind: 'come back', nth: 1 },
  { kind: 'run', days: 2, servers: 3 },
  { kind: 'rules', account: 1, rules: { roundUp: true, every: null } },
  { kind: 'pay', cents: 1n, inside: false },
  { kind: 'run', days: 33, servers: 1 },
  { kind: 'pay', cents: 20_01n, inside: false },
  { kind: 'debit', cents: 5_00n },
  { kind: 'status', isFrozen: true },
  { kind: 'run', days: 1, servers: 1 },
  { kind: 'status', isFrozen: false },
  { kind: 'run', days: 33, servers: 1 },
]
/** What became of runs in any script. */
const reached = new Set<string>()

const today = () => dayOf(bank.now(), ZONE)
type Saver = { ada: Person; savings: string[] }

async function submit(...commands: Command[]) {
  for (const command of commands) expect(await bank.ledger.submit(command)).toMatchObject({ ok: true })
}

/** Completed at once, as if by staff: sessions end while days pass. */
function payment(by: Person, amountCents: bigint, accountNumber: string): [Command, Command] {
  const actor = { kind: 'system', job: 'import_history', personId: by.id } as const
  const transfer = commandsOf(bank).transfer(by, amountCents, { to: { accountNumber } })
  return [
    { ...transfer, actor },
    { ...commandsOf(bank).approve(by, transfer.id), actor },
  ]
}

/** Nothing waits: the model and the bank have the same money and have seen the same payments after every step. */
async function runScript(steps: readonly Step[]): Promise<void> {
  bank.clock.stop()
  bank.clock.offsetMs += startOfDay('2027-01-10', ZONE).getTime() + DAY_MS / 2 - bank.now().getTime()
  const [ada, ben] = [await bank.person({ balanceCents: START_CENTS }), await bank.person()]
  const open = async (name: string) => (await ada.call('POST', '/accounts', { body: { name } })).json()._id
  const saver: Saver = { ada, savings: [await open('Holidays'), await open('Car')] }
  const benNumber = await ben.accountNumber()
  const model = new ModelSavings(START_CENTS, saver.savings.length)
  const paid: { id: string; cents: bigint; isBack: boolean }[] = []
  const { adjust, move, reverse, transfer } = commandsOf(bank)
  const admin = () => bank.person({ role: 'Admin' })
  for (const step of steps) {
    const isPaidFrom = 'cents' in step && step.kind !== 'fund'
    if (isPaidFrom && (model.isFrozen || step.cents > model.availableCents)) continue
    if (step.kind === 'pay') {
      const commands = payment(ada, step.cents, step.inside ? benNumber : '40440')
      const { id } = commands[0] as Extract<Command, { kind: 'transfer' }>
      await submit(...commands)
      model.pay(id, step.cents, today())
      paid.push({ id, cents: step.cents, isBack: false })
    } else if (step.kind === 'come back') {
      const payment = paid.filter(({ isBack }) => !isBack)[step.nth]
      if (!payment || !(await bank.ledger.submit(reverse(await admin(), payment.id))).ok) continue
      payment.isBack = true
      model.comeBack(payment.id, payment.cents, today())
    } else if (step.kind === 'hold') {
      const actor = { kind: 'system', job: 'import_pending', personId: ada.id } as const
      await submit({ ...transfer(ada, step.cents), actor })
      model.heldCents += step.cents
    } else if (step.kind === 'debit' || step.kind === 'fund') {
      await submit(adjust(step.kind, await admin(), ada, step.cents))
      model.mainCents += step.kind === 'fund' ? step.cents : -step.cents
    } else if (step.kind === 'move') {
      const actor = { kind: 'system', job: 'run_savings_rules', personId: ada.id } as const
      await submit({ ...move(ada, ada.id, saver.savings[step.account] ?? '', step.cents), actor })
      model.move(step.account, step.cents)
    } else if (step.kind === 'rules') {
      if (model.isFrozen) continue
      const { roundUp, every } = step.rules
      const wished = { roundUp, every: every && { amountCents: every.cents, day: every.day } }
      const whose = { personId: ada.id, accountId: saver.savings[step.account] ?? '' }
      await changeSavingsRules(bank.sql, { ...wished, ...whose, at: bank.now(), zone: ZONE })
      model.setRules(step.account, step.rules, today())
    } else if (step.kind === 'status') {
      await bank.sql`update people set status = ${step.isFrozen ? 'Frozen' : 'Active'} where id = ${ada.id}`
      model.isFrozen = step.isFrozen
    } else if (step.kind === 'run') {
      bank.clock.offsetMs += step.days * DAY_MS
      await compareRuns(saver, model, step.servers)
    }
  }
  await bank.owner`delete from savings_rules`
}

type RunRow = { account_id: string; kind: ModelRun['kind']; due_on: string; amount: bigint; reason: string | null }

/** What is moved in which order is the job's matter, where the money is not enough for all. */
async function compareRuns({ ada, savings }: Saver, model: ModelSavings, servers: number): Promise<void> {
  const known = await bank.sql<{ count: number }[]>`
    select count(*)::int from savings_runs where person_id = ${ada.id}`
  await Promise.all(Array.from({ length: servers }, () => runSavingsRules(bank.sql, bank.ledger, bank.now())))
  const rows = await bank.sql<RunRow[]>`
    select account_id, kind, due_on, amount, reason from savings_runs where person_id = ${ada.id}
    order by at, due_on offset ${known[0]?.count ?? 0}`
  const made = rows.map((row) => ({
    account: savings.indexOf(row.account_id),
    kind: row.kind,
    dueOn: row.due_on,
    cents: row.amount,
  }))
  const inOrder = (runs: readonly ModelRun[]) =>
    runs.map((run) => `${run.dueOn} ${run.kind} ${run.account} ${run.cents}`).sort()
  expect(inOrder(made)).toEqual(inOrder(model.takeDue(today())))
  for (const { account_id, kind, amount, reason } of rows) {
    reached.add(`${kind} ${reason ?? 'moved'}`)
    if (reason === null) model.move(savings.indexOf(account_id), amount)
    else expect(reason).toBe(model.isFrozen ? 'account_frozen' : 'insufficient_balance')
  }
  for (const { amount, reason } of rows)
    if (reason === 'insufficient_balance') expect(amount).toBeGreaterThan(model.availableCents)
  if (model.isFrozen) expect(rows.filter(({ reason }) => reason === null)).toEqual([])
  const [main, ...saved] = await Promise.all([ada.id, ...savings].map(readBalance))
  expect([main?.available, ...saved.map((row) => row?.available)]).toEqual([model.availableCents, ...model.savedCents])
}

async function readBalance(accountId: string) {
  const [row] = await bank.sql<{ available: bigint }[]>`
    select balance - held as available from accounts where id = ${accountId}`
  return row
}

test('random lives of a saver agree with the model: every payment is rounded up once, every month is saved once', async () => {
  const script = fc.array(step, { minLength: 1, maxLength: 30, size: 'max' })
  await fc.assert(fc.asyncProperty(script, runScript), {
    examples: [[EVERY_KIND]],
    numRuns: 40,
    interruptAfterTimeLimit: TIME_LIMIT_MS,
  })
  expect([...reached]).toEqual(
    expect.arrayContaining(['round_up moved', 'every moved', 'every insufficient_balance', 'round_up account_frozen']),
  )
})
