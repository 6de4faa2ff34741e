import { dayOf, endOfDay } from '#contract/bank-day.ts'
import { roundUpUnitCents } from '#contract/payments/round-up.ts'
import { addDays, addMonths } from '#contract/payments/scheduled-payment-calendar.ts'
import { column } from '../platform/db/arrays.ts'
import type { Sql, Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import { withMain } from './account.ts'
import { commitWith } from './core/commit-batch.ts'
import type { Ledger } from './ledger.ts'
import { lockAccounts } from './read-state.ts'
import { record } from './record.ts'
import { sumOfRoundUps } from './savings/round-ups.ts'
import { insertSavingsRuns, type SavingsRun, type SettledSavingsRun } from './savings-runs-store.ts'
import type { MoveCommand, Notification } from './types.ts'

/** How many accounts are locked at a time: few enough that the payments of these people hardly wait. */
const AT_ONCE = 50

type Due = { account_id: string; person_id: string }
type NextDays = { accountId: string; roundUpOn: string | null; roundedTo: bigint | null; everyOn: string | null }

/**
 * Moves everything that rules save and that is due, also what was due while no server ran, and returns how many moves were made.
 * The move, the row of the run and the next due day are one transaction under the lock of the person: a server that dies has
 * done all of it or nothing, and another server finds nothing left to do. A rule that can't be run stops no other one: it is left
 * for the next time, and its error is thrown after the rest was moved.
 */
export async function runSavingsRules(sql: Sql, ledger: RulesLedger, at: Date, signal?: AbortSignal): Promise<number> {
  const day = { zone: ledger.zone, at, today: dayOf(at, ledger.zone) }
  const failed: Failure[] = []
  let moved = 0
  while (!signal?.aborted) {
    const due = await sql<Due[]>`
      select account_id, person_id from savings_rules
      where next_on <= ${day.today} and account_id <> all(${failed.map(({ accountId }) => accountId)}::uuid[])
      order by next_on, account_id limit ${AT_ONCE}`
    if (due.length === 0) break
    moved += await runBatch(sql, ledger, due, day).catch(() => runApart(sql, ledger, due, day, failed))
  }
  if (failed[0]) throw failed[0].error
  return moved
}

type RulesLedger = Pick<Ledger, 'zone' | 'savingsProbe'>
type Day = { zone: string; at: Date; today: string }
type Failure = { accountId: string; error: unknown }

/** Each rule in a transaction of its own, because one of them failed together with the others. */
async function runApart(
  sql: Sql,
  ledger: RulesLedger,
  due: readonly Due[],
  day: Day,
  failed: Failure[],
): Promise<number> {
  let moved = 0
  for (const rule of due)
    try {
      moved += await runBatch(sql, ledger, [rule], day)
    } catch (error) {
      failed.push({ accountId: rule.account_id, error })
    }
  return moved
}

async function runBatch(
  sql: Sql,
  { savingsProbe: probe }: RulesLedger,
  due: readonly Due[],
  day: Day,
): Promise<number> {
  const moved = await inTransaction(sql, async (tx) => {
    const count = await runDue(tx, due, day)
    if (count > 0) probe?.beforeCommit()
    return count
  })
  if (moved > 0) probe?.afterCommit()
  return moved
}

async function runDue(tx: Tx, due: readonly Due[], day: Day): Promise<number> {
  const accountIds = [...new Set(due.flatMap(({ account_id, person_id }) => withMain(person_id, account_id)))]
  const parties = { accountIds, ownerIds: [...new Set(due.map(({ person_id }) => person_id))] }
  await lockAccounts(tx, parties.accountIds, parties.ownerIds)
  const { runs, next } = await readRuns(tx, due, day)
  const commands = runs.map((run) => toMove(run, day.at))
  const outcomes = commands.length > 0 ? await commitWith(tx, commands, parties) : []
  const settled = runs.map((run, place): SettledSavingsRun => {
    const outcome = outcomes[place]
    const { at } = day
    if (outcome?.ok) return { ...run, at, transactionId: outcome.transaction.id, reason: null }
    return { ...run, at, transactionId: null, reason: outcome?.code ?? null }
  })
  if (settled.length > 0) await insertSavingsRuns(tx, settled)
  await updateRules(tx, next)
  const notifications = settled.filter(isToldOf).map(toNotification)
  if (notifications.length > 0) await record(tx, { notifications })
  return settled.filter(({ transactionId }) => transactionId).length
}

type DueRow = Due & {
  round_up_on: string | null
  rounded_to: bigint | null
  every_on: string | null
  every_amount: bigint | null
  posting_number: bigint
}

/** Reads under lock: the rules may have changed, and another server may have been first. */
async function readRuns(tx: Tx, due: readonly Due[], day: Day): Promise<{ runs: SavingsRun[]; next: NextDays[] }> {
  const rows = await tx<DueRow[]>`
    select r.account_id, r.person_id, r.round_up_on, r.rounded_to, r.every_on, r.every_amount, a.posting_number
    from savings_rules r join accounts a on a.id = r.person_id
    where r.account_id = any(${due.map(({ account_id }) => account_id)}::uuid[]) and r.next_on <= ${day.today}
    order by r.account_id`
  const rounded = await readRoundUps(tx, rows, day)
  const runs: SavingsRun[] = []
  const next = rows.map((row): NextDays => {
    const { account_id: accountId, person_id: personId } = row
    const days = { accountId, roundUpOn: row.round_up_on, roundedTo: row.rounded_to, everyOn: row.every_on }
    const roundUp = rounded.get(accountId)
    if (roundUp && row.round_up_on !== null && row.rounded_to !== null) {
      const { amount: amountCents, to_number: to } = roundUp
      const covers = { from: row.rounded_to, to }
      if (amountCents > 0n)
        runs.push({ kind: 'round_up', accountId, personId, dueOn: row.round_up_on, amountCents, covers })
      // Days without postings are passed over.
      const roundUpOn = to === row.posting_number ? day.today : addDays(row.round_up_on, 1)
      return { ...days, roundUpOn, roundedTo: to }
    }
    if (row.every_on === null || row.every_amount === null) throw new Error(`Nothing is due for ${accountId}`)
    const amountCents = row.every_amount
    runs.push({ kind: 'every', accountId, personId, dueOn: row.every_on, amountCents, covers: null })
    return { ...days, everyOn: addMonths(row.every_on, 1) }
  })
  return { runs, next }
}

type RoundUpRow = { account_id: string; to_number: bigint; amount: bigint }

/** Of the days that are over: up to the last posting that was booked before the end of the day. */
async function readRoundUps(tx: Tx, rows: readonly DueRow[], { zone, today }: Day) {
  const over = rows.filter(({ round_up_on }) => round_up_on !== null && round_up_on < today)
  if (over.length === 0) return new Map<string, RoundUpRow>()
  const found = await tx<RoundUpRow[]>`
    select d.account_id, ends.to_number,
           ${sumOfRoundUps(tx, { personId: tx`d.person_id`, fromNumber: tx`d.rounded_to`, toNumber: tx`ends.to_number`, unit: tx`d.unit` })} as amount
    from unnest(
      ${column(over, (row) => row.account_id)}::uuid[], ${column(over, (row) => row.person_id)}::uuid[],
      ${column(over, (row) => row.rounded_to)}::bigint[], ${column(over, () => roundUpUnitCents())}::bigint[],
      ${column(over, ({ round_up_on }) => endOfDay(round_up_on ?? '', zone))}::timestamptz[])
      as d (account_id, person_id, rounded_to, unit, ends_at)
    cross join lateral (
      select coalesce(max(p.number), d.rounded_to) as to_number from postings p
      where p.account_id = d.person_id and p.number > d.rounded_to and p.booked_at < d.ends_at) as ends`
  return new Map(found.map((row) => [row.account_id, row]))
}

const toMove = ({ personId, accountId, amountCents, kind, dueOn }: SavingsRun, at: Date): MoveCommand => ({
  kind: 'move',
  actor: { kind: 'system', job: 'run_savings_rules', personId },
  at,
  requestId: `savings ${kind} ${dueOn}`,
  idempotency: null,
  id: newIdAt(at),
  receivingId: newIdAt(at),
  fromId: personId,
  toId: accountId,
  amountCents,
})

const updateRules = (tx: Tx, next: readonly NextDays[]) => tx`
  update savings_rules r set round_up_on = n.round_up_on, rounded_to = n.rounded_to, every_on = n.every_on
  from unnest(
    ${column(next, (rule) => rule.accountId)}::uuid[], ${column(next, (rule) => rule.roundUpOn)}::date[],
    ${column(next, (rule) => rule.roundedTo)}::bigint[], ${column(next, (rule) => rule.everyOn)}::date[])
    as n (account_id, round_up_on, rounded_to, every_on)
  where r.account_id = n.account_id`

/** A person who is not Active knows already. */
const isToldOf = ({ reason }: SettledSavingsRun) => reason === 'insufficient_balance'

const toNotification = ({ personId, accountId, kind, dueOn, reason, at }: SettledSavingsRun): Notification => ({
  personId,
  kind: 'savings.skipped',
  data: { accountId, rule: kind, dueOn, reason },
  at,
})
