import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '#server/demo/seeded-random.ts'
import { fileForm } from '../../server/test/files.ts'
import type { History, Intent, Operation, OperationResult } from '../history.ts'
import type { HttpClient, HttpResponse } from '../http-client.ts'
import { type DevicePasskeys, PASSWORD } from '../people.ts'

const RETRY_DELAYS_MS = [20, 60, 150, 300, 500]
/** Longer than any fault lasts. */
const GIVE_UP_AFTER_MS = 240_000
const MAX_TRIES = 400
/** Password hashing is slow on a busy machine, and requests that time out would still occupy the server's queue of hashes. */
export const PASSWORD_TIMEOUT_MS = 30_000

/** Shared by all clients. Once `running` is false they finish what they started and begin nothing new. */
export type ClientContext = {
  /** One HTTP client for each server. */
  servers: readonly HttpClient[]
  history: History
  running: boolean
  thinkMs: number
  /** When a server last lived in another time. */
  travelledAt: () => number
}

type ApiRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  file?: Buffer
  /** Another multipart form. */
  form?: { headers: Record<string, string>; body: Buffer }
  timeoutMs?: number
}
/** `renew`: the body with a new approval, after a refusal of its approval; null when this refusal is the result. */
export type OperationRequest = ApiRequest & {
  /** Sent with the operation's id as its idempotency key. */
  keyed?: boolean
  renew?: (refusedBody: object | undefined, code: string) => Promise<object> | null
}
type ApiResponse = {
  status: number
  body: Record<string, unknown> & { code?: string; _id?: string }
  replayed: boolean
}

type SigningOptions = Parameters<DevicePasskeys['login']['sign']>[0]
type Authorisation = { authorisation: string; options: SigningOptions }

export class NoResponseError extends Error {}

/** What an operation needs first was refused, because of the account's status: so is the operation. */
export class RefusedError extends Error {
  readonly code: string
  constructor(code: string) {
    super(`Refused with ${code}`)
    this.code = code
  }
}
const ABOUT_STATUS = ['account_frozen', 'account_closed']

/** One person on one device. Retries each request, against either server, until it has a definite response. */
export class RetryingClient {
  readonly name: string
  readonly email: string
  readonly random: SeededRandom
  readonly context: ClientContext
  readonly passkeys: DevicePasskeys | null
  #token: string
  #signingIn: Promise<void> | null = null
  /** When the current session began. */
  signedInAt = 0

  constructor(
    name: string,
    email: string,
    random: SeededRandom,
    context: ClientContext,
    passkeys: DevicePasskeys | null = null,
    token = '',
  ) {
    this.name = name
    this.email = email
    this.random = random
    this.context = context
    this.passkeys = passkeys
    this.#token = token
  }

  /** Records the intent, sends the request, and returns once its result is known. */
  async perform(
    intent: Intent,
    toRequest: (operation: Operation) => OperationRequest | Promise<OperationRequest>,
  ): Promise<Operation> {
    const { history } = this.context
    const operation = history.begin(this.name, intent)
    let request: OperationRequest
    try {
      request = await toRequest(operation)
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      history.end(operation, [{ code: error.code, transactionId: null, state: null, replayed: false }])
      return operation
    }
    // Some requests go to both servers at once: one effect, and the same response twice.
    const twice = request.keyed && this.random.chance(0.06)
    const first = this.#pickServer()
    const responses = await Promise.all(
      (twice ? [first, first + 1] : [first]).map((server) => this.#untilDefinite(operation, request, server)),
    )
    history.end(operation, responses.map(toResult))
    return operation
  }

  /** A GET that must succeed. */
  async read<Body>(path: string): Promise<{ body: Body; startedAt: number }> {
    return this.#mustSucceed('read', { method: 'GET', path })
  }

  /** Asks for what the passkey has to sign. */
  async authorise(payment: object): Promise<Authorisation> {
    const request = { method: 'POST', path: '/transfer/authorisation', body: payment } as const
    return (await this.#mustSucceed<Authorisation>('authorise', request)).body
  }

  async #mustSucceed<Body>(
    kind: 'read' | 'authorise',
    request: ApiRequest,
  ): Promise<{ body: Body; startedAt: number }> {
    const operation = this.context.history.begin(this.name, { kind, personId: '', cents: 0 })
    const response = await this.#untilDefinite(operation, request, this.#pickServer())
    this.context.history.end(operation, [toResult(response)])
    if (ABOUT_STATUS.includes(response.body.code ?? '')) throw new RefusedError(response.body.code ?? '')
    if (response.status !== 200) throw new Error(`${request.path}: ${response.status} ${response.body.code}`)
    return { body: response.body as Body, startedAt: operation.lastSentAt }
  }

  /** For requests that are idempotent without a key: repeats until the status is one of `accepted`. */
  async repeatUntilAccepted(request: ApiRequest, accepted: readonly number[]): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await backOff(tries)
      if (!this.#token && request.path !== '/auths/register') await this.#signIn()
      const response = await this.#send(this.#pickServer(), request, { token: this.#token })
      this.#count(response, request)
      if (response && accepted.includes(response.status)) return
      if (response?.status === 401) this.#token = ''
    }
    this.#giveUp(`${request.path} of ${this.email}`)
  }

  /** Ends the session. False: unknown, because a server in another time may have expired it. */
  async logOut(): Promise<boolean> {
    const request = { method: 'POST', path: '/auths/logout' } as const
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await backOff(tries)
      const response = await this.#send(this.#pickServer(), request, { token: this.#token })
      this.#count(response, request)
      if (response?.status !== 204 && response?.status !== 401) continue
      this.#token = ''
      return response.status === 204 || this.context.travelledAt() < this.signedInAt
    }
    this.#giveUp(`${this.email} can't log out`)
  }

  async think(): Promise<void> {
    await sleep(this.random.between(0, 2 * this.context.thinkMs))
  }

  #pickServer(): number {
    return this.random.between(0, this.context.servers.length - 1)
  }

  /** An internal error is an anomaly already: at the end of the campaign it is not retried for minutes. */
  async #untilDefinite(operation: Operation, request: OperationRequest, firstServer: number): Promise<ApiResponse> {
    const giveUpAt = Date.now() + GIVE_UP_AFTER_MS
    let { body } = request
    for (let tries = 0; Date.now() < giveUpAt; tries += 1) {
      await backOff(tries)
      if (!this.#token) await this.#signIn()
      operation.attempts += 1
      operation.lastSentAt = Date.now()
      const token = this.#token
      const key = request.keyed ? operation.id : null
      const response = await this.#send(firstServer + tries, { ...request, body }, { token, key })
      this.#count(response, request)
      if (response && needsSignIn(response) && this.#token === token) this.#token = ''
      if (response?.status === 500 && !this.context.running) break
      if (!response || !isDefinite(response)) continue
      const renewed = response.status === 401 && request.renew?.(body, response.body.code ?? '')
      if (!renewed) return response
      body = await renewed
    }
    this.#giveUp(`${operation.id} ${operation.kind} of ${this.name}: no definite response`)
  }

  /** Null when there was no complete response. */
  async #send(
    server: number,
    { body, file, form, ...request }: ApiRequest,
    { token, key }: { token?: string; key?: string | null },
  ): Promise<ApiResponse | null> {
    const { servers } = this.context
    const payload = file ? fileForm(file, 'receipt.pdf') : (form ?? (body ? jsonPayload(body) : { headers: {} }))
    const headers = {
      ...payload.headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    }
    const response = await servers[server % servers.length]
      ?.send({ ...request, ...payload, path: `/api${request.path}`, headers })
      .catch(() => null)
    return response ? toApiResponse(response) : null
  }

  #giveUp(what: string): never {
    this.context.history.report('no response', what)
    throw new NoResponseError(what)
  }

  #count(response: ApiResponse | null, { method, path }: ApiRequest): void {
    const { history } = this.context
    const { requests } = history
    if (!response) requests.broken += 1
    else if (response.status === 503) requests.unavailable += 1
    else if (response.status >= 400) requests.refused += 1
    else requests.succeeded += 1
    if (response && response.status >= 500 && response.status !== 503)
      history.report('internal errors', `${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
  }

  /** Signs in at the start and when the session expires. Concurrent operations share one sign-in. */
  async #signIn(): Promise<void> {
    this.#signingIn ??= this.#requestToken().finally(() => {
      this.#signingIn = null
    })
    await this.#signingIn
  }

  async #requestToken(): Promise<void> {
    const body = { email: this.email, password: PASSWORD }
    const request = { method: 'POST', path: '/auths/login', body, timeoutMs: PASSWORD_TIMEOUT_MS } as const
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      await backOff(tries)
      const startedAt = Date.now()
      const server = this.#pickServer()
      const response = await this.#send(server, request, {})
      const signedIn = response?.body.challenge ? await this.#verifyLogin(server, response.body) : response
      if (signedIn?.status === 200) {
        this.#token = String(signedIn.body.token)
        this.signedInAt = startedAt
        return
      }
      if (response?.status === 401) throw new Error(`${this.email} can't sign in`)
    }
    this.#giveUp(`${this.email} can't sign in`)
  }

  /** The server that made the challenge verifies it: for one in another time it could be expired. If it is refused, the login starts again. */
  async #verifyLogin(server: number, { challenge, passkeyOptions }: ApiResponse['body']): Promise<ApiResponse | null> {
    const passkey = this.passkeys?.login.sign(passkeyOptions as SigningOptions)
    const request = { method: 'POST', path: '/auths/login/verify', body: { challenge, passkey } } as const
    return this.#send(server, request, {})
  }
}

/** The session has ended, or is no longer fresh: in a long campaign, or because a server is in another time. Nothing was done. */
const needsSignIn = ({ body: { code } }: ApiResponse) => code === 'unauthenticated' || code === 'confirmation_required'

const isDefinite = (response: ApiResponse) =>
  response.status < 500 && response.status !== 408 && response.status !== 429 && !needsSignIn(response)

async function backOff(tries: number): Promise<void> {
  if (tries > 0) await sleep(RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length) - 1])
}

const jsonPayload = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A file has no body that a check reads. Null for another body that is neither empty nor JSON. */
function toApiResponse({ status, headers, text, json }: HttpResponse): ApiResponse | null {
  const isFile = headers['content-type'] === 'application/pdf'
  const body = text && !isFile ? json() : {}
  if (body === null) return null
  return { status, body: body as ApiResponse['body'], replayed: headers['idempotency-replayed'] === 'true' }
}

function toResult({ status, body, replayed }: ApiResponse): OperationResult {
  return {
    code: status < 300 ? 'ok' : (body.code ?? String(status)),
    transactionId: body._id ?? uploadId(body.imageUrl),
    state: stateOf(body),
    replayed,
  }
}

/** The status of what was done, what a preview said, or what became of the only payment of a status file. */
function stateOf({ status, arrival, payments }: ApiResponse['body']): string | null {
  const state = status ?? arrival ?? (payments as { outcome?: string }[] | undefined)?.[0]?.outcome
  return typeof state === 'string' ? state : null
}

const uploadId = (url: unknown) => (typeof url === 'string' ? (url.split('/').at(-1) ?? null) : null)
