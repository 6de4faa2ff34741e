import type { Endpoint, RequestInput, ResponseBody } from '#contract/endpoint.ts'
import { PASSIVE_HEADER } from '#contract/presence.ts'
import { ApiError, isSignedOut } from './api-error.ts'
import { markTokenRejected, readToken } from './auth-token.ts'
import { isUserActive } from './user-activity.ts'

/** Long enough for a slow line; after that nobody is coming, and a person should be able to try again. */
export const TIMEOUT_MS = 20_000

type Extras = { signal?: AbortSignal; idempotencyKey?: string }
/** A body the endpoint asks for is required here too; one it does not take is an error. */
type Request<E extends Endpoint> = Extras &
  (E['body'] extends object ? Required<Pick<RequestInput<E>, 'body'>> : { body?: undefined }) &
  (E['params'] extends object ? Required<Pick<RequestInput<E>, 'params'>> : { params?: undefined }) &
  Pick<RequestInput<E>, 'query'>
type Arguments<E extends Endpoint> = object extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

/**
 * `await call<typeof login>('POST', '/auths/login', { body })`: method, path, body and answer are checked against the
 * contract. Only types come from there, because the schemas would bring the whole validator into the public pages.
 * Never shows anything: whoever calls decides how a refusal looks.
 */
export function call<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...[request]: Arguments<E>
): Promise<ResponseBody<E>> {
  return exchange(
    method,
    path,
    request as LooseRequest,
    async (response) => (await readJson(response)) as ResponseBody<E>,
  )
}

export type Page<List> = {
  items: List
  /** The cursor of the next page, for lists that have one. */
  next: string | null
  hasNext: boolean
  /** How many there are in all, where the bank says so. */
  total: number | null
}

/** One page of a list, and where the next one begins. */
export function callPage<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...[request]: Arguments<E>
): Promise<Page<ResponseBody<E>>> {
  return exchange(method, path, request as LooseRequest, async (response) => {
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

/** An upload itself: pictures and receipts are private, so a plain `src` could not fetch them. */
export const callFile = (url: string, signal?: AbortSignal): Promise<Blob> =>
  exchange('GET', url.replace(/^\/api/, ''), { signal }, (response) => response.blob())

type LooseRequest = Extras & {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

async function exchange<T>(
  method: string,
  path: string,
  { params, query, body, signal, idempotencyKey }: LooseRequest = {},
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const token = readToken()
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (!isUserActive()) headers.set(PASSIVE_HEADER, '1')
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)

  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(address(path, params, query), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
    })
    if (response.ok) return await read(response)
    throw refusal(response.status, await readJson(response), token)
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error
    throw new ApiError(0, null, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** Every way to reach the bank makes its errors here, so that a dead session is noticed whoever meets it first. */
export function refusal(status: number, answer: unknown, token: string | null): ApiError {
  const error = new ApiError(status, answer)
  if (token && isSignedOut(error)) markTokenRejected(token)
  return error
}

async function readJson(response: Response): Promise<unknown> {
  return parseAnswer(await response.text())
}

export function parseAnswer(text: string): unknown {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A gateway's HTML error page: there is nothing in it for a person, the status decides.
    return undefined
  }
}

function nextCursor(link: string | null): string | null {
  const [, target] = /<([^>]*)>; rel="next"/.exec(link ?? '') ?? []
  return target ? new URL(target, window.location.origin).searchParams.get('cursor') : null
}

function address(path: string, params: LooseRequest['params'], query: LooseRequest['query']): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `/api${filled}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}
