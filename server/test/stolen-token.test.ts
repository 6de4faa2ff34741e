import { v7 as newId } from 'uuid'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ownProfile } from '#contract/customers/people.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { bankCurrency } from '#contract/money.ts'
import { OPTIONAL_MAIL_KINDS } from '#contract/notifications/notification-kinds.ts'
import { type UserUpdates, userUpdates } from '#contract/office/administration.ts'
import { isPermission } from '#contract/permissions.ts'
import { FRESH_MS } from '../src/access/freshness.ts'
import { createPasswords } from '../src/platform/crypto/passwords.ts'
import { storeKey } from './api-keys.ts'
import { exampleOf, type Json, SOME_ID } from './bad-values.ts'
import { type Person, useBank } from './bank.ts'
import { pinToken } from './email-links.ts'
import { addPasskey, enrolTotp } from './factors.ts'
import { createUpload, transferForm } from './money.ts'
import { lastingEffect } from './policies.ts'
import { proposePinReset } from './propose-pin-reset.ts'
import { addExampleDevice, randomSubscription } from './push-receiver.ts'
import { saveFilterOf } from './saved-filter.ts'
import { addExternalAccount, importEntries } from './statement-entries.ts'
import { submitDocuments } from './verification.ts'
import { addDeliveredWebhook } from './webhook-receiver.ts'
import { sendWire } from './wires.ts'

/*
 * A thief who has only a token calls every endpoint of the contract with valid requests. Whether a call is sensitive is
 * judged by the rows it changes, not by what its endpoint declares: a new sensitive call without `fresh` fails here.
 */

const PASSWORD = 'a long sentence for tests'
const bank = useBank()
let passwordHash: string
beforeAll(async () => {
  passwordHash = await createPasswords(bank.keys).hash(PASSWORD)
})
afterEach(() => {
  bank.clock.offsetMs = 0
})

/** Tables of sign-in, secrets, settings and money, without the columns that anyone with a session may change. */
const SENSITIVE: Record<string, string[]> = {
  people: ['full_name', 'mobile', 'address', 'gender', 'dob', 'nationality', 'image', 'updated_at'],
  accounts: ['event_number', 'audit_number', 'audit_head', 'pin_attempts', 'code_attempts', 'code_description'],
  sessions: ['last_seen_at', 'ended_at'],
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
  webhooks: [],
  webhook_deliveries: [],
}

/** One statement: it runs before and after every call. */
async function sensitiveState(): Promise<string[]> {
  const tables = Object.entries(SENSITIVE).map(
    ([table, columns]) =>
      `select '${table} ' || (to_jsonb(t) - array[${columns.map((name) => `'${name}'`)}]::text[])::text as row from ${table} t`,
  )
  tables.push(`select 'silenced ' || person_id as row from mail_opt_outs where topic = 'transfer.approved'`)
  tables.push(`select 'device added ' || person_id || ' ' || number as row from outbox where kind = 'push.added'`)
  tables.push(`select 'amounts pushed to ' || person_id as row from push_preferences where show_amounts`)
  const rows = await bank.owner<{ row: string }[]>`${bank.owner.unsafe(tables.join(' union all '))} order by 1`
  return rows.map(({ row }) => row)
}

/** Deciding what customers submitted is a teller's daily work: each decision pays what its owner's PIN or receipt asked for. */
const DECISIONS = ['POST /deposit/approve', 'POST /deposit/decline']
/** Money stays with its owner, whatever a thief does with these: a test below counts it. */
const OWN_ACCOUNTS = ['POST /accounts', 'PATCH /accounts/:id', 'POST /accounts/:id/close', 'POST /accounts/move']
/** A thief can lower the daily limit, but not raise it: a test of limits. */
const LIMITS = ['PUT /users/limits']
const ALLOWED = [...DECISIONS, ...OWN_ACCOUNTS, ...LIMITS]
const PAYEE = { accountName: 'Grace Example', accountNumber: '111', bankName: 'Example Savings Bank' }

type Victim = {
  person: Person
  role: 'User' | 'Admin'
  customer: Person
  applicant: Person
  pendingId: string
  /** Of the victim, if they can submit one. */
  ownPendingId: string
  bookedId: string
  proposalIds: [toConfirm: string, toReject: string]
  receipt: string
  savingsId: string
  /** In a payment run. */
  wireId: string
  /** Of a bank statement, for administrators. */
  entryId: string
  /** As if the thief could read the mailbox too. */
  pinToken: string
}
type Attempt = { endpoint: Endpoint; path: string; body: unknown }

async function makeVictim(person: Person, role: Victim['role'] = 'User'): Promise<Victim> {
  await bank.owner`update people set password_hash = ${passwordHash} where id = ${person.id}`
  const customer = await bank.person({ balanceCents: 100_00n })
  await enrolTotp(customer, bank.now)
  const pending = await customer.call('POST', '/transfer', { body: transferForm({ amount: 5 }) })
  await customer.call('POST', '/suport/send', { body: { receiver: 'Admin', message: 'Hello' } })
  const applicant = await bank.person({ status: 'Pending' })
  await submitDocuments(applicant)
  const funded = await bank.fund(customer.id, 1_00n)
  const [pendingId, bookedId] = [pending.json()._id, funded.ok ? funded.transaction.id : '']
  const proposalIds: Victim['proposalIds'] = [await proposePinReset(bank), await proposePinReset(bank)]
  const own = await person.call('POST', '/transfer', { body: transferForm({ amount: 5 }) })
  const ownPendingId: string = own.json()._id ?? SOME_ID
  const receipt = await createUpload(bank, person)
  const savingsId = (await person.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()._id
  await person.call('POST', '/payees', { body: { ...PAYEE, name: 'Rent' } })
  await pausedScheduledPayment(person)
  await storeKey(bank, person, ['read'])
  await addExampleDevice(person)
  const wireId = await sendWire(bank, customer, { amount: 5 })
  const admin = await bank.person({ role: 'Admin' })
  const run = await admin.call('POST', '/admin/payment-runs')
  // A wire comes back only once its run was sent. One run stays open, and one wire is in none.
  await admin.call('POST', `/admin/payment-runs/${run.json()._id}/sent`)
  await sendWire(bank, customer, { amount: 5 })
  await admin.call('POST', '/admin/payment-runs')
  await sendWire(bank, customer, { amount: 5 })
  await addDeliveredWebhook(bank, admin, customer)
  const ids = { pendingId, ownPendingId, bookedId, proposalIds, savingsId, wireId, entryId: await statementEntry() }
  return { person, role, customer, applicant, receipt, ...ids, pinToken: await pinToken(bank, person.id) }
}

/** One for each call: a decision about an entry is final. */
const entryFor = async (path: string) =>
  path.startsWith('/admin/bank-statements/lines/') ? statementEntry(path) : SOME_ID

/** Unmatched: a thief could match, return or ignore it. */
async function statementEntry(path = ''): Promise<string> {
  const admin = await bank.person({ role: 'Admin' })
  const { ids } = await importEntries(bank, admin, await addExternalAccount(admin), [{ amountCents: 5_00n }])
  const [id = SOME_ID] = ids
  if (path.endsWith('/undo'))
    await admin.call('POST', `/admin/bank-statements/lines/${id}/ignore`, { body: { reason: 'x' } })
  return id
}

/** One for each call. */
async function erasable(path: string): Promise<string> {
  const { id } = await bank.person({ status: 'Closed' })
  const admin = await bank.person({ role: 'Admin' })
  const body = { ground: 'requested' }
  if (path.endsWith('/identity')) await admin.call('POST', `/admin/users/${id}/erasure`, { body })
  return id
}

async function pausedScheduledPayment(person: Person): Promise<void> {
  const body = transferForm({ startOn: '2028-01-31', every: 'month' })
  const payment = (await person.call('POST', '/orders', { body })).json()
  await person.call('PATCH', `/orders/${payment._id}`, { body: { status: 'paused' } })
}

const VICTIMS = {
  'a customer with PIN and factors': async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    await enrolTotp(person, bank.now)
    await addPasskey(person)
    return makeVictim(person)
  },
  'a customer without any': async () => makeVictim(await bank.person({ pin: null })),
  'an administrator': async () => makeVictim(await bank.person({ role: 'Admin' }), 'Admin'),
}

const updates = (): Record<keyof UserUpdates, Json> => ({
  fullName: 'Mallory',
  email: `${newId()}@evil.example`,
  mobile: '1',
  address: 'Elsewhere 1',
  gender: 'others',
  dob: '1990-12-31',
  nationality: 'X',
  role: 'Admin',
  status: 'Pending',
  codeDescription: 'Tax',
  transactionCode: { code: '54321', expireDate: '2099-01-01' },
})

const oneByOne = (fields: readonly string[]) =>
  fields.map((field) => ({ [field]: updates()[field as keyof UserUpdates] }))

/** The bodies of calls whose example does not fit; the thief guesses PINs and codes. */
function bodiesOf(endpoint: Endpoint, victim: Victim): unknown[] {
  const { person, role, customer, applicant, pendingId, ownPendingId, bookedId, receipt, savingsId, wireId } = victim
  const guess = { ...transferForm({ pin: '0000' }), amount: 1 }
  const bodies: Record<string, unknown[]> = {
    'PUT /users/update': oneByOne(Object.keys(ownProfile)),
    'PATCH /admin/user': oneByOne(Object.keys(userUpdates.shape)).map((updates) => ({ userId: customer.id, updates })),
    'PUT /users/password': [{ password: PASSWORD, newPassword: 'the thief’s long sentence' }],
    'PUT /users/pin': [{ pin: '1234', newPin: '4711' }],
    'PUT /users/pin/recovery': [{ token: victim.pinToken, pin: '4711' }],
    'POST /auths/confirm': [{ password: 'a guess' }, { totp: '000000' }, { recoveryCode: '00000-00000' }],
    'PATCH /users/factors/passkeys/:id': [{ name: 'Mallory' }],
    'POST /orders': [{ ...guess, startOn: '2028-01-31', every: 'month' }],
    'PATCH /orders/:id': [{ status: 'active' }, { status: 'ended' }, { amount: 499, pin: '0000' }],
    'POST /admin/outside-accounts': [{ name: 'x', number: newId(), currency: bankCurrency().code }],
    'POST /admin/bank-statements/lines/:id/match': [{ userId: customer.id }],
    'PATCH /admin/webhooks/:id': [{ paused: true }, { paused: false }],
    'PATCH /payees/:id': [{ name: 'x' }, { accountNumber: '666' }, { iban: '' }],
    'POST /transfer/cancel': [{ transactionId: ownPendingId }],
    'POST /transfer': [guess],
    'POST /transfer-code': [{ ...guess, code: '00000' }],
    'POST /deposit': [{ amount: 20, method: 'bank', receipt }],
    'POST /admin/reverse': [{ transactionId: bookedId, reason: 'x' }],
    'POST /admin/payment-runs': [{}],
    'POST /admin/return': [{ transactionId: wireId, reason: 'x' }],
    'PATCH /accounts/:id': [{ name: 'Mine' }],
    'POST /accounts/move': [{ from: person.id, to: savingsId, amount: 1 }],
    'PUT /users/picture': [{ image: receipt }],
    'POST /verification': [{ documents: [{ kind: 'identity', imageUrl: receipt }] }],
    'POST /admin/verifications/decide': [
      { userId: applicant.id, decision: 'approve' },
      { userId: applicant.id, decision: 'reject', reason: 'x' },
    ],
    'POST /suport/send': [{ receiver: role === 'Admin' ? customer.id : 'Admin', message: 'x' }],
    'POST /push/devices': [randomSubscription()],
    'PATCH /push': [{ showAmounts: false }, { showAmounts: true }],
    'PUT /notifications/mail': [true, false].map((on) =>
      Object.fromEntries(OPTIONAL_MAIL_KINDS.map((kind) => [kind, on])),
    ),
  }
  const example = exampleOf(endpoint)
  if (nameOf(endpoint) === 'PUT /settings') {
    const settings = example as { mail: object }
    return [{ ...settings, mail: { ...settings.mail, password: 'the thief’s mail server' } }]
  }
  const ids = { userId: customer.id, subjectId: customer.id, transactionId: pendingId }
  const known = Object.entries(ids).filter(([name]) => name in ((example ?? {}) as object))
  return bodies[nameOf(endpoint)] ?? [example && { ...(example as object), ...Object.fromEntries(known) }]
}

/** Their files have tests of their own. */
const FORMS = ['POST /admin/bank-statements', 'POST /admin/bank-statements/preview', 'POST /images']

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

async function pathsOf(
  { path }: Endpoint,
  { person, customer, pendingId, ownPendingId, proposalIds, receipt, savingsId, entryId }: Victim,
): Promise<string[]> {
  const [passkey] = await bank.owner<{ id: string }[]>`select id from passkeys where person_id = ${person.id}`
  const [payee] = await bank.owner<{ id: string }[]>`select id from payees where person_id = ${person.id} limit 1`
  const [payment] = await bank.owner<{ id: string }[]>`select id from orders where person_id = ${person.id}`
  const [run] = await bank.owner<
    { id: string }[]
  >`select id from payment_runs where sent_at is null order by number limit 1`
  const [webhook] = await bank.owner<{ id: string }[]>`select id from webhooks where created_by <> ${person.id} limit 1`
  const [delivery] = await bank.owner<
    { id: string }[]
  >`select id from webhook_deliveries where webhook_id = ${webhook?.id ?? SOME_ID}`
  const [outside] = await bank.owner<{ id: string }[]>`select id from outside_accounts limit 1`
  const [apiKey] = await bank.owner<{ id: string }[]>`select id from api_keys where person_id = ${person.id}`
  const [push] = await bank.owner<{ id: string }[]>`select id from push_devices where person_id = ${person.id} limit 1`
  const [device] = await bank.owner<{ id: string }[]>`select id from sessions where person_id = ${person.id} limit 1`
  const ids: [string, string | undefined][] = [
    ['/users/factors/passkeys/', passkey?.id],
    ['/users/devices/', device?.id],
    ['/push/devices/', push?.id],
    ['/users/api-keys/', apiKey?.id],
    ['/accounts/', savingsId],
    ['/payees/', payee?.id],
    ['/orders/', payment?.id],
    ['/transactions/:', ownPendingId],
    ['/images/', receipt.split('/').at(-1)],
    ['/admin/transactions/', pendingId],
    ['/admin/bank-statements/lines/', path.endsWith('/match') ? entryId : await entryFor(path)],
    ['/admin/outside-accounts/', outside?.id],
    ['/admin/users/', path.includes('/erasure') ? await erasable(path) : customer.id],
    ['/admin/conversations/', customer.id],
    ['/admin/payment-runs/', run?.id],
    ['/admin/webhooks/', webhook?.id],
    ['/admin/saved-filters/', path.includes('/saved-filters/') ? await saveFilterOf(person) : SOME_ID],
    ['/admin/proposals/', proposalIds[path.endsWith('/confirm') ? 0 : 1]],
  ]
  const id = ids.find(([start]) => path.startsWith(start))?.[1] ?? SOME_ID
  return [
    path
      .replace(/:\w+/, id)
      .replace(':fingerprint', '5'.repeat(64))
      .replace(':deliveryId', delivery?.id ?? SOME_ID),
  ]
}

/** What a call removes is not there for the next one, so removals come late; calls that end the session come last. */
function orderOf(endpoint: Endpoint): number {
  // Other changes of secrets void the link.
  if (endpoint.path === '/users/pin/recovery') return endpoint.method === 'PUT' ? -1 : 0
  if (lastingEffect(endpoint) || endpoint.path.startsWith('/users/devices')) return 2
  return endpoint.method === 'DELETE' ? 1 : 0
}

async function attemptsOn(victim: Victim): Promise<Attempt[]> {
  const endpoints = bank.routes
    .map(({ endpoint }) => endpoint)
    .filter(({ policy, success }) => policy !== 'public' && success.body !== 'events')
    .filter(({ policy }) => victim.role === 'Admin' || !isPermission(policy))
    .sort((a, b) => orderOf(a) - orderOf(b))
  const attempts: Attempt[] = []
  for (const endpoint of endpoints)
    for (const path of await pathsOf(endpoint, victim))
      for (const body of bodiesOf(endpoint, victim)) attempts.push({ endpoint, path, body })
  return attempts
}

/** As the server asks it: with the parsed body. */
function isDeclaredSensitive({ endpoint: { fresh, body: schema }, body }: Attempt): boolean {
  return typeof fresh === 'function' ? fresh(schema?.parse(body) as never) : fresh === true
}

const send = ({ endpoint, path, body }: Attempt, token: string) => bank.call(endpoint.method, path, { body, token })
const describeAttempt = ({ endpoint, body }: Attempt) => `${nameOf(endpoint)} ${JSON.stringify(body) ?? ''}`

test.each(Object.entries(VICTIMS))(
  'fifteen minutes after sign-in, the token of %s changes no sign-in detail, secret, factor or setting and moves no money',
  async (_, make) => {
    const victim = await make()
    bank.clock.offsetMs = FRESH_MS
    const attempts = (await attemptsOn(victim)).filter(({ endpoint }) => !ALLOWED.includes(nameOf(endpoint)))
    const before = await sensitiveState()
    const wrong: string[] = []
    for (const attempt of attempts) {
      const response = await send(attempt, victim.person.token)
      const refused = response.statusCode === 403 && response.json().code === 'confirmation_required'
      if (refused !== isDeclaredSensitive(attempt)) wrong.push(`${describeAttempt(attempt)}: ${response.statusCode}`)
    }
    expect(wrong).toEqual([])
    expect(await sensitiveState()).toEqual(before)
  },
)

test('a token alone moves money only between accounts of its owner, who still has all of it', async () => {
  const [victim, thief] = [await VICTIMS['a customer with PIN and factors'](), await bank.person()]
  const moneyOf = async (ownerId: string) =>
    (
      await bank.sql`select sum(balance)::bigint as balance, sum(held)::bigint as held from accounts where owner_id = ${ownerId}`
    )[0]
  const { token } = victim.person
  bank.clock.offsetMs = FRESH_MS
  const into = (to: string, amount = 1) =>
    bank.call('POST', '/accounts/move', { token, body: { from: victim.person.id, to, amount } })
  // All but what the victim's own pending transfer holds.
  expect((await into(victim.savingsId, 495)).statusCode).toBe(201)
  expect([(await into(thief.id)).statusCode, (await into(victim.customer.id)).statusCode]).toEqual([404, 404])
  const guess = { ...transferForm({ pin: '0000' }), amount: 1, accountId: victim.savingsId }
  expect((await bank.call('POST', '/transfer', { token, body: guess })).json().code).toBe('pin_incorrect')
  expect((await bank.call('POST', `/accounts/${victim.savingsId}/close`, { token })).json().code).toBe(
    'account_not_empty',
  )
  expect(await moneyOf(victim.person.id)).toEqual({ balance: 500_00n, held: 5_00n })
  expect(await moneyOf(thief.id)).toEqual({ balance: 0n, held: 0n })
})

test('of the same calls from a fresh session, those that change any of it are the ones that need one', async () => {
  const undeclared: string[] = []
  const sensitive = new Set<string>()
  const wellFormed = new Set<string>()
  for (const make of Object.values(VICTIMS)) {
    const victim = await make()
    const attempts = await attemptsOn(victim)
    let before = JSON.stringify(await sensitiveState())
    for (const attempt of attempts) {
      const response = await send(attempt, victim.person.token)
      const name = nameOf(attempt.endpoint)
      if (![400, 404, 415].includes(response.statusCode)) wellFormed.add(name)
      const after = JSON.stringify(await sensitiveState())
      if (after === before) continue
      before = after
      sensitive.add(name)
      if (!isDeclaredSensitive(attempt) && !ALLOWED.includes(name)) undeclared.push(describeAttempt(attempt))
    }
  }
  expect(undeclared).toEqual([])
  const called = bank.routes.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.policy !== 'public')
  const names = called.map(({ endpoint }) => nameOf(endpoint))
  expect(names.filter((name) => !wellFormed.has(name)).sort()).toEqual(FORMS)
  // The rest of the sensitive ones only begin a registration, need the answer to one, change nothing but the proposal, or read
  // everything at once.
  const declared = called.filter(({ endpoint }) => endpoint.fresh).map(({ endpoint }) => nameOf(endpoint))
  expect(declared.filter((name) => !sensitive.has(name) && !FORMS.includes(name)).sort()).toEqual([
    'POST /admin/proposals/:id/reject',
    'POST /admin/users/:id/erasure/identity',
    'POST /users/export',
    'POST /users/factors/passkeys',
    'POST /users/factors/passkeys/options',
    'POST /users/factors/totp/confirm',
  ])
})
