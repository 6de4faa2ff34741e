import { roundUpUnitCents } from '#contract/payments/round-up.ts'
import { column } from '../platform/db/arrays.ts'
import type { Tx } from '../platform/db/connection.ts'

/** What a rule had to move on a day. */
export type SavingsRun = {
  kind: 'round_up' | 'every'
  accountId: string
  personId: string
  dueOn: string
  amountCents: bigint
  /** Of a round-up: the postings of the main account by number, the first one excluded. */
  covers: { from: bigint; to: bigint } | null
}

/** `reason`: why nothing was moved. */
export type SettledSavingsRun = SavingsRun & { at: Date; transactionId: string | null; reason: string | null }

/** The keys refuse a second run of a day. */
export const insertSavingsRuns = (tx: Tx, runs: readonly SettledSavingsRun[]) => tx`
  insert into savings_runs (account_id, kind, due_on, person_id, amount, from_number, to_number, unit, transaction_id, reason, at)
  select * from unnest(
    ${column(runs, (run) => run.accountId)}::uuid[], ${column(runs, (run) => run.kind)}::text[],
    ${column(runs, (run) => run.dueOn)}::date[], ${column(runs, (run) => run.personId)}::uuid[],
    ${column(runs, (run) => run.amountCents)}::bigint[], ${column(runs, ({ covers }) => covers?.from ?? null)}::bigint[],
    ${column(runs, ({ covers }) => covers?.to ?? null)}::bigint[],
    ${column(runs, ({ covers }) => (covers ? roundUpUnitCents() : null))}::bigint[],
    ${column(runs, (run) => run.transactionId)}::uuid[], ${column(runs, (run) => run.reason)}::text[],
    ${column(runs, (run) => run.at)}::timestamptz[])`

type MoveRow = { id: string; amountCents: bigint; at: Date }

/** Moves from the main account into a savings account, oldest first. */
export const readMovesInto = (tx: Tx, personId: string, accountId: string) => tx<MoveRow[]>`
  select id, -amount as "amountCents", value_at as at from transactions
  where account_id = ${personId} and party_id = ${accountId} and method = 'move' and amount < 0 order by value_at`

/** The number of the last posting that was booked before this time; 0 without one. */
export async function readPostingNumber(tx: Tx, accountId: string, before: Date): Promise<bigint> {
  const [row] = await tx<{ number: bigint }[]>`
    select coalesce(max(number), 0) as number from postings where account_id = ${accountId} and booked_at < ${before}`
  return row?.number ?? 0n
}
