import { createHash, randomInt } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { addGlAccount } from '#contract/books/gl-accounts.ts'
import { proposeJournalEntry } from '#contract/books/journal-entries.ts'
import { openAccount } from '#contract/customers/accounts.ts'
import { readConfirmation } from '#contract/documents/receipts.ts'
import { listStatements } from '#contract/documents/statements.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { EXAMPLES } from '#contract/examples.ts'
import { listEntriesOfStatement } from '#contract/external-money/bank-statements.ts'
import { addExternalAccount } from '#contract/external-money/external-accounts.ts'
import { createPaymentRun } from '#contract/external-money/payment-runs.ts'
import { importPaymentStatus } from '#contract/external-money/payment-status-files.ts'
import { ignoreStatementEntry } from '#contract/external-money/statement-entry-acts.ts'
import { importBankStatement } from '#contract/external-money/statement-import.ts'
import { rememberStatementNumber } from '#contract/external-money/statement-numbers.ts'
import { authoriseApiKey, createApiKey } from '#contract/identity/api-keys.ts'
import { login, passkeyOptions } from '#contract/identity/auth.ts'
import { listDevices } from '#contract/identity/devices.ts'
import {
  confirmTotp,
  createPasskey,
  deleteTotp,
  replaceRecoveryCodes,
  startPasskey,
  startTotp,
} from '#contract/identity/factors.ts'
import { updateProfile } from '#contract/identity/profile.ts'
import { readPersonVerification, submitVerification } from '#contract/identity/verification.ts'
import { bankCurrency } from '#contract/money.ts'
import { addPushDevice } from '#contract/notifications/push.ts'
import { addWebhook } from '#contract/notifications/webhooks.ts'
import { removeCode, resetFactors, resetPin } from '#contract/office/administration.ts'
import { eraseUser } from '#contract/office/erasure.ts'
import { saveFilter } from '#contract/office/saved-filters.ts'
import { sendMessage } from '#contract/office/support.ts'
import { fund } from '#contract/payments/adjustments.ts'
import { createPayRequest } from '#contract/payments/pay-requests.ts'
import { addPayee } from '#contract/payments/payees.ts'
import { createScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import { approve } from '#contract/payments/transactions.ts'
import { authoriseTransfer, transfer } from '#contract/payments/transfers.ts'
import { openResetLink, signResetToken } from '../src/identity/password/reset-links.ts'
import { secureLinkOf } from '../src/identity/sign-in/secure-links.ts'
import { signLink } from '../src/platform/crypto/signed-links.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { confirmationToken, pinToken, undoToken } from './email-links.ts'
import type { ExampleRequests } from './example-requests.ts'
import { form, pngFile } from './files.ts'
import { createUpload } from './money.ts'
import { setPassword } from './password.ts'
import { proposePinReset } from './propose-pin-reset.ts'
import { mt940, statementForm } from './statement-files.ts'
import { pain002 } from './status-files.ts'
import { totpCode } from './totp-code.ts'

export type FixtureName = keyof typeof EXAMPLES
type Fixture = (requests: ExampleRequests) => unknown

/** Sends the example of an endpoint; the response has the id of what it made. */
const madeBy = (endpoint: Endpoint) => async (requests: ExampleRequests) => (await requests.made(endpoint)).json()._id
const customerId: Fixture = async ({ customer }) => (await customer()).id

/** How to make what the examples of the contract name. Through the API, where it can be made there. */
export const FIXTURES: Record<FixtureName, Fixture> = {
  customer: customerId,
  customerEmail: async ({ customer }) => (await customer()).email,
  password: async ({ bank, customer }) => {
    await setPassword(bank, (await customer()).id, EXAMPLES.password)
    return EXAMPLES.password
  },
  transactionCode: async (requests) => {
    const transactionCode = { code: EXAMPLES.transactionCode, expireDate: '2099-01-31' }
    const body = { userId: await requests.fixture('customer'), updates: { transactionCode } }
    await requests.send({ by: await requests.staff(), method: 'PATCH', path: '/admin/user', body })
    return EXAMPLES.transactionCode
  },
  firstPin: async ({ made }) => {
    await made(resetPin)
    return EXAMPLES.firstPin
  },
  newEmail: () => `${newId()}@people.example`,
  formerCustomer: async ({ bank }) => (await bank.person({ status: 'Closed' })).id,
  erasedCustomer: async ({ made, fixture }) => {
    await made(eraseUser)
    return fixture('formerCustomer')
  },
  applicant: async (requests) => {
    await requests.made(submitVerification)
    return customerId(requests)
  },
  correspondent: async (requests) => {
    await requests.made(sendMessage)
    return customerId(requests)
  },
  supportStaff: async ({ bank }) => {
    const [{ id }, giver] = [await bank.person({ role: 'Support' }), await bank.person({ role: 'Admin' })]
    await bank.owner`update people set role_given_by = ${giver.id}, role_given_at = now() - interval '1 year' where id = ${id}`
    return id
  },
  leavingStaff: async ({ bank }) => (await bank.person({ role: 'Support' })).id,
  newcomer: async ({ bank }) => (await bank.person({ status: 'Pending' })).id,

  account: customerId,
  savingsAccount: madeBy(openAccount),
  payee: madeBy(addPayee),
  scheduledPayment: madeBy(createScheduledPayment),
  payRequest: madeBy(createPayRequest),
  payRequestCode: async ({ made }) => (await made(createPayRequest)).json().code,
  pendingTransfer: madeBy(transfer),
  bookedDeposit: madeBy(fund),
  wire: madeBy(approve),

  device: async ({ made }) => (await made(listDevices)).json()[0]._id,
  passkey: madeBy(createPasskey),
  apiKey: madeBy(createApiKey),
  pushDevice: madeBy(addPushDevice),
  totp: async ({ bank, made }) => totpCode((await made(startTotp)).json().secret, bank.now()),
  recoveryCode: async ({ made }) => (await made(confirmTotp)).json().recoveryCodes[0],
  loginChallenge: async ({ made, fixture }) => {
    await fixture('recoveryCode')
    return (await made(login)).json().challenge
  },
  passkeyChallenge: async ({ made }) => (await made(passkeyOptions)).json().challenge,
  passkeySignature: async ({ made, authenticator }) => {
    await made(createPasskey)
    return authenticator.sign((await made(passkeyOptions)).json().options)
  },
  registrationChallenge: async ({ made }) => (await made(startPasskey)).json().challenge,
  registration: async ({ made, authenticator }) => authenticator.register((await made(startPasskey)).json().options),
  resetToken: async ({ bank, customer }) => {
    const { id } = await customer()
    const link = await inTransaction(bank.sql, (tx) => openResetLink(tx, id, bank.now()))
    return signResetToken(bank.keys.link, link)
  },
  confirmationToken: async ({ bank, customer, made }) => {
    await made(updateProfile)
    return confirmationToken(bank, (await customer()).id)
  },
  undoToken: async ({ bank, customer, made }) => {
    await made(updateProfile)
    const { id, email } = await customer()
    return undoToken(bank, id, email)
  },
  secureToken: async ({ bank, customer }) => {
    const [session] = await bank.owner<{ id: string }[]>`
      update sessions set new_device = true where person_id = ${(await customer()).id} returning id`
    return signLink(bank.keys.link, 'secure account', secureLinkOf(session?.id ?? '', bank.now()))
  },
  pinToken: async ({ bank, customer }) => pinToken(bank, (await customer()).id),

  upload: async ({ fixture }) =>
    String(await fixture('uploadUrl'))
      .split('/')
      .at(-1),
  uploadUrl: async ({ bank, customer }) => createUpload(bank, await customer()),
  identityUrl: async ({ bank, customer }) => {
    const applicant = await customer()
    await bank.owner`update people set status = 'Pending' where id = ${applicant.id}`
    return createUpload(bank, applicant)
  },
  staffUploadUrl: async ({ bank, staff }) => createUpload(bank, await staff()),
  identityDocument: async ({ made }) => (await made(submitVerification)).json().documents[0]._id,
  submission: async ({ made }) => (await made(readPersonVerification)).json().submissions[0]._id,
  issuedDocument: async ({ made }) =>
    createHash('sha256')
      .update((await made(readConfirmation)).rawPayload)
      .digest('hex'),
  month: async ({ made }) => (await made(listStatements)).json()[0].month,
  startDay: ({ bank }) => new Date(bank.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10),

  externalAccount: madeBy(addExternalAccount),
  externalNumber: () => `99${randomInt(10 ** 13, 10 ** 14)}`,
  statementNumber: async ({ made }) => (await made(rememberStatementNumber)).json().alsoNamed[0],
  statement: madeBy(importBankStatement),
  statementEntry: async ({ made }) => (await made(listEntriesOfStatement)).json()[0]._id,
  ignoredEntry: madeBy(ignoreStatementEntry),
  paymentRun: madeBy(createPaymentRun),

  closing: closeDays,
  closableDay,
  glCode: async ({ made }) => (await made(addGlAccount)).json().code,
  newGlCode: () => `6${randomInt(10 ** 6, 10 ** 7)}`,
  journalEntry: async (requests) => {
    const { _id, entryId } = (await requests.made(proposeJournalEntry)).json()
    const by = await requests.bank.person({ role: 'Admin' })
    await requests.send({ by, method: 'POST', path: `/admin/proposals/${_id}/confirm` })
    return entryId
  },

  proposal: ({ bank }) => proposePinReset(bank),
  savedFilter: madeBy(saveFilter),
  webhook: madeBy(addWebhook),
  webhookDelivery: async ({ bank, customer, fixture }) => {
    const [id, webhookId] = [newId(), String(await fixture('webhook'))]
    await bank.owner`
      insert into webhook_deliveries (id, webhook_id, event_id, event, person_id, number, part, body, state, created_at)
      values (${id}, ${webhookId}, ${newId()}, 'transaction.created', ${(await customer()).id}, 1, 0, '{}',
              'delivered', ${bank.now()})`
    return id
  },
  messageId: () => newId(),
}

/** What a call needs though its example does not name it. */
export const NEEDED = new Map<Endpoint, FixtureName>([
  [authoriseApiKey, 'passkey'],
  [authoriseTransfer, 'passkey'],
  [createPaymentRun, 'wire'],
  [deleteTotp, 'recoveryCode'],
  [removeCode, 'transactionCode'],
  [replaceRecoveryCodes, 'recoveryCode'],
  [resetFactors, 'recoveryCode'],
])

/** A file for a form: an image, a status of payments, or a bank statement of an account that the bank knows. */
export async function formOf(endpoint: Endpoint, { bank, fixture }: ExampleRequests) {
  if (endpoint.multipart === true) return form([{ bytes: await pngFile() }])
  if (endpoint === importPaymentStatus) return statementForm(pain002({ messageId: 'RUN-1-000000000000' }))
  await fixture('externalAccount')
  const entries = [{ on: bank.now().toISOString().slice(0, 10), cents: 12_50, text: 'Hello' }]
  const account = String(await fixture('externalNumber'))
  return statementForm(mt940({ account, openingCents: 0, entries }, bankCurrency().code))
}

const FIRST_CLOSABLE_DAY = '2000-01-31'

/** Days before everything that other examples book: the one that waits to be closed, or the next that can be. */
async function closableDay({ bank }: Pick<ExampleRequests, 'bank'>): Promise<string> {
  const [row] = await bank.owner<{ day: string | null }[]>`
    select coalesce((select change ->> 'until' from proposals where kind = 'closing' and state = 'pending'),
      (select (max(until) + 1)::text from closings where reopened_at is null)) as day`
  return row?.day ?? FIRST_CLOSABLE_DAY
}

/** Two members of staff close them. */
async function closeDays(requests: ExampleRequests): Promise<string> {
  const body = { until: await closableDay(requests) }
  const second = await requests.bank.person({ role: 'Admin' })
  const proposed = await requests.send({ by: await requests.staff(), method: 'POST', path: '/admin/closings', body })
  const { _id: id } = proposed.json()
  await requests.send({ by: second, method: 'POST', path: `/admin/proposals/${id}/confirm` })
  return id
}
