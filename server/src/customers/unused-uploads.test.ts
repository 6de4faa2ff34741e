import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../test/bank.ts'
import { createUpload } from '../../test/money.ts'
import { uploadFile } from '../../test/verification.ts'
import { waitUntilBlocked } from '../../test/waits.ts'
import { ago } from '../platform/db/ago.ts'
import { deleteUnusedUploads } from './unused-uploads.ts'

const DAY_MS = 86_400_000
const bank = useBank()
let ada: Person
beforeEach(async () => {
  ada = await bank.person()
})

const upload = async (person = ada, agoMs = DAY_MS) => {
  const imageUrl = await createUpload(bank, person)
  const at = new Date(bank.now().getTime() - agoMs)
  await bank.owner`update uploads set created_at = ${at} where '/api/images/' || id = ${imageUrl}`
  return imageUrl
}
const run = () => deleteUnusedUploads(bank.sql, ago(bank.sql, DAY_MS))
const ofPerson = async (person = ada) =>
  (await bank.sql`select '/api/images/' || id as url from uploads where owner_id = ${person.id} order by id`).map(
    ({ url }) => url,
  )
const deposit = (receipt: string) => ada.call('POST', '/deposit', { body: { amount: 10, method: 'bank', receipt } })
const choosePicture = (imageUrl: string) => ada.call('PUT', '/users/picture', { body: { image: imageUrl } })
const attach = (attachment: string) =>
  ada.call('POST', '/suport/send', { body: { receiver: 'Admin', message: 'See this', attachment } })

test('an upload that nothing refers to is deleted after a day; what is used stays', async () => {
  const teller = await bank.person({ role: 'Teller' })
  const [unused, receipt, picture, attachment, young] = [
    await upload(),
    await upload(),
    await upload(),
    await upload(),
    await upload(ada, DAY_MS - 60_000),
  ]
  const reply = await upload(teller)
  expect((await deposit(receipt)).statusCode).toBe(201)
  expect((await choosePicture(picture)).statusCode).toBe(200)
  expect((await attach(attachment)).statusCode).toBe(201)
  const body = { receiver: ada.id, message: 'And this', attachment: reply }
  expect((await teller.call('POST', '/suport/send', { body })).statusCode).toBe(201)
  expect(await run()).toBe(1)
  expect(await ofPerson()).toEqual([receipt, picture, attachment, young])
  expect(await ofPerson(teller)).toEqual([reply])
  expect((await ada.call('GET', unused.replace('/api', ''))).statusCode).toBe(404)
  // A picture that was replaced is no longer used.
  await choosePicture(young)
  expect(await run()).toBe(1)
  expect(await ofPerson()).toEqual([receipt, attachment, young])
})

test('a clock that is a month behind or ahead deletes nothing too early', async () => {
  await run()
  bank.clock.serverSkewMs = -30 * DAY_MS
  const behind = await uploadFile(ada)
  bank.clock.serverSkewMs = 0
  expect(await run()).toBe(0)
  bank.clock.serverSkewMs = 30 * DAY_MS
  expect(await run()).toBe(0)
  bank.clock.serverSkewMs = 0
  expect(await ofPerson()).toEqual([behind])
})

test('two servers delete each one once', async () => {
  await run()
  for (let i = 0; i < 6; i++) await upload(i % 2 ? ada : await bank.person())
  const counts = await Promise.all([run(), run()])
  expect(counts.reduce((sum, count) => sum + count)).toBe(6)
})

describe('who refers to an upload at that very moment', () => {
  test('keeps it when they are first', async () => {
    const picture = await upload()
    let job: Promise<number> | undefined
    await bank.owner.begin(async (tx) => {
      await tx`select 1 from accounts where id = ${ada.id} for update`
      job = run()
      await waitUntilBlocked(bank.owner)
      await tx`update people set image = ${picture} where id = ${ada.id}`
    })
    expect(await job).toBe(0)
    expect(await ofPerson()).toEqual([picture])
  })

  test.each<[string, (imageUrl: string) => Promise<{ statusCode: number }>, number]>([
    ['a deposit', deposit, 201],
    ['a message', attach, 201],
    ['a picture', choosePicture, 200],
  ])('%s has the file, or is refused', async (_, refer, done) => {
    for (let round = 0; round < 8; round++) {
      const imageUrl = await upload()
      const [{ statusCode }] = await Promise.all([refer(imageUrl), run()])
      const isThere = (await ofPerson()).includes(imageUrl)
      expect([statusCode === done, statusCode < 500]).toEqual([isThere, true])
    }
  })
})

test('no copy of a document stays readable once it is encrypted, unless it is used elsewhere', async () => {
  const pending = await bank.person({ status: 'Pending' })
  const file = Buffer.from('%PDF-1.4 a passport %%EOF')
  const [sent, again, asReceipt] = [
    await uploadFile(pending, file),
    await uploadFile(pending, file),
    await uploadFile(pending, file),
  ]
  const body = { amount: 10, method: 'bank', receipt: asReceipt }
  expect((await pending.call('POST', '/deposit', { body })).statusCode).toBe(201)
  const documents = [{ kind: 'identity', imageUrl: sent }]
  expect((await pending.call('POST', '/verification', { body: { documents } })).statusCode).toBe(201)
  expect(await ofPerson(pending)).toEqual([asReceipt])
  expect((await pending.call('GET', again.replace('/api', ''))).statusCode).toBe(404)
})
