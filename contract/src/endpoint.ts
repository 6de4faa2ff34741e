import type { z } from 'zod'
import type { ApiKeyScope } from './api-key-scopes.ts'
import type { Permission } from './permissions.ts'
import type { RefusalCode } from './refusals.ts'

/** Who may call: anyone, anyone with a session, or staff with a permission. */
export type Policy = 'public' | 'signedIn' | Permission

/** Rate limits are per IP address (chat: per person); attempts at a secret are limited where the secret is checked. */
export type RateLimit = 'general' | 'register' | 'contact' | 'upload' | 'chat' | 'verify' | 'never'

/**
 * Whether a call is sensitive, and so refused unless the session is fresh. A function decides by the body, where only some
 * changes are sensitive.
 */
export type Freshness = boolean | ((body: never) => boolean)

/** Every call that changes something for a signed-in person says whether it needs a fresh session. */
type Access =
  | { method: 'GET'; policy: Policy; fresh?: Freshness }
  | { method: ChangingMethod; policy: 'public'; fresh?: never }
  | { method: ChangingMethod; policy: Exclude<Policy, 'public'>; fresh: Freshness }
type ChangingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Bodies of responses that are not JSON. `binary` is an upload: an image or a PDF. */
export type RawBody = 'binary' | 'csv' | 'events' | 'pdf' | 'text' | 'xml'

export type Endpoint = Access & {
  /** Below `/api`. */
  path: `/${string}`
  tag: string
  summary: string
  description?: string
  rateLimit?: RateLimit
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** A valid request. It names things by `EXAMPLES`, in whose place tests put things of their bank. */
  example?: { params?: Texts; query?: Texts; body?: unknown }
  /** For the OpenAPI document only: multipart bodies are read by the handler. */
  multipart?: true | { file: string; fields: readonly string[] }
  /** Called by open pages without user activity: does not extend an idle session. */
  passive?: boolean
  /** The ledger decides the outcome and checks the session itself. Takes an Idempotency-Key. */
  movesMoney?: boolean
  /** Takes an Idempotency-Key too, although it moves no money. */
  takesKey?: true
  /** About an account: refused to staff who have none. Calls with the tag Money that change something always are. */
  needsAccount?: true
  /** A Closed person may call it too, although it changes something. */
  allowsClosed?: true
  /** Fields of the body that prove who is asking. They are no part of what an Idempotency-Key stands for. */
  credentials?: readonly string[]
  /** Answers under `/api` only, not at the bare path. */
  apiOnly?: boolean
  /**
   * What JSON Schema can't state, by field: rules that depend on the time, on stored data or on another field. A request that
   * fits its schema is refused as `invalid` for these only.
   */
  rules?: Readonly<Record<string, string>>
  /** The scope that opens the call to API keys, beside the policy. Absent: no key can make it. */
  keyScope?: ApiKeyScope
  /** The body of a call by API key, where it differs. */
  keyBody?: z.ZodType
  /** Permissions besides the policy, where they depend on the body. */
  alsoNeeds?: (body: never) => readonly Permission[]
  /** The success response. `null`: no content; a word: not JSON. */
  success: {
    status: 200 | 201 | 202 | 204
    body: z.ZodType | null | RawBody
    headers?: string[]
    /** Media types that the request may choose in place of JSON. */
    files?: readonly string[]
  }
  /** Answered with 202 in place of success, where a second member of staff has to confirm. */
  proposal?: z.ZodType
  /** Besides those that every endpoint of its policy has. */
  refusals?: readonly RefusalCode[]
}

export const takesIdempotencyKey = ({ movesMoney, takesKey }: Endpoint): boolean =>
  movesMoney === true || takesKey === true

/**
 * Whether a Closed person is refused: they read, and change only what an endpoint allows them. Where money moves the ledger
 * refuses under lock, so that a repeated request gets its first response; staff lose their permissions when they are closed.
 */
export const isBarredToClosed = ({ method, policy, movesMoney, allowsClosed }: Endpoint): boolean =>
  policy === 'signedIn' && method !== 'GET' && !movesMoney && !allowsClosed

/** Whether staff who are no customers are refused: they have no account, and so nothing to send, receive, prove or limit. */
export const isBarredWithoutAccount = ({ method, policy, tag, needsAccount }: Endpoint): boolean =>
  policy === 'signedIn' && (needsAccount === true || (tag === 'Money' && method !== 'GET'))

/**
 * Preserves the literal types, so that handlers and clients are typed by their endpoint. What needs parameters or a body
 * shows them in an example.
 */
export function endpoint<const E extends Endpoint>(definition: E & NeededExample<E>): E {
  return definition
}

type Texts = Readonly<Record<string, string>>

/** Parameters and a body, and the query where the call needs one. */
type NeededExample<E extends Endpoint> = unknown extends NeededParts<E> ? unknown : { example: NeededParts<E> }
type NeededParts<E extends Endpoint> = (E extends { params: infer Params extends z.ZodType }
  ? { params: Shown<z.input<Params>> }
  : unknown) &
  (E extends { query: infer Query extends z.ZodType }
    ? Partial<z.input<Query>> extends z.input<Query>
      ? unknown
      : { query: Shown<z.input<Query>> }
    : unknown) &
  (E extends { body: infer Body extends z.ZodType } ? { body: Shown<z.input<Body>> } : unknown)
/** The `const` of the type parameter makes lists read-only. */
type Shown<T> = T extends object ? { readonly [Key in keyof T]: Shown<T[Key]> } : T

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
export type ResponseBody<E extends Endpoint> =
  | (E['success']['body'] extends z.ZodType ? z.output<E['success']['body']> : undefined)
  | (E['proposal'] extends z.ZodType ? z.output<E['proposal']> : never)
