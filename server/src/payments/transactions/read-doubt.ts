import { type MatchReason, matchScore } from '#contract/external-money/match-reasons.ts'
import type { Outcome } from '../../ledger/types.ts'
import { readDoubts } from '../../ledger/uncleared-deposits.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { toDepositAnswer } from '../deposit-answer.ts'
import { oneTransaction } from './case-store.ts'

/** What a deposit may be that was not approved because of a doubt. And whose it is. */
export async function readDoubt(sql: Sql, id: string, outcome: Outcome) {
  if (outcome.ok || outcome.code !== 'confirmation_needed') return undefined
  const [[row], doubts] = await Promise.all([oneTransaction(sql, id), readDoubts(sql, [id])])
  if (!row) return undefined
  const deposits = (doubts.get(id) ?? []).filter(({ status }) => row.receipt_id === null || status === 'Completed')
  const hasAmount = deposits.some(({ amountCents }) => amountCents === row.amount)
  const reasons: MatchReason[] = [hasAmount ? 'amount_ok' : 'amount_differs', 'other_deposit']
  return {
    personId: row.owner_id,
    current: { score: matchScore(reasons), reasons, deposits: deposits.map(toDepositAnswer) },
  }
}
