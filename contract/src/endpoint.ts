import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/** Who may call: anyone, anyone with a session, or a session of an administrator. */
export type Policy = 'public' | 'signedIn' | 'admin'

/** Rate limits are per IP address (chat: per person); attempts at a secret are limited where the secret is checked. */
export type RateLimit = 'general' | 'register' | 'contact' | 'upload' | 'chat' | 'never'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`. */
  path: `/${string}`
  policy: Policy
  tag: string
  summary: string
  description?: string
  rateLimit?: RateLimit
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** For the OpenAPI document only: multipart bodies are read by the handler. */
  multipart?: boolean
  /** Called by open pages without user activity: does not extend an idle session. */
  passive?: boolean
  /** The ledger decides the outcome and checks the session itself. Takes an Idempotency-Key. */
  movesMoney?: boolean
  /** The success response. `null`: no content; `binary`, `events` and `text` are not JSON. */
  success: { status: 200 | 201 | 202 | 204; body: z.ZodType | null | 'binary' | 'events' | 'text'; headers?: string[] }
  /** Besides those that every endpoint of its policy has. */
  refusals?: readonly RefusalCode[]
}

/** Preserves the literal types, so that handlers and clients are typed by their endpoint. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** The parsed request, as a handler receives it. */
export type RequestOutput<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}
/** The request, as a client sends it. */
export type RequestInput<E extends Endpoint> = {
  params?: Sent<E['params']>
  query?: Sent<E['query']>
  body?: Sent<E['body']>
}
/** The response body, as a client receives it. */
export type ResponseBody<E extends Endpoint> = E['success']['body'] extends z.ZodType
  ? z.output<E['success']['body']>
  : undefined
