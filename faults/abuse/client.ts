import { Agent, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'

export type Request = {
  method: string
  /** As it goes over the wire: nothing is escaped or made right. */
  path: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}
export type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string; json: () => unknown }

/** Called with every answer of the campaign, whichever part of it asked. */
export type Watcher = (request: Request, answer: Answer) => void

type Failure = NodeJS.ErrnoException & { reused?: boolean }

const GIVE_UP_MS = 60_000

/** A client that sends what it is told, however senseless, over kept connections. */
export class Client {
  readonly #address: () => string
  readonly #watch: Watcher
  #agent = new Agent({ keepAlive: true, maxSockets: 256 })

  constructor(address: () => string, watch: Watcher) {
    this.#address = address
    this.#watch = watch
  }

  /** After a restart: no connection of the old server may be taken for one of the new. */
  reset(): void {
    this.#agent.destroy()
    this.#agent = new Agent({ keepAlive: true, maxSockets: 256 })
  }

  async send(request: Request): Promise<Answer> {
    const answer = await this.#once(request).catch((error: Failure) => {
      // The server closed a connection that had been idle just as we took it up again: nobody has read the request.
      if (error.code === 'ECONNRESET' && error.reused) return this.#once(request)
      throw error
    })
    this.#watch(request, answer)
    return answer
  }

  #once({ method, path, headers = {}, body }: Request): Promise<Answer> {
    const { hostname, port } = new URL(this.#address())
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    return new Promise<Answer>((resolve, reject) => {
      const sent = httpRequest(
        { agent: this.#agent, hostname, port, method, path, headers: { ...length, ...headers }, timeout: GIVE_UP_MS },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('error', reject)
          response.on('end', () => resolve(toAnswer(response.statusCode ?? 0, response.headers, Buffer.concat(parts))))
        },
      )
      sent.on('timeout', () => sent.destroy(new Error(`No answer within ${GIVE_UP_MS / 1000} s: ${method} ${path}`)))
      sent.on('error', (error) => reject(Object.assign(error, { reused: sent.reusedSocket })))
      sent.end(body)
    })
  }

  /** A call as a well-meaning client makes it. */
  async call(token: string | null, method: string, path: string, body?: unknown, headers?: OutgoingHttpHeaders) {
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

  close(): void {
    this.#agent.destroy()
  }
}

function toAnswer(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  let text: string | null = null
  const readText = () => {
    text ??= bytes.toString('utf8')
    return text
  }
  return {
    status,
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

/** The word of a refusal, or the status where there is none. */
export const wordOf = (answer: Answer): string =>
  String((answer.json() as { code?: string } | null)?.code ?? answer.status)

/** Runs `work` on every item, so many at once, in order of the items. */
export async function inLanes<T>(lanes: number, items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value)
    }),
  )
}
