import { Readable } from 'node:stream'
import { PAYMENT_FILE_FORMATS, paymentFileName } from '#contract/external-money/payment-file-formats.ts'
import {
  cancelPaymentRun as cancelEndpoint,
  createPaymentRun,
  listPaymentRuns,
  markPaymentRunSent,
  previewPaymentRun,
  type RunPayment,
  readPaymentFile,
  readPaymentRun,
} from '#contract/external-money/payment-runs.ts'
import { importPaymentStatus } from '#contract/external-money/payment-status-files.ts'
import { returnTransfer as returnEndpoint } from '#contract/external-money/returns.ts'
import type { AccessKind } from '#contract/office/access-kinds.ts'
import type { Caller } from '../../access/api-key.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { commandContext, type Route, route, staffContext } from '../../http/route.ts'
import { INERT } from '../../http/send-document.ts'
import { cancelPaymentRun, markRunSent, recordDownload } from '../../ledger/make-payment-run.ts'
import { answerOutcome } from '../../payments/transaction-response.ts'
import { limitConcurrency } from '../../platform/runtime/limit-concurrency.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { refusingUnreadable } from '../statement-import/open-statement.ts'
import { withStatement } from '../statement-import/receive-statement.ts'
import { createRun } from './create-run.ts'
import { importStatus } from './import-status.ts'
import { previewRun } from './preview-run.ts'
import { readRun } from './read-run.ts'
import { returnTransfer } from './return-transfer.ts'
import { toPaymentResponse, toRunResponse } from './run-response.ts'
import { type PaymentRow, type RunRow, readPayments, selectRuns } from './store.ts'

type RunDeps = Pick<Deps, 'sql' | 'ledger' | 'accessLog' | 'config'>

export const paymentRunRoutes = (deps: RunDeps): Route[] => [
  route(createPaymentRun, async (call) => {
    const { idempotency, reply } = call
    const made = await createRun(deps, { staff: staffContext(call), idempotency }, call.body ?? {})
    if (made.replayed) reply.header('idempotency-replayed', 'true')
    if (!made.ok) throw new Refusal(made.code)
    return made.run
  }),
  route(previewPaymentRun, async ({ body, at, session }) => {
    const { preview, ownerIds } = await previewRun(deps, at, body ?? {})
    await deps.accessLog.recordAll({ session, personIds: ownerIds, what: 'list.viewed' })
    return preview
  }),
  route(listPaymentRuns, async (call) => {
    const { limit, cursor } = call.query
    const rows = await selectRuns(deps.sql, { cursor, rows: limit + 1 })
    return pageOf(call, rows, limit, ({ id }) => ({ cursor: id })).map(toRunResponse)
  }),
  route(readPaymentRun, async ({ params, session }) => {
    const run = await readRun(deps.sql, params.id)
    const payments: RunPayment[] = []
    for await (const rows of recorded(deps, run, session, 'list.viewed')) payments.push(...rows.map(toPaymentResponse))
    return { ...toRunResponse(run), payments }
  }),
  route(readPaymentFile, async (call) => {
    const { params, query, session, reply } = call
    // Loaded here: its tables of letters take a megabyte, and few requests need them.
    const { writePaymentFile } = await import('./payment-file.ts')
    const run = await readRun(deps.sql, params.id)
    await recordDownload(deps.sql, staffContext(call), {
      id: run.id,
      number: Number(run.number),
      format: query.format,
    })
    reply.headers({
      'content-type': PAYMENT_FILE_FORMATS[query.format].mediaType,
      'content-disposition': `attachment; filename="${paymentFileName(Number(run.number), query.format)}"`,
      'content-security-policy': INERT,
      'cache-control': 'private, no-store',
    })
    const file = writePaymentFile(query.format, run, recorded(deps, run, session, 'transactions.exported'))
    return Readable.from(file, { objectMode: false, encoding: 'utf8' })
  }),
  route(markPaymentRunSent, async (call) => {
    const { id, number } = await readRun(deps.sql, call.params.id)
    await markRunSent(deps.sql, staffContext(call), { id, number: Number(number) })
    return toRunResponse(await readRun(deps.sql, id))
  }),
  route(cancelEndpoint, async (call) => {
    const { id, number } = await readRun(deps.sql, call.params.id)
    const isConfirmed = call.body?.confirm === true
    await cancelPaymentRun(deps.sql, staffContext(call), { id, number: Number(number), isConfirmed })
    return toRunResponse(await readRun(deps.sql, id))
  }),
  statusRoute(deps),
  route(returnEndpoint, async (call) =>
    answerOutcome(call, await returnTransfer(deps.ledger, call.body, commandContext(call))),
  ),
]

/** Reading a file keeps a processor busy. */
const MAX_RUNNING = 2
const MAX_QUEUED = 20

function statusRoute(deps: RunDeps): Route {
  const runLimited = limitConcurrency(MAX_RUNNING, MAX_QUEUED)
  return route(importPaymentStatus, (call) =>
    withStatement(call.request, (received) => {
      const lane = { lane: call.session.personId }
      return runLimited(
        () =>
          refusingUnreadable(() =>
            importStatus(deps, received, { session: call.session, context: commandContext(call) }),
          ),
        lane,
      )
    }),
  )
}

/** Each page of payments is in the access log of its customers before the reader gets it. */
async function* recorded({ sql, accessLog }: RunDeps, run: RunRow, session: Caller, what: AccessKind) {
  for await (const rows of readPayments(sql, run)) {
    await accessLog.recordAll({ session, personIds: ownersOf(rows), what })
    yield rows
  }
}

const ownersOf = (rows: readonly PaymentRow[]) => rows.flatMap(({ owner_id }) => owner_id ?? [])
