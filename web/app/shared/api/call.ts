import type { Endpoint, RequestInput, ResponseBody } from '#contract/endpoint.ts'
import { PASSIVE_HEADER } from '#contract/notifications/presence.ts'
import { ApiError, isSignedOut, offlineError } from './api-error.ts'
import { markTokenRejected, readToken } from './auth-token.ts'
import { confirmationCancelled, needsConfirmation, requestConfirmation } from './confirmation.ts'
import { focusedElement, returnFocus } from './return-focus.ts'
import { isUserActive } from './user-activity.ts'

/** Long enough for a slow connection; after that the user should be able to try again. */
export const TIMEOUT_MS = 20_000

type CallOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  timeoutMs?: number
  /** It replaces the stored one. */
  token?: string
}
/** A body or parameters that the endpoint declares are required; others are an error. */
type Request<E extends Endpoint> = CallOptions &
  (E['body'] extends object ? Required<Pick<RequestInput<E>, 'body'>> : { body?: undefined }) &
  (E['params'] extends object ? Required<Pick<RequestInput<E>, 'params'>> : { params?: undefined }) &
  Pick<RequestInput<E>, 'query'>
export type Arguments<E extends Endpoint> = object extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

/**
 * `await call<typeof login>('POST', '/auths/login', { body })`: method, path, body and response are checked against the
 * contract. Only types come from there, because the schemas would bring the whole validator into the public pages.
 * Shows nothing itself: the caller decides how to present an error.
 */
export function call<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...request: Arguments<E>
): Promise<ResponseBody<E>> {
  return send(
    method,
    path,
    request[0] as LooseRequest,
    async (response) => (await readJson(response)) as ResponseBody<E>,
  )
}

export type Page<List> = {
  items: List
  /** The cursor of the next page, for lists that have one. */
  next: string | null
  hasNext: boolean
  /** The number of items on all pages, where the server sends it. */
  total: number | null
}

/** One page of a list, with the cursor of the next one. */
export function callPage<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...[request]: Arguments<E>
): Promise<Page<ResponseBody<E>>> {
  return send(method, path, request as LooseRequest, async (response) => {
    const link = response.headers.get('link')
    const total = response.headers.get('x-total-count')
    return {
      items: (await readJson(response)) as ResponseBody<E>,
      next: nextCursor(link),
      hasNext: link !== null,
      total: total === null ? null : Number(total),
    }
  })
}

/** The bytes of an upload or an export. They need the token, so a plain `src` or link can't load them. */
export const callFile = (url: string, { method = 'GET', ...options }: FileOptions = {}): Promise<Blob> =>
  send(method, url.replace(/^\/api/, ''), options, (response) => response.blob())

type FileOptions = Pick<CallOptions, 'signal' | 'timeoutMs'> & { method?: 'GET' | 'POST' }

type LooseRequest = CallOptions & {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

type Read<T> = (response: Response) => Promise<T>

/** A sensitive call from an old session is repeated once the user has confirmed; nothing that was typed is lost. */
async function send<T>(method: string, path: string, request: LooseRequest | undefined, read: Read<T>): Promise<T> {
  const focused = focusedElement()
  try {
    return await sendOnce(method, path, request, read)
  } catch (error) {
    if (!needsConfirmation(error)) throw error
  }
  if (!(await requestConfirmation())) {
    returnFocus(focused, { onlyIfLost: false })
    throw confirmationCancelled()
  }
  // A call that succeeds may open something else, which then has the focus.
  return sendOnce(method, path, request, read).finally(() => returnFocus(focused, { onlyIfLost: true }))
}

async function sendOnce<T>(
  method: string,
  path: string,
  { params, query, body, signal, idempotencyKey, timeoutMs = TIMEOUT_MS, ...given }: LooseRequest = {},
  read: Read<T>,
): Promise<T> {
  if (method !== 'GET' && !navigator.onLine) throw offlineError()
  const token = given.token ?? readToken()
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (!isUserActive()) headers.set(PASSIVE_HEADER, '1')
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)

  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    const response = await fetch(buildUrl(path, params, query), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    })
    if (response.ok) return await read(response)
    throw apiError(response.status, await readJson(response), token)
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error
    throw new ApiError(0, null, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Creates the error of every failed request, so that an ended session is always noticed. */
export function apiError(status: number, body: unknown, token: string | null): ApiError {
  const error = new ApiError(status, body)
  if (token && isSignedOut(error)) markTokenRejected(token)
  return error
}

async function readJson(response: Response): Promise<unknown> {
  return parseJson(await response.text())
}

export function parseJson(text: string): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A gateway's HTML error page has no message to show; the status decides.
    return undefined
  }
}

function nextCursor(link: string | null): string | null {
  const [, target] = /<([^>]*)>; rel="next"/.exec(link ?? '') ?? []
  return target ? new URL(target, window.location.origin).searchParams.get('cursor') : null
}

function buildUrl(path: string, params: LooseRequest['params'], query: LooseRequest['query']): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const entries = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `/api${filled}${entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''}`
}
