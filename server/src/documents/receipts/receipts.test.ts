import { execFileSync, spawnSync } from 'node:child_process'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { refusalOf } from '../../../test/money.ts'
import type { Transaction } from '../../ledger/types.ts'

const bank = useBank({ config: { publicUrl: 'https://fable.example', paper: 'Letter' } })
const ask = commandsOf(bank)

let ada: Person
let admin: Person
let savings: string
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
  ada = await bank.person({ fullName: 'Ada Example', balanceCents: 900_00n })
  savings = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()._id
})

async function transfer(cents: bigint): Promise<Transaction> {
  const sent = await bank.ledger.submit(ask.transfer(ada, cents, { to: { name: 'Grace Payee' } }))
  if (!sent.ok) throw new Error(sent.code)
  return sent.transaction
}

const hasPdftotext = !spawnSync('pdftotext', ['-v']).error
/** Empty expectations where the program is not installed. */
function textOf({ rawPayload }: LightMyRequestResponse): string {
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: rawPayload, encoding: 'utf8' }).replace(/\s+/g, ' ')
}
function expectText(response: LightMyRequestResponse, ...shown: string[]): void {
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/pdf')
  expect(response.rawPayload.subarray(0, 8).toString()).toBe('%PDF-1.7')
  if (!hasPdftotext) return
  const text = textOf(response)
  for (const words of shown) expect(text).toContain(words)
}
const receiptOf = (person: Person, { id }: Pick<Transaction, 'id'>) => person.call('GET', `/transactions/${id}/receipt`)
const documentsOf = () => bank.sql`
  select kind, subject, final, staff_copy, issued_by from documents where owner_id = ${ada.id} order by issued_at, number`

test('a receipt states plainly whether money was moved', async () => {
  const sent = await transfer(10_01n)
  const pending = await receiptOf(ada, sent)
  expectText(pending, 'Pending: not booked', 'no proof of payment', '-$10.01', sent.reference, 'Grace Payee')
  expect(pending.headers['content-disposition']).toBe(`attachment; filename="receipt-${sent.reference}.pdf"`)
  await bank.ledger.submit(ask.approve(admin, sent.id))
  const completed = await receiptOf(ada, sent)
  expectText(completed, 'Completed', 'Booked on', 'Ada Example', await ada.accountNumber())
  const again = await receiptOf(ada, sent)
  expect(again.rawPayload.equals(completed.rawPayload)).toBe(true)
  await bank.ledger.submit(ask.reverse(admin, sent.id))
  expectText(await receiptOf(ada, sent), 'Completed, and reversed later')

  const declined = await transfer(3_00n)
  await bank.ledger.submit(ask.decline(admin, declined.id, 'The name is another one.'))
  expectText(await receiptOf(ada, declined), 'Declined: no money was moved', 'Reason: The name is another one.')
  expect(await documentsOf()).toMatchObject([
    { kind: 'receipt', subject: sent.id, final: false, staff_copy: false, issued_by: ada.id },
    { kind: 'receipt', subject: sent.id, final: true },
    { kind: 'receipt', subject: `${sent.id} reversed`, final: true },
    { kind: 'receipt', subject: declined.id, final: true },
  ])
})

test('the number on a receipt leads to its check, which tells nothing about the holder', async () => {
  const response = await receiptOf(ada, await transfer(4_00n))
  const number = String(response.headers['x-document-number'])
  expectText(response, number, 'fable.example/verify')
  const check = await bank.call('GET', `/verify/${number}`)
  expect(check.json()).toMatchObject({ kind: 'receipt' })
  expect(check.body).not.toContain('Ada')
})

test('a confirmation names holder, number and opening, for each own account, and no balance', async () => {
  const main = await ada.call('GET', '/users/confirmation')
  expectText(main, 'Confirmation of account', 'Ada Example', await ada.accountNumber(), 'Opened on', 'Status Open')
  expect(main.headers['content-disposition']).toBe(
    `attachment; filename="confirmation-${await ada.accountNumber()}.pdf"`,
  )
  if (hasPdftotext) expect(textOf(main)).not.toContain('$')
  expectText(
    await ada.call('GET', '/users/confirmation', { query: { accountId: savings } }),
    'Holidays (savings account)',
  )
  const unverified = await bank.person({ status: 'Pending' })
  expectText(await unverified.call('GET', '/users/confirmation'), 'Not verified')
  await ada.call('POST', `/accounts/${savings}/close`)
  const closed = await ada.call('GET', '/users/confirmation', { query: { accountId: savings } })
  expectText(closed, 'Closed account', 'Closed on', 'Status Closed')
})

test('another person’s receipts and accounts do not exist', async () => {
  const sent = await transfer(5_00n)
  const eve = await bank.person({ fullName: 'Eve Else' })
  const notFound = { status: 404, code: 'not_found' }
  expect(refusalOf(await receiptOf(eve, sent))).toMatchObject(notFound)
  expect(refusalOf(await receiptOf(admin, sent))).toMatchObject(notFound)
  expect(refusalOf(await receiptOf(ada, { id: '00000000-0000-7000-8000-000000000000' }))).toMatchObject(notFound)
  expect((await ada.call('GET', '/transactions/nonsense/receipt')).statusCode).toBe(400)
  for (const accountId of [ada.id, savings])
    expect(refusalOf(await eve.call('GET', '/users/confirmation', { query: { accountId } }))).toMatchObject(notFound)
  const mixed = await admin.call('GET', `/admin/users/${eve.id}/confirmation`, { query: { accountId: savings } })
  expect(refusalOf(mixed)).toMatchObject(notFound)
})

test('staff get marked copies, and the person sees who made them', async () => {
  const sent = await transfer(6_00n)
  const support = await bank.person({ role: 'Support', fullName: 'Sam Support' })
  const receipt = await support.call('GET', `/admin/transactions/${sent.id}/receipt`)
  expectText(receipt, 'Copy issued by staff', sent.reference)
  expectText(await support.call('GET', `/admin/users/${ada.id}/confirmation`), 'Copy issued by staff', 'Ada Example')
  if (hasPdftotext) expect(textOf(receipt)).not.toContain('Sam Support')
  const log = (await ada.call('GET', '/users/access-log')).json() as { by: string; what: string }[]
  expect(
    log
      .filter(({ by }) => by === 'Sam Support')
      .map(({ what }) => what)
      .sort(),
  ).toEqual(['confirmation.copied', 'receipt.copied'])
  const copies = await bank.sql`select kind from documents where staff_copy and issued_by = ${support.id} order by kind`
  expect(copies).toMatchObject([{ kind: 'confirmation' }, { kind: 'receipt' }])
  if (hasPdftotext) expect(textOf(await receiptOf(ada, sent))).not.toContain('Copy issued by staff')
})
