import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXPORTS_PER_HOUR } from '#contract/documents/person-export.ts'
import { verifyProof } from '#contract/documents/verify-proof.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { sendMessage } from '../../../test/chat.ts'
import { addPasskey, enrolTotp } from '../../../test/factors.ts'
import { jpegFile } from '../../../test/files.ts'
import { createUpload, refusalOf, transferForm } from '../../../test/money.ts'
import { addPushDevice, randomSubscription } from '../../../test/push-receiver.ts'
import { scheduled, scheduledPaymentsOf } from '../../../test/scheduled-payments.ts'
import { unzip } from '../../../test/unzip.ts'
import { submitDocuments, uploadFile } from '../../../test/verification.ts'
import { startSession } from '../../access/start-session.ts'
import { PERSONAL_DATA } from '../../bootstrap/personal-data.ts'
import { decryptDocument } from '../../identity/verification/encrypt-document.ts'
import { exportListsOf } from '../../platform/personal-data/personal-data.ts'

const bank = useBank()
const PASSWORD_HASH = 'hash of a password'
const post = (person: Person) => person.call('POST', '/users/export')
async function exportOf(person: Person) {
  const response = await post(person)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = unzip(response.rawPayload)
  const text = (name: string) => files.get(name)?.toString('utf8') ?? `no file ${name}`
  return {
    response,
    files,
    text,
    rows: (name: string) => JSON.parse(text(`${name}.json`)) as Record<string, unknown>[],
  }
}

let ada: Person
let ben: Person
let staff: Person
beforeAll(async () => {
  staff = await bank.person({ role: 'Admin', fullName: 'Iris Staff' })
  ben = await bank.person({ balanceCents: 40_00n, fullName: 'Ben Other' })
  ada = await bank.person({ balanceCents: 500_00n, fullName: 'Ada Example' })
  await bank.owner`update people set password_hash = ${PASSWORD_HASH} where id = ${ada.id}`
  await ada.call('POST', '/accounts', { body: { name: 'Holidays', goal: 1000 } })
  const payee = { name: '=2+2', accountName: 'Pia Payee', accountNumber: '99887766', bankName: 'Other Bank' }
  await ada.call('POST', '/payees', { body: payee })
  const sent = await ada.call('POST', '/transfer', { body: transferForm({ amount: 12.5 }) })
  await ada.call('PATCH', `/transactions/${sent.json()._id}`, { body: { note: 'For the rent', category: 'housing' } })
  const inside = transferForm({ amount: 20, accountNumber: await ben.accountNumber() })
  await ada.call('POST', '/transfer', { body: inside })
  const scheduledPayments = scheduledPaymentsOf(bank)
  await scheduled(
    ada,
    scheduledPayments.form({ startOn: scheduledPayments.inDays(3), amount: 30, accountName: 'Otto Order' }),
  )
  await enrolTotp(ada, bank.now)
  await addPasskey(ada)
  const wanted = { name: 'Payroll', scopes: ['transfer'], dailyMax: 50, pin: '1234' }
  const { key } = (await ada.call('POST', '/users/api-keys', { body: wanted })).json()
  const { pin: _, ...byKey } = transferForm({ amount: 3 })
  await bank.call('POST', '/transfer', { token: key, body: byKey })
  await sendMessage(ada, 'Hello support')
  const attachment = await createUpload(bank, staff)
  const reply = { receiver: ada.id, message: 'Here is a file', attachment, isAdmin: true }
  expect((await staff.call('POST', '/suport/send', { body: reply })).statusCode).toBe(201)
  await sendMessage(ben, 'A secret of Ben')
  await staff.call('POST', '/admin/notes', { body: { userId: ada.id, text: 'A note of staff' } })
  await staff.call('GET', '/admin/users/:id'.replace(':id', ada.id))
  await ada.call('PUT', '/users/picture', { body: { image: await uploadFile(ada, await jpegFile()) } })
})

describe('the export', () => {
  test('has every list as JSON and CSV, with what the person sees', async () => {
    const { response, files, text, rows } = await exportOf(ada)
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/)
    for (const { name, columns } of exportListsOf(PERSONAL_DATA)) {
      const header = columns.map((column) => column.replace(/Cents$/, ''))
      const list = rows(name)
      for (const row of list) expect([name, Object.keys(row)]).toEqual([name, header])
      expect(text(`${name}.csv`).split('\r\n')[0]).toBe(`\uFEFF${header.join(',')}`)
      expect(text('README.txt')).toContain(`- ${name}: `)
    }
    expect(rows('profile')).toMatchObject([{ id: ada.id, fullName: 'Ada Example', email: ada.email, hasPin: true }])
    expect(rows('accounts').map(({ name, balance, goal }) => [name, balance, goal])).toEqual([
      ['', expect.any(Number), null],
      ['Holidays', 0, 1000],
    ])
    const transactions = rows('transactions')
    expect(transactions.map(({ amount }) => amount)).toEqual([500, -12.5, -20, -3])
    expect(transactions[1]).toMatchObject({ note: 'For the rent', category: 'housing', status: 'Pending' })
    expect(text('transactions.csv')).toContain(',-12.50,')
    expect(rows('postings')[0]).toMatchObject({ accountId: ada.id, number: 1, amount: 500, balanceAfter: 500 })
    expect(text('payees.csv')).toContain('"\'=2+2"')
    expect(rows('payee-categories')).toMatchObject([{ category: 'housing' }])
    expect(rows('scheduled-payments')).toMatchObject([{ payeeName: 'Otto Order', amount: 30, status: 'active' }])
    expect(rows('passkeys').length).toBe(1)
    expect(rows('api-keys')).toMatchObject([{ name: 'Payroll', scopes: 'transfer', dailyMax: 50, revokedAt: null }])
    expect(rows('api-key-transfers')).toMatchObject([{ transactionId: transactions[3]?.id, amount: 3 }])
    expect(rows('authenticator-and-recovery-codes').length).toBe(11)
    expect(rows('sessions')[0]).toMatchObject({ browser: 'test', address: '127.0.0.1' })
    expect(rows('messages')).toMatchObject([
      { from: 'you', text: 'Hello support' },
      { from: 'bank', text: 'Here is a file' },
    ])
    expect(rows('access-log')).toMatchObject([
      { by: 'Iris Staff', what: 'details.viewed' },
      { what: 'conversation.assigned' },
    ])
    const [own] = rows('uploads')
    const attached = rows('messages')[1]?.attachmentId
    expect(files.get(`uploads/${own?.id}.jpg`)?.subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8))
    expect(text(`uploads/${attached}.png`)).toBe('x')
  })

  test('has statements and a proof of each account', async () => {
    const { files, text } = await exportOf(await bank.person({ balanceCents: 7_00n }))
    const [proof, ...statements] = [...files.keys()].filter((name) => /^(?:proof|statements)\//.test(name)).sort()
    const month = /^statements\/\d{10}\/\d{4}-\d\d\.(csv|json)$/
    expect(statements.map((name) => month.exec(name)?.[1])).toEqual(['csv', 'json'])
    expect(JSON.parse(text(statements[1] ?? ''))).toMatchObject({ opening: 0, credits: 7, closing: 7, count: 1 })
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
    const result = await verifyProof(JSON.parse(text(proof ?? '')), { sha256 })
    expect(result).toMatchObject({ kind: 'unsealed', facts: { postings: 1, balanceCents: 700n } })
  })

  test('has the issued files of months that are over, and an unsigned one of the current month', async () => {
    const opened = await bank.person({ balanceCents: 7_00n, fullName: 'Cora Example' })
    const month = bank.now().toISOString().slice(0, 7)
    bank.clock.offsetMs += 40 * 86_400_000
    const token = await startSession(bank.sql, opened.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
    const call: Person['call'] = (method, path, options) => bank.call(method, path, { token, ...options })
    await bank.owner`update sessions set fresh_until = ${new Date(bank.now().getTime() + 60_000)} where person_id = ${opened.id}`
    const csv = (await call('GET', `/statements/${month}?format=csv`)).rawPayload
    await call('PUT', '/users/update', { body: { fullName: 'Cora Renamed' } })
    const { files } = await exportOf({ ...opened, token, call })
    const folder = `statements/${await opened.accountNumber()}`
    expect(files.get(`${folder}/${month}.csv`)).toEqual(csv)
    const isIssued = async (name: string) => {
      const hash = createHash('sha256').update(files.get(`${folder}/${name}`) ?? '')
      return (await bank.call('GET', `/verify/${hash.digest('hex')}`)).statusCode
    }
    const current = bank.now().toISOString().slice(0, 7)
    expect(await Promise.all([`${month}.csv`, `${month}.json`, `${current}.csv`].map(isIssued))).toEqual([
      200, 200, 404,
    ])
    bank.clock.offsetMs -= 40 * 86_400_000
  })

  test('has the documents of a verification, decrypted', async () => {
    const nia = await bank.person({ status: 'Pending' })
    await submitDocuments(nia)
    const { files, rows } = await exportOf(nia)
    const [document] = rows('verification-documents')
    const [stored] = await bank.owner<{ content: Buffer }[]>`
      select content from verification_documents where id = ${String(document?.id)}`
    const identity = { id: String(document?.id), personId: nia.id, kind: document?.kind as 'identity' }
    const bytes = decryptDocument(bank.keys.documents, identity, stored?.content ?? Buffer.alloc(0))
    expect(files.get(`verification/${document?.id}.jpg`)).toEqual(bytes)
  })

  test('names the push service of a device, without the address of the browser there', async () => {
    const dan = await bank.person()
    const subscription = randomSubscription()
    await addPushDevice(dan, subscription)
    const whole = Buffer.concat([...(await exportOf(dan)).files.values()]).toString('latin1')
    expect(whole).toContain('push.example.net')
    expect(whole).not.toContain(new URL(subscription.endpoint).pathname)
  })

  test('has neither secrets, nor notes of staff, nor anything of another person', async () => {
    const { files } = await exportOf(await bank.person())
    expect(files.get('README.txt')?.toString()).toContain('Notes that our staff write for each other')
    const whole = Buffer.concat([...(await exportOf(ada)).files.values()]).toString('latin1')
    const [row] = await bank.owner<{ secret: Buffer; pin_hash: Buffer; token_hash: Buffer; public_key: Buffer }[]>`
      select f.secret, a.pin_hash, s.token_hash, k.public_key
      from totp_factors f join accounts a on a.id = f.person_id join sessions s on s.person_id = f.person_id
      join passkeys k on k.person_id = f.person_id where f.person_id = ${ada.id}`
    const codes = await bank.owner<
      { code_hash: Buffer }[]
    >`select code_hash from recovery_codes where person_id = ${ada.id}`
    const bytes = [...Object.values(row ?? {}), ...codes.map(({ code_hash: hash }) => hash)]
    const spellings = bytes.flatMap((value) =>
      (['hex', 'base64', 'base64url', 'latin1'] as const).map((as) => value.toString(as)),
    )
    const texts = [
      PASSWORD_HASH,
      ada.token,
      'A note of staff',
      'A secret of Ben',
      ben.id,
      ben.email,
      staff.id,
      staff.email,
    ]
    expect([...spellings, ...texts].filter((secret) => whole.includes(secret))).toEqual([])
  })
})

describe('who may have it', () => {
  test('a thief with a session that is not fresh gets nothing, and the person is notified of every export', async () => {
    const cleo = await bank.person()
    const told = () => bank.owner<{ kind: string }[]>`select kind from outbox where person_id = ${cleo.id}`
    await bank.owner`update sessions set fresh_until = 'epoch' where person_id = ${cleo.id}`
    expect(refusalOf(await post(cleo))).toMatchObject({ status: 403, code: 'confirmation_required' })
    expect((await told()).length).toBe(0)
    await bank.owner`update sessions set fresh_until = ${new Date(bank.now().getTime() + 60_000)} where person_id = ${cleo.id}`
    await exportOf(cleo)
    expect(await told()).toMatchObject([{ kind: 'data.exported' }])
  })

  test.each(['Frozen', 'Closed', 'Pending'] as const)('a %s person may', async (status) => {
    const person = await bank.person({ status: status === 'Frozen' ? 'Active' : status })
    if (status === 'Frozen') await bank.owner`update people set status = 'Frozen' where id = ${person.id}`
    expect((await exportOf(person)).rows('profile')).toMatchObject([{ status }])
  })

  test(`${EXPORTS_PER_HOUR} times an hour, also at once`, async () => {
    const person = await bank.person()
    const responses = await Promise.all(Array.from({ length: EXPORTS_PER_HOUR + 2 }, () => post(person)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 429, 429])
  })
})

test('long lists are read in pages, without a gap or a repetition', async () => {
  const busy = await bank.person()
  await Promise.all(Array.from({ length: 1_001 }, () => bank.fund(busy.id, 1n)))
  const { rows, text } = await exportOf(busy)
  const numbers = rows('postings').map(({ number }) => Number(number))
  expect(numbers).toEqual(Array.from({ length: 1_001 }, (_, index) => index + 1))
  expect(new Set(rows('transactions').map(({ id }) => id)).size).toBe(1_001)
  // With the line of names, and the notification about this export.
  expect(text('notifications.csv').trimEnd().split('\r\n').length).toBe(1_003)
})
