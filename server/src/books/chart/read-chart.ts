import { GL_ACCOUNT_TYPES } from '#contract/books/gl-account-types.ts'
import type { GlAccount as Answer } from '#contract/books/gl-accounts.ts'
import { toAmount } from '#contract/money.ts'
import { handBookingRefusal, isClosable, readChart } from '../../ledger/chart.ts'
import { sumBookings } from '../../ledger/day-totals.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

/** All accounts with their balances, in one snapshot. Nothing is booked after today. */
export const listChart = (sql: Sql, today: string, zone: string): Promise<Answer[]> =>
  sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx) => {
    const netCents = new Map<string, bigint>()
    const add = (account: string, cents: bigint) => netCents.set(account, (netCents.get(account) ?? 0n) + cents)
    for (const { debit, credit, amountCents } of await sumBookings(tx, today, zone)) {
      add(debit, amountCents)
      add(credit, -amountCents)
    }
    return (await readChart(tx)).map((account): Answer => {
      const net = netCents.get(account.account) ?? 0n
      return {
        code: account.code,
        name: account.name,
        type: account.type,
        closed: account.closedAt !== null,
        builtIn: account.isBuiltIn,
        closable: isClosable(account),
        byHand: handBookingRefusal(account) === null,
        balance: toAmount(GL_ACCOUNT_TYPES[account.type].side === 'debit' ? net : -net),
      }
    })
  })

export async function readOfChart(sql: Sql, code: string, today: string, zone: string): Promise<Answer> {
  const account = (await listChart(sql, today, zone)).find((one) => one.code === code)
  if (!account) throw new Refusal('not_found')
  return account
}
