import { dayOf } from '#contract/bank-day.ts'
import { toAmount } from '#contract/money.ts'
import type { SavingsSkip } from '#contract/payments/savings-rule-names.ts'
import type { SavingsRules as RulesAnswer, SavingsRun } from '#contract/payments/savings-rules.ts'
import { type AccountRow, readAccountRows } from '../../customers/accounts.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import { readSavingsRules, type SavingsRules, setSavingsRules } from '../../ledger/savings-rules.ts'
import { CANNOT_SEND } from '../../ledger/standing.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

const MAX_LISTED_RUNS = 20

const toAnswer = ({ roundUp, every }: SavingsRules): RulesAnswer => ({
  roundUp,
  ...(every ? { every: { amount: toAmount(every.amountCents), day: every.day } } : {}),
})

export async function readOwnRules(sql: Reader, personId: string, accountId: string): Promise<RulesAnswer> {
  await requireOwnSavings(sql, personId, accountId)
  return toAnswer(await readSavingsRules(sql, personId, accountId))
}

type Change = SavingsRules & { personId: string; accountId: string; at: Date; zone: string }

/** Takes the person's lock: the job moves by the rules before or after the change. */
export function changeSavingsRules(sql: Sql, { at, zone, ...change }: Change): Promise<RulesAnswer> {
  const { personId, accountId } = change
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const account = await requireOwnSavings(tx, personId, accountId)
    const refusal = CANNOT_SEND[account.owner_status] ?? (account.closed_at ? 'account_closed' : null)
    if (refusal) throw new Refusal(refusal)
    await setSavingsRules(tx, { ...change, today: dayOf(at, zone) })
    await record(tx, { notifications: [{ personId, kind: 'accounts.changed', data: { accountId }, at }] })
    return toAnswer(change)
  })
}

type RunRow = {
  kind: 'round_up' | 'every'
  due_on: string
  amount: bigint
  reason: SavingsSkip | null
  transaction_id: string | null
}

export async function readOwnRuns(sql: Reader, personId: string, accountId: string): Promise<SavingsRun[]> {
  await requireOwnSavings(sql, personId, accountId)
  const rows = await sql<RunRow[]>`
    select kind, due_on, amount, reason, transaction_id from savings_runs
    where account_id = ${accountId} order by at desc, due_on desc, kind limit ${MAX_LISTED_RUNS}`
  return rows.map((row) => ({
    rule: row.kind === 'round_up' ? 'roundUp' : 'every',
    day: row.due_on,
    amount: toAmount(row.amount),
    status: row.transaction_id ? 'moved' : 'skipped',
    ...(row.reason ? { reason: row.reason } : {}),
    ...(row.transaction_id ? { transactionId: row.transaction_id } : {}),
  }))
}

/** An account of another person is told like one that does not exist. */
async function requireOwnSavings(sql: Reader, personId: string, accountId: string): Promise<AccountRow> {
  const account = (await readAccountRows(sql, personId)).find(({ id }) => id === accountId)
  if (!account) throw new Refusal('not_found')
  if (account.kind === 'main') throw new Refusal('not_savings')
  return account
}
