import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf } from '../../../test/money.ts'

const bank = useBank()
let support: Person
let teller: Person
beforeAll(async () => {
  support = await bank.person({ role: 'Support', fullName: 'Sue Support' })
  teller = await bank.person({ role: 'Teller', fullName: 'Tom Teller' })
})

const add = (by: Person, userId: string, text: unknown = 'Called about a transfer.') =>
  by.call('POST', '/admin/notes', { body: { userId, text } })
const read = (by: Person, userId: string, query: Record<string, string> = {}) =>
  by.call('GET', '/admin/notes', { query: { userId, ...query } })
const rowsOf = (personId: string) =>
  bank.owner`select author_id, text from staff_notes where person_id = ${personId} order by id`
const auditOf = (personId: string) =>
  bank.owner`select actor_id, action, before, after from audit where subject_id = ${personId} order by number`

test('two members of staff write notes and read each other’s, newest first', async () => {
  const ada = await bank.person()
  const first = await add(support, ada.id, '  Called.\r\nSecond line.  ')
  expect([first.statusCode, first.json()]).toEqual([
    201,
    {
      _id: expect.any(String),
      userId: ada.id,
      text: 'Called.\nSecond line.',
      by: { _id: support.id, fullName: 'Sue Support' },
      at: expect.any(String),
    },
  ])
  const second = await add(teller, ada.id, 'Verified by passport.')
  for (const reader of [support, teller, await bank.person({ role: 'Auditor' })])
    expect((await read(reader, ada.id)).json()).toEqual([second.json(), first.json()])
  expect(await rowsOf(ada.id)).toEqual([
    { author_id: support.id, text: 'Called.\nSecond line.' },
    { author_id: teller.id, text: 'Verified by passport.' },
  ])
})

test('the audit log names who wrote a note, without the text', async () => {
  const ada = await bank.person()
  const { _id } = (await add(support, ada.id, 'A secret remark')).json()
  expect(await auditOf(ada.id)).toEqual([
    { actor_id: support.id, action: 'note.added', before: {}, after: { noteId: _id } },
  ])
})

test('pages through notes without a gap or a repetition', async () => {
  const ada = await bank.person()
  for (let n = 1; n <= 5; n++) await add(support, ada.id, `Note ${n}`)
  const first = await read(support, ada.id, { limit: '2' })
  expect(first.json().map(({ text }: { text: string }) => text)).toEqual(['Note 5', 'Note 4'])
  const cursor = first.json()[1]._id
  expect(first.headers.link).toContain(`cursor=${cursor}`)
  const second = await read(support, ada.id, { limit: '3', cursor })
  expect(second.json().map(({ text }: { text: string }) => text)).toEqual(['Note 3', 'Note 2', 'Note 1'])
  expect(second.headers.link).toBeUndefined()
})

test('none of the person’s own calls shows a note, nor that there is one', async () => {
  const ada = await bank.person()
  const mark = 'Possibly-a-mule'
  const { _id } = (await add(support, ada.id, mark)).json()
  await read(teller, ada.id)
  const own = bank.routes.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.policy === 'signedIn')
  expect((await ada.call('GET', '/users/access-log')).body).not.toContain('note')
  for (const { endpoint } of own.filter(({ endpoint }) => endpoint.success.body !== 'events')) {
    const response = await ada.call('GET', endpoint.path.replace(':id', _id))
    expect(response.body, endpoint.path).not.toContain(mark)
    if (response.statusCode === 200) expect(response.body, endpoint.path).not.toContain(_id)
  }
  const outbox = await bank.owner`select data::text from outbox where person_id = ${ada.id}`
  expect(JSON.stringify(outbox)).not.toContain('note')
})

test('members of staff neither read nor write notes about themselves, whatever their role', async () => {
  for (const role of ['Support', 'Teller', 'Admin'] as const) {
    const subject = await bank.person({ role })
    await add(await bank.person({ role: 'Admin' }), subject.id, 'Late again')
    for (const response of [await read(subject, subject.id), await add(subject, subject.id)])
      expect(refusalOf(response)).toMatchObject({ status: 403, code: 'own_account' })
    // An id is the same in any case.
    expect(refusalOf(await read(subject, subject.id.toUpperCase()))).toMatchObject({ code: 'own_account' })
    expect(await rowsOf(subject.id)).toHaveLength(1)
  }
})

test('an Auditor reads but does not write; customers do neither', async () => {
  const ada = await bank.person()
  const auditor = await bank.person({ role: 'Auditor' })
  expect((await read(auditor, ada.id)).statusCode).toBe(200)
  expect(refusalOf(await add(auditor, ada.id))).toMatchObject({ status: 403, code: 'forbidden' })
  for (const response of [await read(ada, ada.id), await add(ada, ada.id)])
    expect(refusalOf(response)).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await rowsOf(ada.id)).toEqual([])
})

test('the application can’t change a note, nor delete one of a person who was not erased', async () => {
  const ada = await bank.person()
  await add(support, ada.id)
  for (const statement of ["update staff_notes set text = 'x'", 'truncate staff_notes'])
    await expect(bank.sql.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' })
  expect((await bank.sql`delete from staff_notes`).count).toBe(0)
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
    expect((await support.call(method, '/admin/notes')).statusCode).toBe(405)
})

test.each([
  ['an empty note', ' \n ', 'Enter a note.'],
  ['a long one', 'x'.repeat(2_001), 'Note can have at most 2,000 characters.'],
  ['a direction override', 'paid \u202E001$', 'Note has characters that can’t be stored.'],
  ['a number', 7, 'Note must be text.'],
])('%s: 400', async (_, text, message) => {
  const ada = await bank.person()
  const response = await add(support, ada.id, text)
  expect(refusalOf(response)).toMatchObject({ status: 400, code: 'invalid' })
  expect(response.json().errors).toEqual([expect.objectContaining({ path: 'text', msg: message })])
  expect(await rowsOf(ada.id)).toEqual([])
})

test('about an unknown person: 404; without a person: 400', async () => {
  expect(refusalOf(await add(support, newId()))).toMatchObject({ status: 404 })
  expect(refusalOf(await read(support, newId()))).toMatchObject({ status: 404 })
  expect((await support.call('GET', '/admin/notes')).statusCode).toBe(400)
})

test('a demoted member of staff can’t write, even with a session that was read before', async () => {
  const ada = await bank.person()
  const leaver = await bank.person({ role: 'Support' })
  expect((await read(leaver, ada.id)).statusCode).toBe(200)
  await bank.owner`update people set role = 'User' where id = ${leaver.id}`
  expect(refusalOf(await add(leaver, ada.id))).toMatchObject({ status: 403 })
  expect(await rowsOf(ada.id)).toEqual([])
})
