import type { SoftwareAuthenticator } from '../../server/test/authenticator.ts'
import { type Intent, isOk, type Operation } from '../history.ts'
import { type OperationRequest, RefusedError, type RetryingClient } from './retrying-client.ts'

/** How long a busy server may take to learn that it is back in its time. */
export const TRAVEL_SETTLE_MS = 5_000

type Transfer = {
  intent: Omit<Intent, 'kind'>
  toPayment: (operation: Operation) => object
  code: { code?: string }
}

/** A transfer approved by passkey. Some approvals are then sent again under another key, which must be refused. */
export async function sendPasskeyTransfer(
  client: RetryingClient,
  passkey: SoftwareAuthenticator,
  { intent, toPayment, code }: Transfer,
): Promise<Operation> {
  const sent: OperationRequest[] = []
  const operation = await client.perform({ kind: 'passkey transfer', ...intent }, async (begun) => {
    const request = await approvedRequest(client, passkey, begun, toPayment(begun), code)
    sent.push(request)
    return request
  })
  const [request] = sent
  const [authorisationId, ...renewed] = operation.authorisationIds
  // Of several authorisations only one is used: reusing another one would be allowed.
  if (request && isOk(operation) && authorisationId && renewed.length === 0 && client.random.chance(0.2))
    await reuseApproval(client, intent, authorisationId, request)
  return operation
}

async function reuseApproval(
  client: RetryingClient,
  { personId, cents }: Omit<Intent, 'kind'>,
  subjectId: string,
  { renew, ...request }: OperationRequest,
): Promise<void> {
  const { id, results } = await client.perform({ kind: 'reused approval', personId, cents, subjectId }, () => request)
  for (const { code } of results)
    if (code !== 'challenge_expired' && code !== 'account_frozen')
      client.context.history.report('approvals', `${id}: authorisation ${subjectId} was used, and then again: ${code}`)
}

async function approvedRequest(
  client: RetryingClient,
  passkey: SoftwareAuthenticator,
  operation: Operation,
  payment: object,
  code: { code?: string },
): Promise<OperationRequest> {
  const approve = async () => {
    const { authorisation: id, options } = await client.authorise(payment)
    client.context.history.authorised(operation, id)
    return { ...payment, ...code, authorisation: { id, response: passkey.sign(options) } }
  }
  let body = await approve()
  let renewal: Promise<object> | null = null
  return {
    method: 'POST',
    path: code.code ? '/transfer-code' : '/transfer',
    keyed: true,
    body,
    // An expired approval is no result: an earlier request may still be executed. A new approval under the same key decides.
    renew: (refusedBody, refusalCode) => {
      // The request to the other server has renewed it already.
      if (refusedBody !== body) return Promise.resolve(body)
      if (refusalCode !== 'challenge_expired') return null
      reportUnlessTravelled(client, operation)
      renewal ??= approveOnceUnfrozen(client, approve).then((next) => {
        body = next
        renewal = null
        return next
      })
      return renewal
    },
  }
}

/** An earlier request may have been executed before the freeze: a refusal to sign again is no result either. */
async function approveOnceUnfrozen<Body>(client: RetryingClient, approve: () => Promise<Body>): Promise<Body> {
  for (;;) {
    try {
      return await approve()
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      await client.think()
    }
  }
}

/** Retries end before an approval expires, so only a server in another time can expire it. */
function reportUnlessTravelled({ context }: RetryingClient, { id, startedAt, attempts }: Operation): void {
  if (startedAt > context.travelledAt() + TRAVEL_SETTLE_MS)
    context.history.report(
      'approvals',
      `${id}: refused as expired in attempt ${attempts}, though no server was in another time`,
    )
}
