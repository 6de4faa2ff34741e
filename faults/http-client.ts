import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http'
import { request as httpsRequest, Agent as TlsAgent } from 'node:https'

export type HttpRequest = {
  method: string
  /** Sent exactly as given, without escaping. */
  path: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
  /** Instead of the client's own timeout. */
  timeoutMs?: number
}
export type HttpResponse = {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
  /** Null when the body is not JSON. */
  json: () => unknown
}
export type ResponseObserver = (request: HttpRequest, response: HttpResponse, ms: number) => void

type Options = {
  /** The server's origin, read again for each request. */
  address: () => string
  timeoutMs: number
  /** The certificate authority of an https origin. */
  ca?: string
  onResponse?: ResponseObserver
  /** Sends a request again when the server closed an idle connection just as the request was written to it. */
  retryStaleConnections?: boolean
}
type ConnectionError = NodeJS.ErrnoException & { reused?: boolean }

const newAgent = (ca?: string) => {
  const options = { keepAlive: true, maxSockets: 256 }
  return ca ? new TlsAgent({ ...options, ca }) : new Agent(options)
}

/** The HTTP client of both campaigns: sends any request, however malformed, over keep-alive connections. */
export class HttpClient {
  readonly #options: Options
  #agent: Agent

  constructor(options: Options) {
    this.#options = options
    this.#agent = newAgent(options.ca)
  }

  /** Rejects when there is no complete response within the timeout. */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const startedAt = Date.now()
    const response = await this.#sendOnce(request).catch((error: ConnectionError) => {
      if (this.#options.retryStaleConnections && error.code === 'ECONNRESET' && error.reused)
        return this.#sendOnce(request)
      throw error
    })
    this.#options.onResponse?.(request, response, Date.now() - startedAt)
    return response
  }

  /** A well-formed API call: JSON body, bearer token. */
  call(token: string | null, method: string, path: string, body?: unknown, headers?: OutgoingHttpHeaders) {
    return this.send({
      method,
      path: `/api${path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** After a server restart: drops the connections to the old process. */
  reset(): void {
    this.#agent.destroy()
    this.#agent = newAgent(this.#options.ca)
  }

  close(): void {
    this.#agent.destroy()
  }

  #sendOnce({
    method,
    path,
    headers = {},
    body,
    timeoutMs = this.#options.timeoutMs,
  }: HttpRequest): Promise<HttpResponse> {
    const { hostname, port, protocol } = new URL(this.#options.address())
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    return new Promise<HttpResponse>((resolve, reject) => {
      const start = protocol === 'https:' ? httpsRequest : httpRequest
      const sent = start(
        { agent: this.#agent, hostname, port, method, path, headers: { ...length, ...headers } },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => resolve(toResponse(response, Buffer.concat(chunks))))
          response.on('close', () => {
            clearTimeout(timer)
            if (!response.complete) reject(new Error('The response was cut off'))
          })
        },
      )
      const timer = setTimeout(
        () => sent.destroy(new Error(`No response within ${timeoutMs / 1_000} s: ${method} ${path}`)),
        timeoutMs,
      )
      sent.on('error', (error) => {
        clearTimeout(timer)
        reject(Object.assign(error, { reused: sent.reusedSocket }))
      })
      sent.end(body)
    })
  }
}

function toResponse({ statusCode = 0, headers }: IncomingMessage, bytes: Buffer): HttpResponse {
  let text: string | null = null
  const readText = () => {
    text ??= bytes.toString('utf8')
    return text
  }
  return {
    status: statusCode,
    headers,
    bytes,
    get text() {
      return readText()
    },
    json: () => {
      try {
        return JSON.parse(readText())
      } catch {
        return null
      }
    },
  }
}

/** The code of a refusal, or the status when the response has none. */
export const refusalCode = (response: HttpResponse): string =>
  String((response.json() as { code?: string } | null)?.code ?? response.status)
