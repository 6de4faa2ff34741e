import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { createPasswords } from '../../src/crypto/passwords.ts'
import { signLink } from '../../src/crypto/signed-links.ts'
import { openResetLink, signResetToken } from '../../src/people/reset-links.ts'
import { secureLinkOf } from '../../src/people/secure-links.ts'
import { SoftwareAuthenticator } from '../authenticator.ts'
import { type Person, useBank } from '../bank.ts'
import { confirmationToken, undoToken } from '../email-links.ts'
import { addPasskey, enrolTotp } from '../factors.ts'
import { createUpload } from '../money.ts'
import { proposePinReset } from '../propose-pin-reset.ts'
import { totpCode } from '../totp-code.ts'
import { submitDocuments } from '../verification.ts'

/*
 * A client written from the OpenAPI description alone: makes every described call and compares status, headers and body
 * of each response with the description.
 */

type Request = {
  by?: Person | null
  path?: string
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}
type Recipe = () => Promise<Request> | Request

let mailServer: SMTPServer
const bank = useBank(async () => {
  mailServer = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  const tcpServer = mailServer.listen(0, '127.0.0.1')
  await once(tcpServer, 'listening')
  const { port } = tcpServer.address() as AddressInfo
  return { config: { smtpUrl: `smtp://127.0.0.1:${port}` } }
})
let user: Person
let admin: Person
let ajv: Ajv2020
let document: {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: object; content?: object }> }>>
}

beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Iris Admin' })
  user = await bank.person({ balanceCents: 5_000_00n, fullName: 'Otto User' })
  document = (await bank.call('GET', '/openapi.json')).json()
  ajv = new Ajv2020({ strict: false })
  // CommonJS under Node: the function is the module's default.
  ;(formats as unknown as { default: (target: Ajv2020) => void }).default(ajv)
  ajv.addSchema(document, 'bank')
})
afterAll(() => mailServer.close())

const form = { accountNumber: '99887766', accountName: 'Pia Payee', bankName: 'Other Bank', amount: 12.5 }
const transfer = async (by = user) =>
  (await by.call('POST', '/transfer', { body: { ...form, pin: '1234' } })).json()._id as string

async function upload(): Promise<Request> {
  const png = await sharp({
    create: { width: 8, height: 8, channels: 3, background: `#${Date.now().toString(16).slice(-6)}` },
  })
    .png()
    .toBuffer()
  const head =
    '--walk\r\nContent-Disposition: form-data; name="image"; filename="r.png"\r\nContent-Type: image/png\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--walk--\r\n')])
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=walk' } }
}
async function uploaded(): Promise<string> {
  const { body, headers } = await upload()
  return (await user.call('POST', '/images', { body, headers: headers ?? {} })).json().imageUrl as string
}

/** The example body of the description. */
const exampleOf = (name: string) => {
  const found = bank.routes.find(({ endpoint }) => nameOf(endpoint) === name)
  return (found?.endpoint.body?.meta()?.examples as unknown[] | undefined)?.[0]
}

async function personWithTotp() {
  const by = await bank.person()
  const { recoveryCodes } = await enrolTotp(by, bank.now)
  return { by, recoveryCode: recoveryCodes[0] }
}
async function personWithNewEmail() {
  const by = await bank.person()
  await by.call('PUT', '/users/update', { body: { email: `new-${by.email}` } })
  return by
}
async function applicant() {
  const by = await bank.person({ status: 'Pending' })
  const { documents } = (await submitDocuments(by)).json() as { documents: { _id: string }[] }
  return { by, documentId: documents[0]?._id }
}
async function passkeyPath() {
  const by = await bank.person()
  return { by, path: `/users/factors/passkeys/${(await addPasskey(by)).response.json()._id}` }
}

async function savings() {
  const by = await bank.person({ balanceCents: 100_00n })
  return { by, id: (await by.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()._id as string }
}

const payee = { name: 'Rent', accountName: 'Pia Payee', accountNumber: '99887766', bankName: 'Other Bank' }
async function payeePath() {
  const by = await bank.person()
  return { by, path: `/payees/${(await by.call('POST', '/payees', { body: payee })).json()._id}` }
}

/** The input of calls that need an existing id, a file or a time. All other calls are made without input. */
const recipes: Record<string, Recipe> = {
  'POST /auths/register': () => ({
    by: null,
    body: { fullName: 'New Person', email: 'new@walk.example', password: 'x' },
  }),
  'POST /auths/login': () => ({ by: null, body: { email: 'new@walk.example', password: 'x' } }),
  'POST /auths/logout': async () => ({ by: await bank.person() }),
  'POST /auths/forgot': () => ({ by: null, body: { email: 'new@walk.example' } }),
  'POST /auths/reset': async () => {
    const { id } = await bank.person()
    const link = await bank.sql.begin((tx) => openResetLink(tx, id, bank.now()))
    return { by: null, body: { token: signResetToken(bank.keys.link, link), password: 'a new one' } }
  },
  'POST /auths/confirm-email': async () => {
    const by = await personWithNewEmail()
    return { by: null, body: { token: await confirmationToken(bank, by.id) } }
  },
  'POST /auths/undo-email': async () => {
    const by = await personWithNewEmail()
    return { by: null, body: { token: await undoToken(bank, by.id, by.email) } }
  },
  'POST /users/confirm-email': async () => ({ by: await personWithNewEmail() }),
  'POST /auths/secure-account': async () => {
    const { id } = await bank.person()
    const [session] = await bank.owner<{ id: string }[]>`
      update sessions set new_device = true where person_id = ${id} returning id`
    const link = secureLinkOf(session?.id ?? '', bank.now())
    return { by: null, body: { token: signLink(bank.keys.link, 'secure account', link) } }
  },
  'PUT /users/password': async () => {
    const by = await bank.person()
    const example = exampleOf('PUT /users/password') as { password: string }
    const hash = await createPasswords(bank.keys).hash(example.password)
    await bank.owner`update people set password_hash = ${hash} where id = ${by.id}`
    return { by, body: example }
  },
  'POST /auths/login/verify': async () => {
    const { by, recoveryCode } = await personWithTotp()
    const hash = await createPasswords(bank.keys).hash('a password')
    await bank.owner`update people set password_hash = ${hash} where id = ${by.id}`
    const login = await bank.call('POST', '/auths/login', { body: { email: by.email, password: 'a password' } })
    return { by: null, body: { challenge: login.json().challenge, recoveryCode } }
  },
  'POST /auths/passkey': async () => {
    const { authenticator } = await addPasskey(await bank.person())
    const { challenge, options } = (await bank.call('POST', '/auths/passkey/options')).json()
    return { by: null, body: { challenge, response: authenticator.sign(options) } }
  },
  'POST /auths/confirm': async () => {
    const { by, recoveryCode } = await personWithTotp()
    return { by, body: { recoveryCode } }
  },
  'POST /users/factors/totp/confirm': async () => {
    const by = await bank.person()
    const { secret } = (await by.call('POST', '/users/factors/totp')).json()
    return { by, body: { totp: totpCode(secret, bank.now()) } }
  },
  'DELETE /users/factors/totp': async () => ({ by: (await personWithTotp()).by }),
  'POST /users/factors/passkeys': async () => {
    const by = await bank.person()
    const { challenge, options } = (await by.call('POST', '/users/factors/passkeys/options')).json()
    return { by, body: { challenge, name: 'My phone', response: new SoftwareAuthenticator().register(options) } }
  },
  'PATCH /users/factors/passkeys/:id': async () => ({ ...(await passkeyPath()), body: { name: 'Old phone' } }),
  'DELETE /users/factors/passkeys/:id': passkeyPath,
  'POST /users/factors/recovery-codes': async () => ({ by: (await personWithTotp()).by }),
  'PUT /settings': () => {
    const example = exampleOf('PUT /settings') as { mail: object }
    return { body: { ...example, mail: { ...example.mail, password: 'first one' } } }
  },
  'POST /admin/end-sessions': async () => ({ body: { userId: (await bank.person()).id } }),
  'POST /newsletters': () => ({ by: null, body: { email: 'reader@walk.example' } }),
  'POST /contact': () => ({
    by: null,
    body: { name: 'Cara', email: 'cara@walk.example', mobile: '1', message: 'Hello', terms: true },
  }),
  'GET /users': () => ({ by: user }),
  'PUT /users/limits': async () => ({ by: await bank.person(), body: { daily: 500 } }),
  'PUT /users/update': () => ({ by: user, body: { fullName: 'Otto User', address: 'Here 1' } }),
  'POST /users/create-transaction-code': async () => ({ by: await bank.person({ pin: null }), body: { pin: '4321' } }),
  'PUT /users/picture': async () => ({ by: user, body: { image: await uploaded() } }),
  'DELETE /users/devices': async () => ({ by: await bank.person() }),
  'DELETE /users/devices/:id': async () => {
    const by = await bank.person()
    return { by, path: `/users/devices/${(await by.call('GET', '/users/devices')).json()[0]._id}` }
  },
  'POST /images': async () => ({ by: user, ...(await upload()) }),
  'GET /images/:id': async () => ({ by: user, path: (await uploaded()).replace('/api', '') }),
  'POST /deposit': async () => ({ by: user, body: { amount: 20, method: 'bank', receipt: await uploaded() } }),
  'GET /accounts': async () => ({ by: (await savings()).by }),
  'POST /accounts': () => ({ by: user, body: { name: 'Holidays', goal: 2500 } }),
  'PATCH /accounts/:id': async () => {
    const { by, id } = await savings()
    return { by, path: `/accounts/${id}`, body: { name: 'Car', goal: 9000 } }
  },
  'POST /accounts/:id/close': async () => {
    const { by, id } = await savings()
    return { by, path: `/accounts/${id}/close` }
  },
  'POST /accounts/move': async () => {
    const { by, id } = await savings()
    return { by, body: { from: by.id, to: id, amount: 10 } }
  },
  'POST /transfer': () => ({ by: user, body: { ...form, pin: '1234' } }),
  'POST /transfer/authorisation': async () => {
    const by = await bank.person()
    await addPasskey(by)
    return { by, body: form }
  },
  'POST /transfer/cancel': async () => ({ by: user, body: { transactionId: await transfer() } }),
  'POST /transfer-code': async () => {
    const code = { code: '12345', expiresAt: new Date(Date.now() + 3_600_000) }
    return { by: await bank.person({ balanceCents: 100_00n, code }), body: { ...form, code: '12345', pin: '1234' } }
  },
  'POST /deposit/approve': async () => ({ body: { transactionId: await transfer() } }),
  'POST /deposit/decline': async () => ({ body: { transactionId: await transfer(), reason: 'Unreadable' } }),
  'POST /admin/fund': () => ({ body: { userId: user.id, amount: 10 } }),
  'POST /admin/debit': () => ({ body: { userId: user.id, amount: 10 } }),
  'POST /admin/reverse': async () => {
    const { _id: transactionId } = (
      await admin.call('POST', '/admin/fund', { body: { userId: user.id, amount: 10 } })
    ).json()
    return { body: { transactionId, reason: 'By mistake' } }
  },
  'POST /admin/proposals/:id/confirm': async () => ({
    path: `/admin/proposals/${await proposePinReset(bank)}/confirm`,
  }),
  'POST /admin/proposals/:id/reject': async () => ({
    path: `/admin/proposals/${await proposePinReset(bank)}/reject`,
    body: { reason: 'Not asked for' },
  }),
  'GET /admin/transactions/:id': async () => ({ path: `/admin/transactions/${await transfer()}` }),
  'GET /admin/search': () => ({ query: { q: 'ad' } }),
  'GET /transactions/:id': async () => ({ by: user, path: `/transactions/${await transfer()}` }),
  'PATCH /transactions/:id': async () => ({
    by: user,
    path: `/transactions/${await transfer()}`,
    body: { note: 'Lunch', category: 'dining' },
  }),
  'POST /pay-requests': () => ({ by: user, body: { amount: 5, reference: 'Lunch' } }),
  'GET /pay-requests/:code': async () => ({
    by: user,
    path: `/pay-requests/${(await user.call('POST', '/pay-requests', { body: { amount: 5 } })).json().code}`,
  }),
  'POST /payees': () => ({ by: user, body: payee }),
  'GET /payees': () => ({ by: user }),
  'POST /payees/check': () => ({ by: user, body: { accountNumber: '99887766', accountName: 'Pia Payee' } }),
  'PATCH /payees/:id': async () => ({ ...(await payeePath()), body: { name: 'New flat' } }),
  'DELETE /payees/:id': payeePath,
  'GET /admin/notes': () => ({ query: { userId: user.id } }),
  'POST /admin/notes': () => ({ body: { userId: user.id, text: 'Called' } }),
  'GET /admin/users/:id': () => ({ path: `/admin/users/${user.id}` }),
  'GET /admin/users/:id/limits': () => ({ path: `/admin/users/${user.id}/limits` }),
  'PUT /admin/users/:id/limits': () => ({ path: `/admin/users/${user.id}/limits`, body: { daily: 5000 } }),
  'PATCH /admin/user': () => ({
    body: {
      userId: user.id,
      updates: { transactionCode: { code: '54321', expireDate: '2099-01-01' }, codeDescription: 'Tax' },
    },
  }),
  'PATCH /admin/remove-code': () => ({ body: { userId: user.id } }),
  'POST /admin/factors/reset': async () => ({
    body: { userId: (await personWithTotp()).by.id, reason: 'Lost phone' },
  }),
  'POST /admin/reset-pin': async () => ({ body: { userId: (await bank.person()).id } }),
  'POST /verification': async () => {
    const by = await bank.person({ status: 'Pending' })
    return { by, body: { documents: [{ kind: 'identity', imageUrl: await createUpload(bank, by) }] } }
  },
  'GET /verification/documents/:id': async () => {
    const { by, documentId } = await applicant()
    return { by, path: `/verification/documents/${documentId}` }
  },
  'GET /admin/verifications/:id': async () => ({ path: `/admin/verifications/${(await applicant()).by.id}` }),
  'GET /admin/verifications/documents/:id': async () => ({
    path: `/admin/verifications/documents/${(await applicant()).documentId}`,
  }),
  'POST /admin/verifications/decide': async () => ({
    body: { userId: (await applicant()).by.id, decision: 'approve' },
  }),
  'GET /suport/user': async () => {
    await user.call('POST', '/suport/send', { body: { receiver: 'Admin', message: 'Hello?', isAdmin: false } })
    return { query: { userId: user.id } }
  },
  'GET /suport/message': () => ({ by: user }),
  'PATCH /admin/conversations/:userId': async () => {
    const customer = await bank.person()
    await customer.call('POST', '/suport/send', { body: { receiver: 'Admin', message: 'Hello?' } })
    return { path: `/admin/conversations/${customer.id}`, body: { state: 'solved' } }
  },
  'GET /suport/person': () => ({ query: { userId: user.id } }),
  'GET /admin/access-log': () => ({ query: { userId: user.id } }),
  'POST /notifications/read': () => ({ by: user, body: { upTo: '1' } }),
  'PUT /notifications/mail': async () => ({
    by: user,
    body: (await user.call('GET', '/notifications/mail')).json() as object,
  }),
  'POST /suport/send': () => ({ by: user, body: { receiver: 'Admin', message: 'Thank you', isAdmin: false } }),
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const operationOf = ({ method, path }: Endpoint) => {
  const described = `/api${path.replace(/:(\w+)/g, '{$1}')}`
  return {
    pointer: `${described.replaceAll('/', '~1')}/${method.toLowerCase()}`,
    responses: document.paths[described]?.[method.toLowerCase()]?.responses,
  }
}

function complaints(endpoint: Endpoint, response: LightMyRequestResponse): string[] {
  const { pointer, responses } = operationOf(endpoint)
  const description = responses?.[response.statusCode]
  if (!description)
    return [`${nameOf(endpoint)}: ${response.statusCode} is not described: ${response.body.slice(0, 200)}`]
  const missing = Object.keys(description.headers ?? {}).filter(
    (name) =>
      !['Link', 'Idempotency-Replayed', 'X-Total-Count'].includes(name) && !response.headers[name.toLowerCase()],
  )
  const found = missing.map((name) => `${nameOf(endpoint)}: header ${name} is missing`)
  const type = String(response.headers['content-type'] ?? '').split(';')[0] ?? ''
  if (!description.content)
    return response.body === '' ? found : [...found, `${nameOf(endpoint)}: a body where none is described`]
  if (!(type in description.content)) return [...found, `${nameOf(endpoint)}: ${type} is not described`]
  if (type !== 'application/json') return found
  const check = ajv.getSchema(
    `bank#/paths/${pointer}/responses/${response.statusCode}/content/application~1json/schema`,
  )
  if (!check?.(response.json()))
    found.push(`${nameOf(endpoint)} ${response.statusCode}: ${ajv.errorsText(check?.errors)}`)
  return found
}

const send = async (endpoint: Endpoint, { by = admin, path = endpoint.path, query, body, headers }: Request) =>
  bank.call(endpoint.method, path, {
    token: by?.token ?? null,
    ...(query ? { query } : {}),
    ...(body === undefined ? {} : { body }),
    ...(headers ? { headers } : {}),
  })

/** The event stream never ends; it has its own tests. */
const described = () => bank.routes.map(({ endpoint }) => endpoint).filter(({ success }) => success.body !== 'events')

test('every described call succeeds as described', async () => {
  const wrong: string[] = []
  for (const endpoint of described()) {
    const response = await send(endpoint, (await recipes[nameOf(endpoint)]?.()) ?? {})
    if (response.statusCode !== endpoint.success.status)
      wrong.push(`${nameOf(endpoint)}: ${response.statusCode} ${response.body.slice(0, 200)}`)
    wrong.push(...complaints(endpoint, response))
  }
  expect(wrong).toEqual([])
})

test('every described call refuses as described: anonymous callers, invalid bodies, unknown ids', async () => {
  const wrong: string[] = []
  const noOne = '00000000-0000-7000-8000-000000000000'
  for (const endpoint of described()) {
    const path = endpoint.path.replace(/:\w+/, noOne)
    const tries: Request[] = [
      { by: null, path },
      { path, query: { senseless: '1' } },
    ]
    if (endpoint.body)
      tries.push(
        { path, body: { senseless: true } },
        { path, body: 'nonsense', headers: { 'content-type': 'text/plain' } },
      )
    for (const request of endpoint.path === '/auths/logout' ? tries.slice(0, 1) : tries)
      wrong.push(...complaints(endpoint, await send(endpoint, request)))
  }
  expect(wrong).toEqual([])
})

test('every recipe is for an existing call', () => {
  const names = new Set(described().map(nameOf))
  expect(Object.keys(recipes).filter((name) => !names.has(name))).toEqual([])
})
