import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/** Who may call: anyone, anyone with a session, or a session of an administrator. */
export type Policy = 'public' | 'signedIn' | 'admin'

/** Flood limits are per address (chat: per person); limits that guard a secret live with the secret. */
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
  /** Multipart bodies are read by the handler; this is only what the description says of them. */
  multipart?: boolean
  /** Called by a page that is merely open: it does not keep an idle session alive. */
  passive?: boolean
  /** Its answer is what the ledger decided, which looks at the session by itself. Takes an Idempotency-Key. */
  movesMoney?: boolean
  /** The one success. `null` is an empty answer, `binary` and `events` and `text` are what they say. */
  success: { status: 200 | 201 | 202 | 204; body: z.ZodType | null | 'binary' | 'events' | 'text'; headers?: string[] }
  /** Beyond the ones every call of its policy can give. */
  refusals?: readonly RefusalCode[]
}

/** Keeps the literal types, so that handlers and clients are typed by their endpoint. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives. */
export type RequestOutput<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}
/** What a client sends. */
export type RequestInput<E extends Endpoint> = {
  params?: Sent<E['params']>
  query?: Sent<E['query']>
  body?: Sent<E['body']>
}
/** What a client gets back. */
export type ResponseBody<E extends Endpoint> = E['success']['body'] extends z.ZodType
  ? z.output<E['success']['body']>
  : undefined
