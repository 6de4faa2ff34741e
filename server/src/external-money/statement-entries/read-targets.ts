import type { EntryMatch } from '#contract/external-money/bank-statements.ts'
import type { MatchReason } from '#contract/external-money/match-reasons.ts'
import { toAmount } from '#contract/money.ts'
import { referenceOf } from '#contract/payments/reference.ts'
import type { Reader } from '../../platform/db/connection.ts'

/** What matching found, as an entry keeps it. */
export type StoredMatch = {
  transactionId?: string | null
  userId?: string | null
  returnOf?: string | null
  score: number | null
  reasons: MatchReason[]
}

type Transaction = {
  id: string
  owner_id: string
  amount: bigint
  status: NonNullable<EntryMatch['status']>
  reference: string
}

export type Targets = { transactions: Map<string, Transaction>; names: Map<string, string> }

export async function readTargets(sql: Reader, matches: readonly StoredMatch[]): Promise<Targets> {
  const ids = [...new Set(matches.flatMap(({ transactionId }) => transactionId ?? []))]
  const transactions =
    ids.length === 0
      ? []
      : await sql<Transaction[]>`
          select t.id, a.owner_id, t.amount, t.status, t.reference
          from transactions t join accounts a on a.id = t.account_id where t.id = any(${ids}::uuid[])`
  const people = [
    ...new Set([...matches.flatMap(({ userId }) => userId ?? []), ...transactions.map(({ owner_id }) => owner_id)]),
  ]
  const names =
    people.length === 0
      ? []
      : await sql<{ id: string; full_name: string }[]>`
          select id, full_name from people where id = any(${people}::uuid[])`
  return {
    transactions: new Map(transactions.map((row) => [row.id, row])),
    names: new Map(names.map((row) => [row.id, row.full_name])),
  }
}

/** Null for a transaction that was declined since. */
export function toMatch(stored: StoredMatch, { transactions, names }: Targets): EntryMatch | null {
  const { transactionId = null, returnOf = null, score, reasons } = stored
  const transaction = transactionId ? transactions.get(transactionId) : undefined
  if (transaction?.status === 'Declined') return null
  const userId = transaction?.owner_id ?? stored.userId ?? null
  return {
    transactionId,
    returnOf,
    user: userId ? { _id: userId, fullName: names.get(userId) ?? '' } : null,
    reference: transaction?.reference ?? (returnOf ? referenceOf(returnOf) : null),
    amount: transaction ? toAmount(transaction.amount) : null,
    status: transaction?.status ?? null,
    score,
    reasons,
  }
}
