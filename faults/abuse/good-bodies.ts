import { isPermission } from '#contract/permissions.ts'
import { openResetLink, signResetToken } from '#server/identity/password/reset-links.ts'
import { openPinLink, signPinToken } from '#server/identity/pin/pin-recovery.ts'
import type { Json } from '../../server/test/bad-values.ts'
import { exampleOf } from '../../server/test/bad-values.ts'
import type { Campaign } from './campaign.ts'
import { fullBodyOf, nameOf } from './contract-endpoints.ts'
import { externalMoneyBodies } from './external-money-bodies.ts'
import type { Good, GoodBodies } from './good-body.ts'
import type { AttackTarget, Person } from './target.ts'
import { webhookBodies } from './webhook-bodies.ts'

const PASSWORD = 'a password that is right'
const FORM = { accountName: 'Pia Payee', accountNumber: '99887766', bankName: 'Other Bank', amount: 12.5 }

export async function makeGoodBodies({ target, endpoints }: Campaign): Promise<GoodBodies> {
  const admin = await target.person({ role: 'Admin' })
  const user = await target.person({ pin: '1234', balance: 1_000, password: PASSWORD })
  const coded = await target.person({ pin: '1234', code: '54321', balance: 1_000 })
  const [bare, forgetful, other] = [await target.person(), await target.person(), await target.person({ pin: '1234' })]
  const stored = await storeSettings(target, endpoints, admin)
  const whole = { ...FORM, iban: 'DE89370400440532013000', swiftCode: 'COBADEFF', pin: '1234' }
  const transfer = async (by: Person) =>
    ((await target.client.call(by.token, 'POST', '/transfer', whole)).json() as { _id: string })._id
  const about = await transfer(user)
  const of: Record<string, Omit<Good, 'proven'>> = {
    'POST /auths/register': { by: null, body: { fullName: 'New', email: 'new@abuse.example', password: 'x' } },
    'POST /auths/login': { by: null, body: { email: user.email, password: PASSWORD } },
    'POST /auths/forgot': { by: null, body: { email: user.email } },
    'POST /auths/reset': { by: null, body: { token: await resetToken(target, forgetful), password: 'another' } },
    'PUT /users/password': { by: user, body: { password: PASSWORD, newPassword: PASSWORD } },
    'PUT /users/update': {
      by: user,
      body: { fullName: 'Ada', email: 'own@abuse.example', mobile: '1', gender: 'others' },
    },
    'POST /users/api-keys': {
      by: user,
      body: { name: 'Payroll', scopes: ['read', 'transfer'], dailyMax: 5, expiresAt: '2099-01-01T00:00:00.000Z' },
    },
    ...(await pinBodies(target, bare)),
    'PUT /users/picture': { by: user, body: { image: await target.upload(user) } },
    ...(await accountBodies(target, { admin, user, other })),
    'POST /transfer': { by: user, body: { ...whole, accountId: user.id } },
    'POST /transfer-code': { by: coded, body: { ...whole, code: '54321', accountId: coded.id } },
    ...scheduledPaymentBodies(coded, { ...whole, code: '54321' }),
    ...payeeBodies(user),
    ...decisionBodies(admin, user, [await transfer(user), await transfer(user), await transfer(user)]),
    'POST /admin/reverse': { by: admin, body: { transactionId: await booked(target), reason: 'x' } },
    'POST /admin/return': { by: admin, body: { transactionId: await wired(target, admin, user), reason: 'x' } },
    ...(await externalMoneyBodies(target, { admin, customer: other, wire: () => wired(target, admin, user) })),
    ...(await webhookBodies(target, admin)),
    'PATCH /admin/user': {
      by: admin,
      body: {
        userId: other.id,
        updates: {
          role: 'User',
          status: 'Active',
          gender: 'others',
          transactionCode: { code: '12345', expireDate: '2099-01-01' },
        },
      },
    },
    'PATCH /admin/remove-code': { by: admin, body: { userId: other.id } },
    'POST /admin/reset-pin': { by: admin, body: { userId: other.id } },
    'POST /admin/end-sessions': { by: admin, body: { userId: other.id } },
    'POST /admin/factors/reset': { by: admin, body: { userId: other.id, reason: 'Lost phone' } },
    ...(await verificationBodies(target, admin)),
    ...correspondenceBodies(admin, other),
    'PUT /settings': { by: admin, body: stored },
    'POST /suport/send': {
      by: user,
      body: { receiver: 'Admin', message: 'Hello', attachment: await target.upload(user), transactionId: about },
    },
  }
  return new Map(
    endpoints.map((endpoint) => {
      const specific = of[nameOf(endpoint)]
      const by = specific
        ? specific.by
        : isPermission(endpoint.policy)
          ? admin
          : endpoint.policy === 'public'
            ? null
            : user
      const body = withoutExpected(fullBodyOf(endpoint, specific?.body))
      return [nameOf(endpoint), { ...specific, by, body, proven: specific !== undefined }]
    }),
  )
}

const decisionBodies = (
  admin: Person,
  user: Person,
  [approved, declined, cancelled]: [string, string, string],
): Record<string, Omit<Good, 'proven'>> => ({
  'POST /deposit/approve': { by: admin, body: { transactionId: approved } },
  'POST /deposit/decline': { by: admin, body: { transactionId: declined, reason: 'No' } },
  'POST /transfer/cancel': { by: user, body: { transactionId: cancelled } },
})

const scheduledPaymentBodies = (by: Person, form: { [field: string]: Json }): Record<string, Omit<Good, 'proven'>> => ({
  'POST /orders': {
    by,
    body: { ...form, accountId: by.id, name: 'Rent', startOn: '2028-01-31', every: 'month', until: '2029-01-31' },
  },
})

function payeeBodies(user: Person): Record<string, Omit<Good, 'proven'>> {
  const account = { accountName: 'Pia Payee', accountNumber: '99887766' }
  const bank = { bankName: 'Other Bank', iban: 'DE89370400440532013000', swiftCode: 'COBADEFF' }
  const payee = { name: 'Rent', ...account, ...bank }
  return {
    'POST /payees': { by: user, body: { ...payee, accountNumber: '1' } },
    'POST /payees/check': { by: user, body: account },
  }
}

const correspondenceBodies = (admin: Person, customer: Person): Record<string, Omit<Good, 'proven'>> => ({
  'POST /admin/tags': { by: admin, body: { subject: 'person', subjectId: customer.id, text: 'VIP' } },
  'POST /admin/tags/remove': { by: admin, body: { subject: 'person', subjectId: customer.id, text: 'VIP' } },
  'POST /admin/notes': { by: admin, body: { userId: customer.id, text: 'Called\nagain' } },
})

/** Of two accounts of one person. */
async function accountBodies(
  target: AttackTarget,
  { admin, user, other }: Record<'admin' | 'user' | 'other', Person>,
): Promise<Record<string, Omit<Good, 'proven'>>> {
  const opened = await target.client.call(user.token, 'POST', '/accounts', { name: 'Car' })
  const { _id: accountId } = opened.json() as { _id: string }
  const adjustment = { userId: user.id, accountId, amount: 1, createdAt: '2026-01-05', note: 'x' }
  const deposit = { amount: 20, method: 'crypto', receipt: await target.upload(user), currency: 'Bitcoin', accountId }
  return {
    'PUT /users/limits': { by: other, body: { daily: 500 } },
    'POST /accounts': { by: other, body: { name: 'Holidays', goal: 2500 } },
    'POST /accounts/move': { by: user, body: { from: user.id, to: accountId, amount: 1 } },
    'POST /deposit': { by: user, body: deposit },
    'POST /pay-requests': { by: user, body: { amount: 1, reference: 'Lunch', accountId } },
    'POST /admin/fund': { by: admin, body: adjustment },
    'POST /admin/debit': { by: admin, body: adjustment },
  }
}

/** One person who has yet to submit documents, and one whose documents wait for a decision. */
async function verificationBodies(target: AttackTarget, admin: Person): Promise<Record<string, Omit<Good, 'proven'>>> {
  const [nia, ben] = [await target.person({ status: 'Pending' }), await target.person({ status: 'Pending' })]
  const documents = async (of: Person) => ({ documents: [{ kind: 'identity', imageUrl: await target.upload(of) }] })
  await target.client.call(ben.token, 'POST', '/verification', await documents(ben))
  const found = await target.client.call(admin.token, 'GET', `/admin/verifications/${ben.id}`)
  const submissionId = (found.json() as { submissions: { _id: string }[] }).submissions[0]?._id ?? ''
  const decision = { userId: ben.id, decision: 'reject', reason: 'Blurred', submissionId }
  return {
    'POST /verification': { by: nia, body: await documents(nia) },
    'POST /admin/verifications/decide': { by: admin, body: decision },
  }
}

/** A completed transaction that can be reversed: the opening balance of a person who has spent nothing. */
async function booked(target: AttackTarget): Promise<string> {
  const { id } = await target.person({ balance: 100 })
  const [row] = await target.sql<{ id: string }[]>`
    select id from transactions where account_id = ${id} and status = 'Completed' limit 1`
  if (!row) throw new Error('The person has no completed transaction')
  return row.id
}

/** A wire that has left the bank. */
async function wired({ client }: AttackTarget, admin: Person, user: Person): Promise<string> {
  const form = { accountName: 'Pia Payee', accountNumber: '99887766', bankName: 'Other Bank', amount: 1, pin: '1234' }
  const { _id: transactionId } = (await client.call(user.token, 'POST', '/transfer', form)).json() as { _id: string }
  await client.call(admin.token, 'POST', '/deposit/approve', { transactionId })
  return transactionId
}

/** The example settings with a mail password, stored: an update is then a change of existing settings. */
async function storeSettings(target: AttackTarget, endpoints: Campaign['endpoints'], admin: Person): Promise<Json> {
  const endpoint = endpoints.find((one) => nameOf(one) === 'PUT /settings')
  if (!endpoint) throw new Error('There is no PUT /settings')
  const settings = exampleOf(endpoint) as { mail: object }
  const stored = { ...settings, mail: { ...settings.mail, password: 'a mail password' } }
  const response = await target.client.call(admin.token, 'PUT', '/settings', stored)
  if (response.status !== 200) throw new Error(`Could not save the settings: ${response.text}`)
  return stored as Json
}

async function resetToken(target: AttackTarget, { id }: Person): Promise<string> {
  const link = await target.sql.begin((tx) => openResetLink(tx, id, new Date()))
  return signResetToken(target.keys.link, link)
}

/** Two people: a change of the PIN voids the link. */
async function pinBodies(target: AttackTarget, bare: Person): Promise<Record<string, Omit<Good, 'proven'>>> {
  const [by, forgetful] = [await target.person({ pin: '1234' }), await target.person({ pin: '1234' })]
  const link = await target.sql.begin((tx) => openPinLink(tx, forgetful.id, new Date()))
  return {
    'POST /users/create-transaction-code': { by: bare, body: { pin: '4711' } },
    'PUT /users/pin': { by, body: { pin: '1234', newPin: '1234' } },
    'PUT /users/pin/recovery': { by: forgetful, body: { token: signPinToken(target.keys.link, link), pin: '1234' } },
  }
}

/** `expected`, the values an editor last saw, is only compared with the stored ones. */
function withoutExpected(body: Json | undefined): Json | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('expected' in body)) return body
  const { expected: _, ...rest } = body
  return rest
}
