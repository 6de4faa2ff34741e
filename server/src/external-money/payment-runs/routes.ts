import { Readable } from 'node:stream'
import { PAYMENT_FILE_FORMATS, paymentFileName } from '#contract/external-money/payment-file-formats.ts'
import {
  createPaymentRun,
  listPaymentRuns,
  markPaymentRunSent,
  type RunPayment,
  readPaymentFile,
  readPaymentRun,
  returnTransfer as returnEndpoint,
} from '#contract/external-money/payment-runs.ts'
import type { AccessKind } from '#contract/office/access-kinds.ts'
import type { Caller } from '../../access/api-key.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { commandContext, type Route, route, staffContext } from '../../http/route.ts'
import { INERT } from '../../http/send-document.ts'
import { auditEntry } from '../../ledger/audit-entry.ts'
import { markRunSent } from '../../ledger/make-payment-run.ts'
import { record } from '../../ledger/record.ts'
import { answerOutcome } from '../../payments/transaction-response.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { createRun } from './create-run.ts'
import { readRun } from './read-run.ts'
import { returnTransfer } from './return-transfer.ts'
import { toPaymentResponse, toRunResponse } from './run-response.ts'
import { type PaymentRow, readPayments, selectRuns } from './store.ts'

type RunDeps = Pick<Deps, 'sql' | 'ledger' | 'accessLog' | 'config'>

export const paymentRunRoutes = (deps: RunDeps): Route[] => [
  route(createPaymentRun, async (call) => {
    const { idempotency, reply } = call
    const made = await createRun(deps, { staff: staffContext(call), idempotency }, call.body ?? {})
    if (made.replayed) reply.header('idempotency-replayed', 'true')
    if (!made.ok) throw new Refusal(made.code)
    return made.run
  }),
  route(listPaymentRuns, async (call) => {
    const { limit, cursor } = call.query
    const rows = await selectRuns(deps.sql, { cursor, rows: limit + 1 })
    return pageOf(call, rows, limit, ({ id }) => ({ cursor: id })).map(toRunResponse)
  }),
  route(readPaymentRun, async ({ params, session }) => {
    const run = await readRun(deps.sql, params.id)
    const payments: RunPayment[] = []
    for await (const rows of recorded(deps, params.id, session, 'list.viewed'))
      payments.push(...rows.map(toPaymentResponse))
    return { ...toRunResponse(run), payments }
  }),
  route(readPaymentFile, async (call) => {
    const { params, query, session, reply } = call
    // Loaded here: its tables of letters take a megabyte, and few requests need them.
    const { writePaymentFile } = await import('./payment-file.ts')
    const run = await readRun(deps.sql, params.id)
    const after = { runId: run.id, number: Number(run.number), format: query.format }
    const entry = auditEntry(staffContext(call), {
      subjectId: null,
      action: 'payment_run.downloaded',
      before: {},
      after,
    })
    await deps.sql.begin((tx) => record(tx, { auditEntries: [entry] }))
    reply.headers({
      'content-type': PAYMENT_FILE_FORMATS[query.format].mediaType,
      'content-disposition': `attachment; filename="${paymentFileName(Number(run.number), query.format)}"`,
      'content-security-policy': INERT,
      'cache-control': 'private, no-store',
    })
    const file = writePaymentFile(query.format, run, recorded(deps, run.id, session, 'transactions.exported'))
    return Readable.from(file, { objectMode: false, encoding: 'utf8' })
  }),
  route(markPaymentRunSent, async (call) => {
    const { id, number } = await readRun(deps.sql, call.params.id)
    await markRunSent(deps.sql, staffContext(call), { id, number: Number(number) })
    return toRunResponse(await readRun(deps.sql, id))
  }),
  route(returnEndpoint, async (call) =>
    answerOutcome(call, await returnTransfer(deps.ledger, call.body, commandContext(call))),
  ),
]

/** Each page of payments is in the access log of its customers before the reader gets it. */
async function* recorded({ sql, accessLog }: RunDeps, runId: string, session: Caller, what: AccessKind) {
  for await (const rows of readPayments(sql, runId)) {
    await accessLog.recordAll({ session, personIds: ownersOf(rows), what })
    yield rows
  }
}

const ownersOf = (rows: readonly PaymentRow[]) => rows.flatMap(({ owner_id }) => owner_id ?? [])
