import { dayOf, endOfDay } from '#contract/bank-day.ts'
import { sampleCents } from '#contract/money.ts'
import { addDays } from '#contract/payments/scheduled-payment-calendar.ts'
import { mainAccountId } from '../ledger/account.ts'
import { setSavingsRules } from '../ledger/savings-rules.ts'
import {
  insertSavingsRuns,
  readMovesInto,
  readPostingNumber,
  type SettledSavingsRun,
} from '../ledger/savings-runs-store.ts'
import type { Tx } from '../platform/db/connection.ts'
import { CUSTOMER } from './customer-history.ts'
import type { Movement } from './movements.ts'
import { MONTHLY_CENTS, monthlyDay } from './saved-movements.ts'
import type { PeopleByEmail } from './to-commands.ts'

type Clock = { at: Date; zone: string }

/** The rules of the customer's savings account, and the runs that made some of the moves. Nothing is due today. */
export async function insertSavingsRules(
  tx: Tx,
  people: PeopleByEmail,
  movements: readonly Movement[],
  { at, zone }: Clock,
): Promise<void> {
  const { id: personId = '', savingsId: accountId = '' } = people.get(CUSTOMER) ?? {}
  await insertSavingsRuns(tx, await runsOf(tx, { personId, accountId, zone }, movements))
  await setSavingsRules(tx, {
    personId,
    accountId,
    today: dayOf(at, zone),
    roundUp: true,
    every: { amountCents: sampleCents(MONTHLY_CENTS), day: monthlyDay(at, zone) },
  })
}

type Owner = { personId: string; accountId: string; zone: string }

async function runsOf(tx: Tx, owner: Owner, movements: readonly Movement[]): Promise<SettledSavingsRun[]> {
  const { personId, accountId, zone } = owner
  const main = mainAccountId(personId)
  const runs: SettledSavingsRun[] = []
  let coveredTo: bigint | null = null
  for (const { id, amountCents, at } of await readMovesInto(tx, personId, accountId)) {
    const made = movements.find((movement) => movement.kind === 'move' && movement.at.getTime() === at.getTime())
    if (made?.kind !== 'move' || !made.rule) continue
    const { kind, dueOn } = made.rule
    const run = { kind, accountId, personId, dueOn, amountCents, at, transactionId: id, reason: null }
    if (kind === 'every') runs.push({ ...run, covers: null })
    else {
      const from: bigint = coveredTo ?? (await readPostingNumber(tx, main, endOfDay(addDays(dueOn, -1), zone)))
      const to = await readPostingNumber(tx, main, endOfDay(dueOn, zone))
      runs.push({ ...run, covers: { from, to } })
      coveredTo = to
    }
  }
  return runs
}
