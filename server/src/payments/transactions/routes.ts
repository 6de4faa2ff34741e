import { dayOf } from '#contract/bank-day.ts'
import { toRankCursor } from '#contract/paging.ts'
import { labelTransaction as label, readTransaction } from '#contract/payments/labels.ts'
import { readCase } from '#contract/payments/transaction-case.ts'
import { exportTransactions, readTotals } from '#contract/payments/transaction-export.ts'
import type { TransactionSort } from '#contract/payments/transaction-filters.ts'
import { approve, decline, listAllTransactions, listTransactions } from '#contract/payments/transactions.ts'
import type { Caller } from '../../access/api-key.ts'
import { isFresh } from '../../access/freshness.ts'
import { readLocale } from '../../customers/read-locale.ts'
import type { Deps } from '../../http/deps.ts'
import { linkNext, pageOf } from '../../http/paging.ts'
import { type Call, commandContext, type Route, route, staffContext } from '../../http/route.ts'
import type { TransactionRow } from '../../ledger/rows.ts'
import type { Outcome } from '../../ledger/types.ts'
import { textsIn } from '../../platform/texts/texts.ts'
import { answerOutcome } from '../transaction-response.ts'
import { approveTransaction } from './approve-transaction.ts'
import { declineTransaction } from './decline-transaction.ts'
import { recordExport, streamExport } from './export-transactions.ts'
import {
  readAllTransactions,
  readOwnTransactions,
  sortOf,
  type TransactionReader,
  toAdminAnswer,
  toStaffFilter,
} from './list-transactions.ts'
import { labelTransaction, readOwnTransaction, toOwnAnswer } from './own-transactions.ts'
import { otherDecision, readTransactionCase } from './read-case.ts'
import { readDoubt } from './read-doubt.ts'
import { readTotalled, readTotals as readTransactionTotals } from './read-totals.ts'
import { rankOf } from './store.ts'

const cursorOf = (sort?: TransactionSort) => (last: TransactionRow) => ({ cursor: toRankCursor(rankOf(last, sort)) })

type DecisionDeps = Pick<Deps, 'sql' | 'accessLog'>
type DecisionCall = Pick<Call, 'reply' | 'at'> & { session: Caller; body: { transactionId: string } }

/** A call that decides nothing, because the transaction is decided already, still shows it. A decision is in the audit log. */
async function answerDecision({ sql, accessLog }: DecisionDeps, call: DecisionCall, outcome: Outcome) {
  const { session, at, body } = call
  const earlier =
    (await otherDecision(sql, body.transactionId, outcome)) ?? (await readDoubt(sql, body.transactionId, outcome))
  const shown = outcome.ok ? outcome.transaction : null
  const isDecidedNow = shown?.decidedBy === session.personId && shown.decidedAt?.getTime() === at.getTime()
  const personId = shown?.ownerId ?? earlier?.personId
  if (personId && !isDecidedNow) await accessLog.record({ session, personId, what: 'transactions.viewed' })
  return answerOutcome(call, outcome, earlier?.current)
}

type ReadCall = Pick<Call, 'at'> & { session: Caller }

const readerOf = ({ session, at }: ReadCall, zone: string): TransactionReader => ({
  readerId: session.personId,
  at,
  zone,
})

type TransactionDeps = Pick<Deps, 'sql' | 'ledger' | 'accessLog' | 'config'>

export const transactionRoutes = ({ sql, ledger, accessLog, config }: TransactionDeps): Route[] => [
  route(listTransactions, async (call) => {
    const { rows, continuesAfter } = await readOwnTransactions(sql, call.session.personId, call.query, ledger.zone)
    if (continuesAfter) linkNext(call, cursorOf()(continuesAfter))
    return pageOf(call, rows, call.query.limit, cursorOf()).map(toOwnAnswer)
  }),
  route(readTransaction, ({ session, params }) => readOwnTransaction(sql, session.personId, params.id)),
  route(label, ({ session, params, body, at }) =>
    labelTransaction(sql, { personId: session.personId, transactionId: params.id, at }, body),
  ),
  route(listAllTransactions, async (call) => {
    const { session, query } = call
    const rows = await readAllTransactions(sql, query, readerOf(call, ledger.zone))
    const page = pageOf(call, rows, query.limit, cursorOf(sortOf(query)))
    const shown = query.userId ? [query.userId] : page.map(({ owner_id }) => owner_id)
    const what = query.userId ? 'transactions.viewed' : 'list.viewed'
    await accessLog.recordAll({ session, personIds: shown, what })
    return page.map((row) => toAdminAnswer(row, session.personId))
  }),
  route(readTotals, async (call) => {
    const { query, session } = call
    const filter = await toStaffFilter(sql, query, readerOf(call, ledger.zone))
    if (query.userId) await accessLog.record({ session, personId: query.userId, what: 'transactions.viewed' })
    else await accessLog.recordAll({ session, personIds: await readTotalled(sql, filter), what: 'list.viewed' })
    return readTransactionTotals(sql, filter)
  }),
  route(exportTransactions, async (call) => {
    const { session, query, reply } = call
    const filter = await toStaffFilter(sql, query, readerOf(call, ledger.zone))
    await recordExport(sql, staffContext(call), query, filter)
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="transactions-${dayOf(call.at, ledger.zone)}.csv"`)
    const texts = textsIn(await readLocale({ sql, config }, session.personId))
    const onRead = (personIds: string[]) => accessLog.recordAll({ session, personIds, what: 'transactions.exported' })
    return streamExport(sql, filter, { texts, readerId: session.personId, onRead })
  }),
  route(readCase, async ({ params, session, at }) => {
    const reader = { staffId: session.personId, at, fourEyesAboveCents: config.fourEyesAboveCents }
    const found = await readTransactionCase(sql, params.id, reader)
    const shown = [found.transaction, ...found.sameReceipt].map(({ user }) => user._id)
    const parties = found.otherParty ? [found.otherParty._id] : []
    await accessLog.recordAll({ session, personIds: [...shown, ...parties], what: 'transactions.viewed' })
    return found
  }),
  route(approve, async (call) => {
    const { transactionId, confirm = false } = call.body
    const fresh = call.session.kind === 'session' && isFresh(call.session, call.at)
    const outcome = await approveTransaction(ledger, { transactionId, fresh, confirm }, commandContext(call))
    return answerDecision({ sql, accessLog }, call, outcome)
  }),
  route(decline, async (call) => {
    const { transactionId, reason = '' } = call.body
    const outcome = await declineTransaction(ledger, { transactionId, reason }, commandContext(call))
    return answerDecision({ sql, accessLog }, call, outcome)
  }),
]
