import { toAmount } from '#contract/money.ts'
import { CASE_LIST_LENGTH, type TransactionCase } from '#contract/payments/transaction-case.ts'
import { requireStaffUser } from '../../customers/person.ts'
import { readDecidedAlone } from '../../ledger/decided-alone.ts'
import type { Outcome } from '../../ledger/types.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { oneTransaction, partyOf, withSameReceipt } from './case-store.ts'
import { toAdminAnswer } from './list-transactions.ts'
import { type AdminTransactionRow, allTransactions } from './store.ts'

type CaseReader = { staffId: string; at: Date; fourEyesAboveCents: bigint | null }

export async function readTransactionCase(sql: Sql, id: string, reader: CaseReader): Promise<TransactionCase> {
  const { staffId } = reader
  const [row] = await oneTransaction(sql, id)
  if (!row) throw new Refusal('not_found')
  const [user, [party], earlier, sameReceipt] = await Promise.all([
    requireStaffUser(sql, row.owner_id),
    row.party_id ? partyOf(sql, row.party_id) : [],
    allTransactions(sql, earlierThan(row)),
    row.receipt_id ? withSameReceipt(sql, row.receipt_id, CASE_LIST_LENGTH) : [],
  ])
  const owners = [row.owner_id, ...(party ? [party.id] : [])]
  const decidedCents = await readDecidedAlone(sql, owners, reader)
  const decidedAloneOf = (ownerId: string) => toAmount(decidedCents(ownerId))
  return {
    transaction: toAdminAnswer(row, staffId),
    user,
    ...balancesAfter(row),
    decidedAlone: decidedAloneOf(row.owner_id),
    receiverName: (row.type === 'Transfer' && party?.full_name) || null,
    otherParty: party
      ? {
          _id: party.id,
          fullName: party.full_name,
          balance: toAmount(party.available),
          decidedAlone: decidedAloneOf(party.id),
        }
      : null,
    earlier: earlier.slice(0, CASE_LIST_LENGTH).map((one) => toAdminAnswer(one, staffId)),
    sameReceipt: sameReceipt.map((one) => toAdminAnswer(one, staffId)),
  }
}

/** What was known when it was decided; for a pending transaction, all decisions up to now. */
const earlierThan = ({ account_id, decided_at }: AdminTransactionRow) => ({
  accountIds: [account_id],
  decidedOnly: true,
  decidedBefore: decided_at ?? undefined,
  rows: CASE_LIST_LENGTH,
})

type CaseRow = Pick<AdminTransactionRow, 'status' | 'amount'> & { available: bigint }

/** A pending transfer's amount is held already: approving it does not change the available balance, declining releases it. */
function balancesAfter({ status, amount: amountCents, available: nowCents }: CaseRow) {
  const isPending = status === 'Pending'
  return {
    balanceIfApproved: toAmount(isPending && amountCents > 0n ? nowCents + amountCents : nowCents),
    balanceIfDeclined: toAmount(isPending && amountCents < 0n ? nowCents - amountCents : nowCents),
  }
}

/** An administrator with the opposite decision gets the earlier one: who decided, when, and how. And whose it is. */
export async function otherDecision(sql: Sql, id: string, outcome: Outcome) {
  if (outcome.ok || outcome.code !== 'already_decided') return undefined
  const [row] = await oneTransaction(sql, id)
  if (!row) return undefined
  const { status, reason, decidedBy, decidedAt } = toAdminAnswer(row, row.owner_id)
  return { personId: row.owner_id, current: { status, reason, decidedBy, decidedAt } }
}
