import type { LightMyRequestResponse } from 'fastify'
import type { Status } from '#contract/customers/people.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { EXAMPLES } from '#contract/examples.ts'
import { isPermission, type Role } from '#contract/permissions.ts'
import { SoftwareAuthenticator } from './authenticator.ts'
import type { Bank } from './bank.ts'
import { FIXTURES, type FixtureName, formOf, NEEDED } from './fixtures.ts'

export type Caller = { id: string; email: string; token: string }
type CallOptions = {
  token?: string | null
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}
export type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'body' | 'rawPayload' | 'json'>

/** A bank in this process, or one on the network whose tables are in reach. */
export type TestBank = Pick<Bank, 'sql' | 'owner' | 'keys' | 'now'> & {
  person: (options?: { role?: Role; status?: Status; balanceCents?: bigint }) => Promise<Caller>
  call: (method: string, path: string, options: CallOptions) => Promise<Answer>
  /** Where a browser would open it. */
  origin?: string
}

export type ExampleRequest = CallOptions & { by: Caller | null; method: Endpoint['method']; path: string }

const NAMES = new Map<unknown, FixtureName>(
  Object.entries(EXAMPLES).map(([name, value]) => [value, name as FixtureName]),
)

/**
 * Turns the examples of endpoints into requests that succeed: with callers of their own, and about things that exist. What
 * an example names is made once, when it is needed, for the customer or by the member of staff who sends the request.
 */
export class ExampleRequests {
  readonly bank: TestBank
  readonly authenticator: SoftwareAuthenticator
  readonly #made = new Map<unknown, Promise<unknown>>()

  constructor(bank: TestBank) {
    this.bank = bank
    this.authenticator = new SoftwareAuthenticator(bank.origin)
  }

  customer = () => this.#once(this.customer, () => this.bank.person({ balanceCents: 1_000_00n }))
  staff = () => this.#once(this.staff, () => this.bank.person({ role: 'Admin' }))
  fixture = (name: FixtureName) => this.#once(name, async () => FIXTURES[name](this))

  /** The response to an endpoint's example. */
  made = (endpoint: Endpoint) => this.#once(endpoint, async () => this.send(await this.of(endpoint)))

  async of(endpoint: Endpoint): Promise<ExampleRequest> {
    const { method, policy, example } = endpoint
    const needed = NEEDED.get(endpoint)
    if (needed) await this.fixture(needed)
    const { params, ...sent } = (await this.#fill(example ?? {})) as NonNullable<Endpoint['example']>
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
    const form = endpoint.multipart ? await formOf(endpoint, this) : {}
    const by = policy === 'public' ? null : isPermission(policy) ? await this.staff() : await this.customer()
    return { by, method, path, ...sent, ...form }
  }

  /** Throws unless it succeeds. */
  async send({ by, method, path, ...options }: ExampleRequest): Promise<Answer> {
    const answer = await this.bank.call(method, path, { token: by?.token ?? null, ...options })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`)
    return answer
  }

  async #fill(example: unknown): Promise<unknown> {
    const name = NAMES.get(example)
    if (name) return this.fixture(name)
    if (typeof example !== 'object' || example === null) return example
    if (Array.isArray(example)) return Promise.all(example.map((one) => this.#fill(one)))
    const filled: Record<string, unknown> = {}
    for (const [field, value] of Object.entries(example)) filled[field] = await this.#fill(value)
    return filled
  }

  #once<T>(key: unknown, make: () => Promise<T>): Promise<T> {
    const made = (this.#made.get(key) as Promise<T> | undefined) ?? make()
    this.#made.set(key, made)
    return made
  }
}
