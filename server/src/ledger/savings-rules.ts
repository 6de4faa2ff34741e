import { addDays, addMonths } from '#contract/payments/scheduled-payment-calendar.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'
import { mainAccountId } from './account.ts'

/** What a person wishes for a savings account. */
export type SavingsRules = { roundUp: boolean; every: { amountCents: bigint; day: number } | null }

type RulesRow = {
  account_id: string
  round_up_on: string | null
  rounded_to: bigint | null
  every_amount: bigint | null
  every_day: number | null
  every_on: string | null
}

const readRows = (sql: Reader, personId: string) => sql<RulesRow[]>`
  select account_id, round_up_on, rounded_to, every_amount, every_day, every_on
  from savings_rules where person_id = ${personId}`

export async function readSavingsRules(sql: Reader, personId: string, accountId: string): Promise<SavingsRules> {
  const row = (await readRows(sql, personId)).find(({ account_id }) => account_id === accountId)
  if (!row) return { roundUp: false, every: null }
  const { every_amount: amountCents, every_day: day } = row
  return {
    roundUp: row.round_up_on !== null,
    every: amountCents !== null && day !== null ? { amountCents, day } : null,
  }
}

type RulesChange = SavingsRules & { personId: string; accountId: string; today: string }

/**
 * Replaces the rules of a savings account. The caller holds the person's lock. Payments are rounded up for one account: turned
 * on here, it ends elsewhere, and what waits to be rounded up comes here.
 */
export async function setSavingsRules(tx: Tx, change: RulesChange): Promise<void> {
  const { personId, accountId, roundUp, every } = change
  const rows = await readRows(tx, personId)
  const own = rows.find(({ account_id }) => account_id === accountId)
  const rounding = rows.find(({ round_up_on }) => round_up_on !== null)
  const last = await readLastRuns(tx, personId, accountId)
  const roundsFrom = roundUp ? (rounding ?? (await startOfRoundUps(tx, change, last.round_up))) : null
  await endSavingsRules(tx, [accountId])
  if (roundUp && rounding && rounding.account_id !== accountId) await endRoundUps(tx, rounding)
  if (!roundUp && !every) return
  const keepsDay = own && own.every_day === every?.day ? own.every_on : null
  const everyOn = every && (keepsDay ?? firstEvery(every.day, change.today, last.every))
  await tx`
    insert into savings_rules (account_id, person_id, round_up_on, rounded_to, every_amount, every_day, every_on)
    values (${accountId}, ${personId}, ${roundsFrom?.round_up_on ?? null}, ${roundsFrom?.rounded_to ?? null},
      ${every?.amountCents ?? null}, ${every?.day ?? null}, ${everyOn})`
}

/** Of accounts that are closed, or whose rules are replaced. */
export const endSavingsRules = (tx: Tx, accountIds: readonly string[]) =>
  tx`delete from savings_rules where account_id = any(${accountIds as string[]}::uuid[])`

const endRoundUps = (tx: Tx, { account_id, every_on }: RulesRow) =>
  every_on === null
    ? endSavingsRules(tx, [account_id])
    : tx`update savings_rules set round_up_on = null, rounded_to = null where account_id = ${account_id}`

type LastRuns = { round_up: string | null; every: string | null }

async function readLastRuns(tx: Tx, personId: string, accountId: string): Promise<LastRuns> {
  const [row] = await tx<LastRuns[]>`
    select (select max(due_on) from savings_runs where person_id = ${personId} and kind = 'round_up') as round_up,
           (select max(due_on) from savings_runs where account_id = ${accountId} and kind = 'every') as every`
  return row ?? { round_up: null, every: null }
}

/** What is completed from now on. A day that was rounded up is over, whatever the clock says. */
async function startOfRoundUps(tx: Tx, { personId, today }: RulesChange, lastOn: string | null) {
  const [main] = await tx<{ rounded_to: bigint }[]>`
    select posting_number as rounded_to from accounts where id = ${mainAccountId(personId)}`
  return {
    round_up_on: lastOn !== null && lastOn >= today ? addDays(lastOn, 1) : today,
    rounded_to: main?.rounded_to ?? 0n,
  }
}

/** The next such day, today included, in a month in which nothing was due yet. */
export function firstEvery(day: number, today: string, lastOn: string | null): string {
  const inMonthOf = (date: string) => `${date.slice(0, 8)}${String(day).padStart(2, '0')}`
  const first = inMonthOf(today) >= today ? inMonthOf(today) : addMonths(inMonthOf(today), 1)
  return lastOn !== null && first.slice(0, 7) <= lastOn.slice(0, 7) ? addMonths(inMonthOf(lastOn), 1) : first
}
