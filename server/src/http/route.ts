import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, RequestOutput } from '#contract/endpoint.ts'
import type { Proposal } from '#contract/proposals.ts'
import type { StaffContext } from '../ledger/audit-entry.ts'
import type { CommandContext, IdempotencyKey } from '../ledger/types.ts'
import type { Session } from '../sessions/session.ts'

type SessionOf<E extends Endpoint> = E['policy'] extends 'public' ? null : Session

/** Input of a handler: the validated request, its session and its time. */
export type Call<E extends Endpoint = Endpoint> = RequestOutput<E> & {
  session: SessionOf<E>
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
export function commandContext({ session, at, requestId, idempotency }: Call & { session: Session }): CommandContext {
  return {
    actor: { kind: 'session', personId: session.personId, sessionHash: session.tokenHash },
    at,
    requestId,
    idempotency,
  }
}

/** The context of an administrator's action that moves no money. */
export function staffContext({
  session,
  at,
  requestId,
}: Pick<Call, 'at' | 'requestId'> & { session: Session }): StaffContext {
  return { actorId: session.personId, at, requestId }
}
