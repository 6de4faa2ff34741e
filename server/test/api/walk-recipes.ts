import sharp from 'sharp'
import { dayOf } from '#contract/bank-day.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { issueDocument } from '../../src/documents/issue-document.ts'
import { monthAt } from '../../src/documents/statements/statement-months.ts'
import { openResetLink, signResetToken } from '../../src/identity/password/reset-links.ts'
import { secureLinkOf } from '../../src/identity/sign-in/secure-links.ts'
import { createPasswords } from '../../src/platform/crypto/passwords.ts'
import { signLink } from '../../src/platform/crypto/signed-links.ts'
import { SoftwareAuthenticator } from '../authenticator.ts'
import type { Bank, Person } from '../bank.ts'
import { confirmationToken, pinToken, undoToken } from '../email-links.ts'
import { addPasskey, enrolTotp } from '../factors.ts'
import { createUpload } from '../money.ts'
import { proposePinReset } from '../propose-pin-reset.ts'
import { totpCode } from '../totp-code.ts'
import { submitDocuments } from '../verification.ts'
import { createExternalMoneyRecipes } from './external-recipes.ts'
import { paymentRunRecipes } from './payment-run-recipes.ts'
import { pushRecipes } from './push-recipes.ts'
import type { Recipe, Request } from './recipe.ts'
import { staffRecipes } from './staff-recipes.ts'
import { webhookRecipes } from './webhook-recipes.ts'

/** How the walk through the OpenAPI description makes each call, so that it succeeds. */
export function createRecipes(bank: Bank, user: Person, admin: Person): Record<string, Recipe> {
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

  const scheduledPayment = { ...form, pin: '1234', startOn: '2028-01-31', every: 'month' }
  async function scheduledPaymentPath(rest = '') {
    const by = await bank.person({ balanceCents: 100_00n })
    return { by, path: `/orders/${(await by.call('POST', '/orders', { body: scheduledPayment })).json()._id}${rest}` }
  }

  /** The input of calls that need an existing id, a file or a time. All other calls are made without input. */
  return {
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
    'DELETE /users/api-keys/:id': async () => {
      const by = await bank.person()
      const key = await by.call('POST', '/users/api-keys', { body: exampleOf('POST /users/api-keys') })
      return { by, path: `/users/api-keys/${key.json()._id}` }
    },
    'POST /users/api-keys': () => ({ by: user, body: exampleOf('POST /users/api-keys') }),
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
    'GET /statements': () => ({ by: user }),
    'GET /statements/:month': () => ({
      by: user,
      path: `/statements/${monthAt(bank.now(), bank.config.bankTimeZone)}`,
    }),
    'GET /admin/statements': () => ({ query: { userId: user.id } }),
    'GET /admin/statements/:month': () => ({
      path: `/admin/statements/${monthAt(bank.now(), bank.config.bankTimeZone)}`,
      query: { userId: user.id },
    }),
    'GET /admin/reports/journal': () => {
      const today = dayOf(bank.now(), bank.config.bankTimeZone)
      return { query: { from: today, to: today } }
    },
    'PUT /users/limits': async () => ({ by: await bank.person(), body: { daily: 500 } }),
    'PUT /users/update': () => ({ by: user, body: { fullName: 'Otto User', address: 'Here 1' } }),
    'POST /users/create-transaction-code': async () => ({
      by: await bank.person({ pin: null }),
      body: { pin: '4321' },
    }),
    'PUT /users/pin': async () => ({ by: await bank.person(), body: exampleOf('PUT /users/pin') }),
    'POST /users/pin/recovery': async () => ({ by: await bank.person() }),
    'PUT /users/pin/recovery': async () => {
      const by = await bank.person()
      return { by, body: { token: await pinToken(bank, by.id), pin: '4711' } }
    },
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
    ...paymentRunRecipes(bank, user, admin),
    ...webhookRecipes(bank, user, admin),
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
    'GET /transactions/:id/receipt': async () => ({ by: user, path: `/transactions/${await transfer()}/receipt` }),
    'GET /admin/transactions/:id/receipt': async () => ({ path: `/admin/transactions/${await transfer()}/receipt` }),
    'GET /users/confirmation': () => ({ by: user }),
    'GET /admin/users/:id/confirmation': () => ({ path: `/admin/users/${user.id}/confirmation` }),
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
    'GET /verify/:fingerprint': async () => {
      const request = {
        kind: 'confirmation',
        ownerId: user.id,
        accountId: user.id,
        subject: '',
        format: 'pdf',
      } as const
      const { number } = await issueDocument(bank, { ...request, final: false }, async function* () {
        yield Buffer.from('A document')
      })
      return { by: null, path: `/verify/${number}` }
    },
    ...createExternalMoneyRecipes(bank, user, admin),
    'POST /orders': () => ({ by: user, body: { ...scheduledPayment, name: 'Rent', until: '2030-01-31' } }),
    'GET /orders': async () => ({ by: (await scheduledPaymentPath()).by }),
    'PATCH /orders/:id': async () => ({ ...(await scheduledPaymentPath()), body: { amount: 20, pin: '1234' } }),
    'DELETE /orders/:id': () => scheduledPaymentPath(),
    'GET /orders/:id/runs': () => scheduledPaymentPath('/runs'),
    'GET /admin/orders': async () => ({ query: { userId: (await scheduledPaymentPath()).by.id } }),
    'POST /payees': () => ({ by: user, body: payee }),
    'GET /payees': () => ({ by: user }),
    'POST /payees/check': () => ({ by: user, body: { accountNumber: '99887766', accountName: 'Pia Payee' } }),
    'PATCH /payees/:id': async () => ({ ...(await payeePath()), body: { name: 'New flat' } }),
    'DELETE /payees/:id': payeePath,
    ...staffRecipes(user, admin),
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
    'POST /admin/users/:id/erasure': async () => ({
      path: `/admin/users/${(await bank.person({ status: 'Closed' })).id}/erasure`,
      body: { ground: 'requested' },
    }),
    'POST /admin/users/:id/erasure/identity': async () => {
      const { id } = await bank.person({ status: 'Closed' })
      await admin.call('POST', `/admin/users/${id}/erasure`, { body: { ground: 'requested' } })
      return { path: `/admin/users/${id}/erasure/identity` }
    },
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
    ...pushRecipes(user),
    'POST /suport/send': () => ({ by: user, body: { receiver: 'Admin', message: 'Thank you', isAdmin: false } }),
  }
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
