import { type Position, toPositionCursor } from '#contract/paging.ts'
import { readCase } from '#contract/transaction-case.ts'
import { approve, decline, listAllTransactions, listTransactions } from '#contract/transactions.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { answerOutcome } from '../../http/transaction-response.ts'
import type { TransactionRow } from '../../ledger/rows.ts'
import { isFresh } from '../../sessions/freshness.ts'
import { approveTransaction } from './approve-transaction.ts'
import { declineTransaction } from './decline-transaction.ts'
import { readAllTransactions, readOwnTransactions, toAdminAnswer, toOwnAnswer } from './list-transactions.ts'
import { otherDecision, readTransactionCase } from './read-case.ts'

const positionOf = (row: TransactionRow): Position => ({ at: row.value_at, id: row.id })
const cursorOf = (last: TransactionRow) => ({ cursor: toPositionCursor(positionOf(last)) })

export const transactionRoutes = ({ sql, ledger, accessLog }: Pick<Deps, 'sql' | 'ledger' | 'accessLog'>): Route[] => [
  route(listTransactions, async (call) => {
    const rows = await readOwnTransactions(sql, call.session.personId, call.query, ledger.zone)
    return pageOf(call, rows, call.query.limit, cursorOf).map(toOwnAnswer)
  }),
  route(listAllTransactions, async (call) => {
    const { session, query } = call
    const page = pageOf(call, await readAllTransactions(sql, query, ledger.zone), query.limit, cursorOf)
    const shown = query.userId ? [query.userId] : page.map(({ account_id }) => account_id)
    const what = query.userId ? 'transactions.viewed' : 'list.viewed'
    await accessLog.recordAll({ session, personIds: shown, what })
    return page.map(toAdminAnswer)
  }),
  route(readCase, async ({ params, session }) => {
    const found = await readTransactionCase(sql, params.id)
    const shown = [found.transaction, ...found.sameReceipt].map(({ user }) => user._id)
    await accessLog.recordAll({ session, personIds: shown, what: 'transactions.viewed' })
    return found
  }),
  route(approve, async (call) => {
    const { transactionId } = call.body
    const fresh = isFresh(call.session, call.at)
    const outcome = await approveTransaction(ledger, { transactionId, fresh }, commandContext(call))
    return answerOutcome(call, outcome, await otherDecision(sql, transactionId, outcome))
  }),
  route(decline, async (call) => {
    const { transactionId, reason = '' } = call.body
    const outcome = await declineTransaction(ledger, { transactionId, reason }, commandContext(call))
    return answerOutcome(call, outcome, await otherDecision(sql, transactionId, outcome))
  }),
]
