import type { Answer, Endpoint, SentRequest } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { readToken } from './auth-token.ts'

type Extras = { signal?: AbortSignal; idempotencyKey?: string }
/** A body the endpoint asks for is required here too; one it does not take is an error. */
type Request<E extends Endpoint> = Extras &
  (E['body'] extends object ? Required<Pick<SentRequest<E>, 'body'>> : { body?: undefined }) &
  (E['params'] extends object ? Required<Pick<SentRequest<E>, 'params'>> : { params?: undefined }) &
  Pick<SentRequest<E>, 'query'>
type Arguments<E extends Endpoint> = object extends Request<E> ? [request?: Request<E>] : [request: Request<E>]

/**
 * `await call<typeof login>('POST', '/auths/login', { body })`: method, path, body and answer are checked against the
 * contract. Only types come from there, because the schemas would bring the whole validator into the public pages.
 * Never shows anything: whoever calls decides how a refusal looks.
 */
export async function call<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  ...[request]: Arguments<E>
): Promise<Answer<E>> {
  const { params, query, body, signal, idempotencyKey } = (request ?? {}) as LooseRequest
  const headers = new Headers({ accept: 'application/json' })
  const token = readToken()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)

  const response = await send(address(path, params, query), {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  })
  const answer = await readJson(response)
  if (!response.ok) throw new ApiError(response.status, answer)
  return answer as Answer<E>
}

type LooseRequest = Extras & {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, null, { cause })
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A gateway's HTML error page: there is nothing in it for a person, the status decides.
    return undefined
  }
}

function address(path: string, params: LooseRequest['params'], query: LooseRequest['query']): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `/api${filled}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}
