import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKeyScope } from '#contract/api-key-scopes.ts'
import type { Proposal } from '#contract/authority/proposals.ts'
import type { Endpoint, RequestOutput } from '#contract/endpoint.ts'
import type { Caller } from '../access/api-key.ts'
import type { Session } from '../access/session.ts'
import type { StaffContext } from '../ledger/audit-entry.ts'
import type { Actor, CommandContext, IdempotencyKey } from '../ledger/types.ts'

/** The caller can be an API key where the endpoint names a scope. The caller of a public endpoint may be signed in. */
type CallerOf<E extends Endpoint> = E['policy'] extends 'public'
  ? Session | null
  : E extends { keyScope: ApiKeyScope }
    ? Caller
    : Session

/** Input of a handler: the validated request, its session or API key, and its time. */
export type Call<E extends Endpoint = Endpoint> = RequestOutput<E> & {
  session: CallerOf<E>
  at: Date
  requestId: string
  idempotency: IdempotencyKey | null
  request: FastifyRequest
  reply: FastifyReply
}

export type Route = { endpoint: Endpoint; handle: (call: Call<Endpoint>) => Promise<unknown> }

/** Binds an endpoint of the contract to its handler. */
export function route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<unknown>): Route {
  return { endpoint, handle: handle as Route['handle'] }
}

/** What a handler returns when nothing is done before a second member of staff confirms: 202 with the proposal. */
export class Proposed {
  readonly proposal: Proposal
  constructor(proposal: Proposal) {
    this.proposal = proposal
  }
}

/** The context of a money command: actor, time and request id. */
export function commandContext({
  session,
  at,
  requestId,
  idempotency,
}: Pick<Call, 'at' | 'requestId' | 'idempotency'> & { session: Caller }): CommandContext {
  return { actor: actorOf(session), at, requestId, idempotency }
}

const actorOf = (caller: Caller): Actor =>
  caller.kind === 'session'
    ? { kind: 'session', personId: caller.personId, sessionHash: caller.tokenHash }
    : { kind: 'api_key', personId: caller.personId, keyId: caller.id, keyName: caller.name }

/** The context of an administrator's action that moves no money. */
export function staffContext({
  session,
  at,
  requestId,
}: Pick<Call, 'at' | 'requestId'> & { session: Caller }): StaffContext {
  const { kind, personId: actorId } = session
  return kind === 'api_key'
    ? { actorId, apiKey: { id: session.id, name: session.name }, at, requestId }
    : { actorId, at, requestId }
}
