import { expect } from 'vitest'
import type { Bank, Person } from './bank.ts'
import { sendMessage } from './chat.ts'
import { addPasskey, enrolTotp } from './factors.ts'
import { jpegFile } from './files.ts'
import { createUpload, transferForm } from './money.ts'
import { scheduled, scheduledPaymentsOf } from './scheduled-payments.ts'
import { addExternalAccount, importEntries, paymentReference } from './statement-entries.ts'
import { submitDocuments, uploadFile } from './verification.ts'
import { sendWire } from './wires.ts'

/** In every text that the person, or staff about the person, enters. */
export const MARK = 'quimby'

/** A customer who used everything the bank has, and whose account is empty at the end. */
export async function liveFullLife(bank: Bank, staff: Person, ben: Person): Promise<Person> {
  const zelda = await bank.person({ fullName: 'Zelda Quimby', email: 'zelda@quimby.example', status: 'Pending' })
  await enterProfile(bank, zelda, staff)
  await moveMoney(bank, zelda, staff, ben)
  await correspond(zelda, staff, bank)
  return zelda
}

const done = async (call: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await call
  expect(statusCode, body).toBeLessThan(300)
}

async function enterProfile(bank: Bank, zelda: Person, staff: Person): Promise<void> {
  const userId = zelda.id
  const update = (updates: object, reason?: string) =>
    done(staff.call('PATCH', '/admin/user', { body: { userId, updates, ...(reason && { reason }) } }))
  await submitDocuments(zelda)
  const reject = { userId, decision: 'reject', reason: 'Quimby is blurred' }
  await done(staff.call('POST', '/admin/verifications/decide', { body: reject }))
  await submitDocuments(zelda)
  await done(staff.call('POST', '/admin/verifications/decide', { body: { userId, decision: 'approve' } }))
  const profile = { mobile: '+1 555 010 7788', address: '9 Quimby Lane', nationality: 'Quimbyland', dob: '1990-05-14' }
  await done(zelda.call('PUT', '/users/update', { body: { ...profile, gender: 'female' } }))
  const seen = { userId, decision: 'approve', expected: { dob: profile.dob } }
  await done(staff.call('POST', '/admin/verifications/decide', { body: seen }))
  await done(zelda.call('PUT', '/users/update', { body: { fullName: 'Zoe Quimby' } }))
  await done(staff.call('POST', '/admin/verifications/decide', { body: reject }))
  await done(zelda.call('PUT', '/users/update', { body: { fullName: 'Zara Quimby' } }))
  await done(zelda.call('PUT', '/users/picture', { body: { image: await uploadFile(zelda, await jpegFile()) } }))
  await update({ address: '10 Quimby Lane', codeDescription: 'Ask Quimby' })
  await update({ email: 'new@quimby.example' })
  await update({ transactionCode: { code: '54321', expireDate: '2099-01-01' } })
  await done(staff.call('PATCH', '/admin/remove-code', { body: { userId } }))
  await update({ status: 'Frozen' }, 'Quimby called')
  await update({ status: 'Active' }, 'Quimby called again')
  const savings = await zelda.call('POST', '/accounts', { body: { name: 'Quimby holidays', goal: 10 } })
  const rules = { roundUp: true, every: { amount: 5, day: 1 } }
  await done(zelda.call('PUT', `/accounts/${savings.json()._id}/rules`, { body: rules }))
  await enrolTotp(zelda, bank.now)
  await addPasskey(zelda, undefined, 'Quimby phone')
}

async function moveMoney(bank: Bank, zelda: Person, staff: Person, ben: Person): Promise<void> {
  const payee = { accountName: 'Pia Quimby', accountNumber: '998', bankName: 'Quimby Bank' }
  const approve = (transactionId: string) => done(staff.call('POST', '/deposit/approve', { body: { transactionId } }))
  const decline = { reason: 'Quimby receipt is unreadable' }
  await done(zelda.call('POST', '/payees', { body: { name: 'Quimby rent', ...payee } }))
  const deposit = async () => {
    const receipt = await createUpload(bank, zelda)
    return (await zelda.call('POST', '/deposit', { body: { amount: 500, method: 'bank', receipt } })).json()._id
  }
  await approve(await deposit())
  await done(staff.call('POST', '/deposit/decline', { body: { transactionId: await deposit(), ...decline } }))
  await done(staff.call('POST', '/admin/fund', { body: { userId: zelda.id, amount: 5, note: 'Quimby bonus' } }))
  const wire = await sendWire(bank, zelda, { ...payee, amount: 20, message: 'Quimby 4711' })
  const label = { note: 'Quimby flat', category: 'housing' }
  await done(zelda.call('PATCH', `/transactions/${wire}`, { body: label }))
  const inside = {
    ...transferForm({ amount: 30, accountName: 'Ben', accountNumber: await ben.accountNumber() }),
    message: 'From Quimby',
  }
  const sent = await zelda.call('POST', '/transfer', { body: inside, headers: { 'idempotency-key': 'quimby-1' } })
  await approve(sent.json()._id)
  const scheduledPayments = scheduledPaymentsOf(bank)
  await scheduled(
    zelda,
    scheduledPayments.form({ ...payee, amount: 40, every: 'once', name: 'Quimby order', message: 'Quimby rent' }),
  )
  await scheduledPayments.run()
  const [waiting] = await bank.sql<{ id: string }[]>`
    select id from transactions where account_id = ${zelda.id} and status = 'Pending'`
  await approve(waiting?.id ?? '')
  await importEntries(bank, staff, await addExternalAccount(staff), [
    { amountCents: 60_00n, counterpartyName: 'Zelda Quimby', text: `Quimby ${await paymentReference(zelda)}` },
  ])
  const [entry] = await bank.sql<{ id: string }[]>`select id from bank_statement_lines order by id desc limit 1`
  await done(
    staff.call('POST', `/admin/bank-statements/lines/${entry?.id}/match`, {
      body: { userId: zelda.id, confirm: true },
    }),
  )
  const run = await staff.call('POST', '/admin/payment-runs')
  await done(staff.call('POST', `/admin/payment-runs/${run.json()._id}/sent`))
  await done(staff.call('GET', `/admin/users/${zelda.id}/confirmation`))
  const [account] = await bank.sql<{ balance: bigint }[]>`select balance from accounts where id = ${zelda.id}`
  const amount = Number(account?.balance ?? 0n) / 100
  await done(staff.call('POST', '/admin/debit', { body: { userId: zelda.id, amount, note: 'Quimby payout' } }))
}

async function correspond(zelda: Person, staff: Person, bank: Bank): Promise<void> {
  await sendMessage(zelda, 'Hello, Quimby here')
  await done(
    staff.call('POST', '/suport/send', { body: { receiver: zelda.id, message: 'Hello Quimby', isAdmin: true } }),
  )
  await done(staff.call('POST', '/admin/notes', { body: { userId: zelda.id, text: 'Quimby is friendly' } }))
  const [{ id = '' } = {}] = await bank.sql<
    { id: string }[]
  >`select id from transactions where account_id = ${zelda.id} limit 1`
  const tag = (subject: string, subjectId: string, text: string) =>
    done(staff.call('POST', '/admin/tags', { body: { subject, subjectId, text } }))
  await tag('person', zelda.id, 'Quimby family')
  await tag('transaction', id, 'Quimby case')
  const filter = {
    list: 'transactions',
    name: 'Quimby',
    query: `userId=${zelda.id.toUpperCase()}&search=Quimby`,
    shared: true,
  }
  await done(staff.call('POST', '/admin/saved-filters', { body: filter }))
  await done(bank.call('POST', '/newsletters', { body: { email: 'Zelda@Quimby.example' } }))
  const contact = {
    name: 'Zelda Quimby',
    email: 'zelda@quimby.example',
    mobile: '1',
    message: 'Quimby asks',
    terms: true,
  }
  await done(bank.call('POST', '/contact', { body: contact }))
}
