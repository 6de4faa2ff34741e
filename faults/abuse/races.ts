import { createLedger } from '#server/ledger/ledger.ts'
import { hashPin } from '#server/ledger/secrets.ts'
import { runDueScheduledPayments } from '#server/payments/scheduled-payments/run-scheduled-payments.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import { type HttpResponse, refusalCode } from '../http-client.ts'
import type { Campaign } from './campaign.ts'
import type { AttackTarget, Person } from './target.ts'

const CONCURRENCY = 4
const AT_ONCE = 4
const BALANCE = 25
const PLANNER_BALANCE = 100_000
const FORM = { accountName: 'C', accountNumber: '1', bankName: 'D', amount: BALANCE, pin: '1234' }

/** `run` returns what went wrong, or null. */
type Race = { name: string; run: (racers: Racers, round: number) => Promise<string | null> }
/** The people of one worker: its own rounds run one after the other, concurrently with the other workers' rounds. */
type Racers = {
  target: AttackTarget
  customer: Person
  planner: Person
  withoutPin: Person
  admin: Person
  pendingId: string | null
}

const tally = (responses: HttpResponse[]) => {
  const results = responses.map((response) => (response.status < 300 ? 'won' : refusalCode(response)))
  return Object.fromEntries(
    [...new Set(results)].map((result) => [result, results.filter((one) => one === result).length]),
  )
}
const summarize = (responses: HttpResponse[]) => JSON.stringify(tally(responses))
const atOnce = (work: (at: number) => Promise<HttpResponse>, count = AT_ONCE) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))
const idOf = (response: HttpResponse | undefined) => (response?.json() as { _id?: string } | undefined)?._id ?? ''
const winners = (responses: HttpResponse[]) => responses.filter(({ status }) => status < 300)

/** Four concurrent transfers of the whole balance: one is accepted, three are refused for insufficient balance. */
async function spendWholeBalance(people: Racers): Promise<string | null> {
  const { target, customer } = people
  const responses = await atOnce(() => target.client.call(customer.token, 'POST', '/transfer', FORM))
  const [row] = await target.sql<{ held: bigint; balance: bigint }[]>`
    select held, balance from accounts where id = ${customer.id}`
  people.pendingId = idOf(winners(responses)[0])
  const right = winners(responses).length === 1 && tally(responses).insufficient_balance === AT_ONCE - 1
  return right && row?.held === BigInt(BALANCE * 100) ? null : `${summarize(responses)}, held ${row?.held}`
}

/** Two approvals and two declines at once: one decision wins, its repetition succeeds, the opposite is refused. */
async function decideBothWays(people: Racers): Promise<string | null> {
  const { target, admin, customer, pendingId } = people
  const decide = (at: number) =>
    target.client.call(admin.token, 'POST', at % 2 ? '/deposit/decline' : '/deposit/approve', {
      transactionId: pendingId,
      ...(at % 2 ? { reason: '' } : {}),
    })
  const responses = await atOnce(decide)
  const approved = winners(responses.filter((_, at) => at % 2 === 0)).length
  const declined = winners(responses.filter((_, at) => at % 2 === 1)).length
  const [row] = await target.sql<{ status: string; postings: number; held: bigint; balance: bigint }[]>`
    select status, held, balance, (select count(*)::int from postings p where p.transaction_id = t.id) as postings
    from transactions t join accounts a on a.id = t.account_id where t.id = ${pendingId}`
  const expected = approved > 0 ? ['Completed', 1, 0n] : ['Declined', 0, BigInt(BALANCE * 100)]
  const one = approved > 0 !== declined > 0 && tally(responses).already_decided === AT_ONCE - approved - declined
  const booked = JSON.stringify([row?.status, row?.postings, String(row?.balance)])
  if (approved > 0) await target.fund(customer, BALANCE)
  const right = booked === JSON.stringify([expected[0], expected[1], String(expected[2])]) && row?.held === 0n
  return one && right ? null : `${summarize(responses)}, ${booked}, held ${row?.held}`
}

/** Four concurrent PIN creations: one succeeds, and its PIN is the stored one. */
async function createPins({ target, withoutPin, admin }: Racers, round: number): Promise<string | null> {
  const pinOf = (at: number) => String((round * AT_ONCE + at) % 10_000).padStart(4, '0')
  const responses = await atOnce((at) =>
    target.client.call(withoutPin.token, 'POST', '/users/create-transaction-code', { pin: pinOf(at) }),
  )
  const [row] = await target.sql<{ pin_hash: Buffer }[]>`select pin_hash from accounts where id = ${withoutPin.id}`
  const winner = responses.findIndex(({ status }) => status === 201)
  const isStored = row?.pin_hash?.equals(hashPin(target.keys.pin, withoutPin.id, pinOf(winner)))
  const cleared = await target.client.call(admin.token, 'POST', '/admin/reset-pin', { userId: withoutPin.id })
  const right = winners(responses).length === 1 && tally(responses).pin_exists === AT_ONCE - 1
  return right && isStored && cleared.status === 200
    ? null
    : `${summarize(responses)}, the winner's is stored: ${isStored}`
}

/** Four concurrent deposits with one receipt: one is accepted. */
async function useReceipt({ target, customer }: Racers): Promise<string | null> {
  const receipt = await target.upload(customer)
  const responses = await atOnce((at) =>
    target.client.call(customer.token, 'POST', '/deposit', { amount: 10 + at, method: 'bank', receipt }),
  )
  const [row] = await target.sql<{ uses: number }[]>`
    select count(*)::int as uses from transactions where receipt_id = ${receipt.split('/').at(-1) ?? ''}`
  const right = winners(responses).length === 1 && tally(responses).receipt_used === AT_ONCE - 1
  return right && row?.uses === 1 ? null : `${summarize(responses)}, ${row?.uses} deposits`
}

/** One request with one key, four times at once: all responses name the same deposit. */
async function repeatUnderKey({ target, customer }: Racers, round: number): Promise<string | null> {
  const receipt = await target.upload(customer)
  const key = { 'idempotency-key': `race ${customer.id} ${round}` }
  const responses = await atOnce(() =>
    target.client.call(customer.token, 'POST', '/deposit', { amount: 10, method: 'bank', receipt }, key),
  )
  const same = new Set(responses.map(idOf)).size === 1 && winners(responses).length === AT_ONCE
  return same ? null : summarize(responses)
}

/**
 * Two deletes of a scheduled payment that is due, against the server's job and a second one beside it: one delete wins, and
 * the payment was made once before it or never, also when the job runs again.
 */
async function deleteDueScheduledPayment({ target, planner }: Racers): Promise<string | null> {
  const startOn = new Date().toISOString().slice(0, 10)
  const body = { ...FORM, amount: 1, startOn, every: 'week' }
  const id = idOf(await target.client.call(planner.token, 'POST', '/orders', body))
  const pay = () =>
    runDueScheduledPayments({
      sql: target.sql,
      ledger: createLedger(target.sql, { zone: 'UTC' }),
      now: () => new Date(),
    })
  const [first, second] = await Promise.all([
    target.client.call(planner.token, 'DELETE', `/orders/${id}`),
    target.client.call(planner.token, 'DELETE', `/orders/${id}`),
    pay(),
    pay(),
  ])
  await pay()
  const [row] = await target.sql<{ runs: number; paid: number; deleted: boolean }[]>`
    select deleted_at is not null as deleted, count(r.order_id)::int as runs, count(t.id)::int as paid
    from orders o left join order_runs r on r.order_id = o.id left join transactions t on t.id = r.transaction_id
    where o.id = ${id} group by o.id`
  const right = winners([first, second]).length === 1 && tally([first, second]).not_found === 1
  return right && row?.deleted && row.runs <= 1 && row.paid === row.runs
    ? null
    : `${summarize([first, second])}, ${JSON.stringify(row)}`
}

const RACES: Race[] = [
  { name: 'transfer of the whole balance', run: spendWholeBalance },
  { name: 'approve against decline', run: decideBothWays },
  { name: 'PIN creation', run: createPins },
  { name: 'receipt use', run: useReceipt },
  { name: 'one idempotency key', run: repeatUnderKey },
  { name: 'delete of a scheduled payment against its run', run: deleteDueScheduledPayment },
]

/** Runs rounds of each race; every race has one winner, in the responses and in the tables. */
export async function raceRounds({ target, tried, breach }: Campaign, rounds: number): Promise<string> {
  const racers: Racers[] = []
  for (let worker = 0; worker < CONCURRENCY; worker++)
    racers.push({
      target,
      customer: await target.person({ pin: '1234', balance: BALANCE }),
      planner: await target.person({ pin: '1234', balance: PLANNER_BALANCE }),
      withoutPin: await target.person(),
      admin: await target.person({ role: 'Admin' }),
      pendingId: null,
    })
  const free = [...racers]
  await forEachConcurrently(CONCURRENCY, Array.from({ length: rounds }).keys(), async (round) => {
    const people = free.pop()
    if (!people) throw new Error('More workers than racers')
    for (const { name, run } of RACES) {
      tried()
      const wrong = await run(people, round)
      if (wrong) breach(`race: ${name}, round ${round}: ${wrong}`)
    }
    free.push(people)
  })
  return `${rounds} rounds of ${RACES.length} races, ${AT_ONCE} at once`
}
