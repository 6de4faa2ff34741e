import { toAmount } from '#contract/money.ts'
import {
  cancelPayRequest,
  createPayRequest,
  listPayRequests,
  type OwnPayRequest,
  type PayRequest,
  readPayRequest,
} from '#contract/payments/pay-requests.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import type { RotatingKey } from '../../platform/crypto/rotating-key.ts'
import { cancelRequest } from './cancel-request.ts'
import { makeRequest } from './make-request.ts'
import { encodePayRequest } from './pay-code.ts'
import { readRequest } from './read-request.ts'
import { type OwnRequestRow, selectOwnRequests } from './store.ts'

type PayDeps = Pick<Deps, 'sql' | 'keys' | 'config'>

export const payRequestRoutes = ({ sql, keys, config }: PayDeps): Route[] => [
  route(createPayRequest, async ({ session: { personId }, body, at, idempotency, reply }) => {
    const { result: id, replayed } = await makeRequest(sql, { personId, at, idempotency }, body)
    if (replayed) reply.header('idempotency-replayed', 'true')
    return { _id: id, code: encodePayRequest(keys.payRequests, id) }
  }),
  route(listPayRequests, async (call) => {
    const { limit, cursor } = call.query
    const rows = await selectOwnRequests(sql, call.session.personId, { cursor, rows: limit + 1 })
    const page = pageOf(call, rows, limit, ({ id }) => ({ cursor: id }))
    return page.map((row) => toOwnRequest(keys.payRequests, row))
  }),
  route(cancelPayRequest, ({ session, params }) => cancelRequest(sql, session.personId, params.code)),
  route(readPayRequest, async ({ session, params }): Promise<PayRequest> => {
    const { holder, number, ownerId, amountCents, reference, status, isPending, expiresAt } = await readRequest(
      sql,
      keys.payRequests,
      params.code,
    )
    return {
      accountName: holder,
      ...(session ? { accountNumber: number } : {}),
      bankName: config.institution.name,
      amount: amountCents === null ? null : toAmount(amountCents),
      reference,
      status,
      pending: isPending,
      expiresAt: expiresAt?.toISOString() ?? null,
      own: ownerId === session?.personId,
    }
  }),
]

const toOwnRequest = (key: RotatingKey, row: OwnRequestRow): OwnPayRequest => ({
  _id: row.id,
  code: encodePayRequest(key, row.id),
  amount: row.amount === null ? null : toAmount(row.amount),
  reference: row.reference,
  status: row.status,
  pending: row.is_pending,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  ...(row.received_id ? { transactionId: row.received_id, paidBy: row.paid_by ?? '' } : {}),
})
