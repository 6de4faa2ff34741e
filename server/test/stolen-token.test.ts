import { afterEach, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { updateScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import { FRESH_MS } from '../src/access/freshness.ts'
import { useBank } from './bank.ts'
import { type ExampleRequest, ExampleRequests } from './example-requests.ts'
import { transferForm } from './money.ts'
import { nameOf } from './policies.ts'

/*
 * A thief who has only a token sends the example of every endpoint. Whether a call is sensitive is judged by the rows it
 * changes, not by what its endpoint declares: a new sensitive call without `fresh` fails here.
 */

const bank = useBank()
afterEach(() => {
  bank.clock.offsetMs = 0
})

/** Tables of sign-in, secrets, settings and money, without the columns that anyone with a session may change. */
const SENSITIVE: Record<string, string[]> = {
  people: ['mobile', 'address', 'gender', 'nationality', 'locale', 'image', 'updated_at'],
  accounts: ['event_number', 'audit_number', 'audit_head', 'pin_attempts', 'code_attempts', 'code_description'],
  sessions: ['last_seen_at'],
  postings: [],
  totp_factors: [],
  passkeys: [],
  recovery_codes: [],
  api_keys: ['last_used_at'],
  settings: [],
  crypto_entries: [],
  payees: ['name'],
  orders: [],
  payment_runs: [],
  outside_accounts: [],
  csv_mappings: [],
  bank_statement_lines: [],
  contra_movements: [],
  gl_accounts: [],
  journal_lines: [],
  webhooks: [],
  webhook_deliveries: [],
}

/** A hash of all these rows, in one statement: it runs before and after every call. */
async function sensitiveState(): Promise<string> {
  const tables = Object.entries(SENSITIVE).map(
    ([table, columns]) =>
      `select '${table} ' || (to_jsonb(t) - array[${columns.map((name) => `'${name}'`)}]::text[])::text as row from ${table} t`,
  )
  tables.push(`select 'silenced ' || person_id as row from mail_opt_outs where topic = 'transfer.approved'`)
  tables.push(`select 'device added ' || person_id || ' ' || number as row from outbox where kind = 'push.added'`)
  tables.push(
    `select 'asked for ' || full_name || coalesce(dob::text, '') as row from verifications where kind = 'name_change'`,
  )
  tables.push(`select 'request cancelled ' || id as row from pay_requests where cancelled_at is not null`)
  tables.push(`select 'amounts pushed to ' || person_id as row from push_preferences where show_amounts`)
  const [state] = await bank.owner<{ hash: string }[]>`
    select md5(string_agg(row, E'\n' order by row)) as hash from (${bank.owner.unsafe(tables.join(' union all '))}) rows`
  return state?.hash ?? ''
}

/** Deciding what customers submitted is a teller's daily work: each decision pays what its owner's PIN or receipt asked for. */
const DECISIONS = ['POST /deposit/approve', 'POST /deposit/decline']
/** Money stays with its owner, whatever a thief does with these: a test below counts it. */
const OWN_ACCOUNTS = ['POST /accounts', 'PATCH /accounts/:id', 'POST /accounts/:id/close', 'POST /accounts/move']
/** A thief can lower the daily limit, but not raise it: a test of limits. */
const LIMITS = ['PUT /users/limits']
/** A download makes the cancellation of the run ask first, and nothing else. */
const DOWNLOADS = ['GET /admin/payment-runs/:id/file']
/** Ends the session itself, and no other. */
const LOG_OUT = ['POST /auths/logout']
const ALLOWED = [...DECISIONS, ...OWN_ACCOUNTS, ...LIMITS, ...DOWNLOADS, ...LOG_OUT]

type Body = Record<string, unknown>
const oneByOne = (fields: object): Body[] => Object.entries(fields).map(([field, value]) => ({ [field]: value }))
const allSetTo = (fields: object, value: boolean) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, value]))

/** Other bodies than the example: where the body decides whether the call is sensitive, and guesses of a password. */
const BODIES: Record<string, (example: Body, requests: ExampleRequests) => Body[] | Promise<Body[]>> = {
  'PUT /users/update': (example) => oneByOne({ ...example, fullName: 'Internal Revenue Service' }),
  'PATCH /admin/user': ({ userId, updates, reason }) =>
    oneByOne(updates as object).map((update) => ({ userId, updates: update, reason })),
  'PATCH /payees/:id': oneByOne,
  'PATCH /orders/:id': async (_, requests) => {
    await requests.made(updateScheduledPayment)
    return [{ amount: 499, pin: '0000' }, { status: 'active' }, { status: 'ended' }]
  },
  // A decision that names the submission needs a look at its documents.
  'POST /admin/verifications/decide': ({ submissionId, ...example }) => [
    { ...example, submissionId },
    { ...example, decision: 'approve' },
  ],
  'PATCH /push': (example) => [example, { showAmounts: true }],
  'PUT /notifications/mail': (example) => [allSetTo(example, true), allSetTo(example, false)],
  'POST /auths/confirm': () => [{ password: 'a guess' }, { totp: '000000' }, { recoveryCode: '00000-00000' }],
}

const WRONG_SECRETS: Body = { pin: '0000', code: '00000' }

/** The thief guesses PINs and codes. */
async function bodiesOf(endpoint: Endpoint, { body }: ExampleRequest, requests: ExampleRequests): Promise<unknown[]> {
  const other = BODIES[nameOf(endpoint)]
  if (other) return other(body as Body, requests)
  const secrets = endpoint.credentials?.filter((field) => field in (body as Body)) ?? []
  return [
    secrets.length > 0
      ? { ...(body as Body), ...Object.fromEntries(secrets.map((field) => [field, WRONG_SECRETS[field]])) }
      : body,
  ]
}

/** Another name or date of birth of a verified person opens a request; the endpoint can't tell by the body alone. */
const opensNameRequest = (endpoint: Endpoint, body: unknown): boolean =>
  nameOf(endpoint) === 'PUT /users/update' && ('fullName' in (body as Body) || 'dob' in (body as Body))

/** Asks as the server does, with the parsed body. */
function isDeclaredSensitive(endpoint: Endpoint, body: unknown): boolean {
  if (opensNameRequest(endpoint, body)) return true
  const { fresh, body: schema } = endpoint
  return typeof fresh === 'function' ? fresh(schema?.parse(body) as never) : fresh === true
}

async function attempt(request: ExampleRequest, ageMs: number) {
  const { by, method, path, ...options } = request
  bank.clock.offsetMs = ageMs
  const before = await sensitiveState()
  const response = await bank.call(method, path, { token: by?.token ?? null, ...options })
  bank.clock.offsetMs = 0
  const code = response.statusCode < 400 ? null : response.json().code
  return { status: response.statusCode, code, hasChanged: (await sensitiveState()) !== before }
}

const calls = () =>
  bank.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ policy, success }) => policy !== 'public' && success.body !== 'events')

test('every call whose body decides whether it is sensitive is tried with several bodies', () => {
  const undecided = calls().filter(({ fresh }) => typeof fresh === 'function')
  expect(undecided.map(nameOf).filter((name) => !(name in BODIES))).toEqual([])
})

/**
 * Endpoints that need a fresh session though they only begin a registration, change nothing but a proposal or what a number in a
 * file means, read, or find no other session to end, payment to mark or entry to book.
 */
const WITHOUT_TRACE = {
  'a customer': ['DELETE /users/devices', 'POST /users/export', 'POST /users/factors/passkeys/options'],
  'a member of staff': [
    'DELETE /admin/outside-accounts/:id/numbers/:number',
    'POST /admin/bank-statements/lines/book-certain',
    'POST /admin/closings',
    'POST /admin/closings/:id/reopen',
    'POST /admin/journal-entries',
    'POST /admin/journal-entries/:id/reverse',
    'POST /admin/payment-runs/status',
    'POST /admin/proposals/:id/reject',
    'POST /admin/users/:id/erasure/identity',
    'PUT /admin/outside-accounts/:id/numbers/:number',
  ],
}

test.each(['a customer', 'a member of staff'] as const)(
  'fifteen minutes after sign-in, the token of %s changes no sign-in detail, secret, factor or setting and moves no money',
  { timeout: 60_000 },
  async (kind) => {
    const wrong: string[] = []
    const [sensitive, declared] = [new Set<string>(), new Set<string>()]
    for (const endpoint of calls().filter(({ policy }) => (policy === 'signedIn') === (kind === 'a customer'))) {
      // Each body is tried by another caller.
      for (let index = 0, count = 1; index < count; index++) {
        const requests = new ExampleRequests(bank)
        const example = await requests.of(endpoint)
        const bodies = await bodiesOf(endpoint, example, requests)
        count = bodies.length
        const body = bodies[index]
        const request = { ...example, body }
        const expectThat = (isRight: boolean, got: object) => {
          if (!isRight) wrong.push(`${nameOf(endpoint)} ${JSON.stringify(body) ?? ''}: ${JSON.stringify(got)}`)
        }
        const stale = await attempt(request, FRESH_MS)
        if (!isDeclaredSensitive(endpoint, body)) {
          expectThat(![400, 404, 415].includes(stale.status) && stale.code !== 'confirmation_required', stale)
          expectThat(!stale.hasChanged || ALLOWED.includes(nameOf(endpoint)), stale)
          continue
        }
        expectThat(stale.code === 'confirmation_required' && !stale.hasChanged, stale)
        const fresh = await attempt(request, 0)
        expectThat(fresh.status < 300, fresh)
        declared.add(nameOf(endpoint))
        if (fresh.hasChanged) sensitive.add(nameOf(endpoint))
      }
    }
    expect(wrong).toEqual([])
    expect([...declared].filter((name) => !sensitive.has(name)).sort()).toEqual(WITHOUT_TRACE[kind])
  },
)

test('a token alone moves money only between accounts of its owner, who still has all of it', async () => {
  const [victim, thief, other] = [
    await bank.person({ balanceCents: 500_00n }),
    await bank.person(),
    await bank.person({ balanceCents: 100_00n }),
  ]
  await victim.call('POST', '/transfer', { body: transferForm({ amount: 5 }) })
  const savingsId: string = (await victim.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()._id
  const moneyOf = async (ownerId: string) =>
    (
      await bank.sql`select sum(balance)::bigint as balance, sum(held)::bigint as held from accounts where owner_id = ${ownerId}`
    )[0]
  bank.clock.offsetMs = FRESH_MS
  const into = (to: string, amount = 1) =>
    victim.call('POST', '/accounts/move', { body: { from: victim.id, to, amount } })
  // All but what the victim's own pending transfer holds.
  expect((await into(savingsId, 495)).statusCode).toBe(201)
  expect([(await into(thief.id)).statusCode, (await into(other.id)).statusCode]).toEqual([404, 404])
  const guess = { ...transferForm({ pin: '0000' }), amount: 1, accountId: savingsId }
  expect((await victim.call('POST', '/transfer', { body: guess })).json().code).toBe('pin_incorrect')
  expect((await victim.call('POST', `/accounts/${savingsId}/close`)).json().code).toBe('account_not_empty')
  expect(await moneyOf(victim.id)).toEqual({ balance: 500_00n, held: 5_00n })
  expect(await moneyOf(thief.id)).toEqual({ balance: 0n, held: 0n })
})
