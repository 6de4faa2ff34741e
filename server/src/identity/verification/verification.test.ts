import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { jpegFile, pdfFile } from '../../../test/files.ts'
import { databaseFingerprint, refusalOf, tally, transferForm } from '../../../test/money.ts'
import { submitDocuments, uploadFile } from '../../../test/verification.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Iris Admin' })
})

const pending = (fullName = 'Nia New') => bank.person({ status: 'Pending', fullName })
const submit = (person: Person, documents: unknown) => person.call('POST', '/verification', { body: { documents } })
const stateOf = async (person: Person) => (await person.call('GET', '/verification')).json()

describe('POST /verification', () => {
  test('takes both kinds, as image and as PDF, and gives them back to their owner', async () => {
    const nia = await pending()
    expect(await stateOf(nia)).toEqual({ state: 'none', reason: '', documents: [], nameChange: null })
    const pdf = pdfFile()
    const documents = [
      { kind: 'identity', imageUrl: await uploadFile(nia) },
      { kind: 'address', imageUrl: await uploadFile(nia, pdf) },
    ]
    const response = await submit(nia, documents)
    expect(response.statusCode, response.body).toBe(201)
    const verification = response.json()
    expect(verification).toEqual({
      state: 'submitted',
      reason: '',
      nameChange: null,
      documents: [
        {
          _id: expect.any(String),
          kind: 'identity',
          format: 'image',
          imageUrl: `/api/verification/documents/${verification.documents[0]._id}`,
          createdAt: expect.any(String),
        },
        expect.objectContaining({ kind: 'address', format: 'pdf' }),
      ],
    })
    expect(await stateOf(nia)).toEqual(verification)

    const own = await nia.call('GET', verification.documents[1].imageUrl.replace('/api', ''))
    expect([own.statusCode, own.rawPayload.equals(pdf)]).toEqual([200, true])
    expect(own.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="document.pdf"',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('documents of a server whose clock is ahead do not hide later ones', async () => {
    const nia = await pending()
    bank.clock.offsetMs = 60_000
    await submitDocuments(nia)
    const decision = { userId: nia.id, decision: 'reject', reason: 'Blurred' }
    expect((await admin.call('POST', '/admin/verifications/decide', { body: decision })).statusCode).toBe(200)
    bank.clock.offsetMs = 0
    expect((await submitDocuments(nia)).json()).toMatchObject({ state: 'submitted' })
    expect(refusalOf(await submitDocuments(nia))).toMatchObject({ status: 409, code: 'verification_submitted' })
    expect((await stateOf(nia)).state).toBe('submitted')
  })

  test('an upload becomes a document: it is an upload no more', async () => {
    const nia = await pending()
    const imageUrl = await uploadFile(nia)
    await submit(nia, [{ kind: 'identity', imageUrl }])
    expect((await nia.call('GET', imageUrl.replace('/api', ''))).statusCode).toBe(404)
    expect((await admin.call('GET', imageUrl.replace('/api', ''))).statusCode).toBe(404)
    expect((await nia.call('GET', '/images')).json()).toEqual([])
    const deposit = await nia.call('POST', '/deposit', { body: { amount: 20, method: 'bank', receipt: imageUrl } })
    expect(deposit.statusCode).toBe(404)
  })

  test('while one is submitted, once it is approved, and for an Active person: 409', async () => {
    const nia = await pending()
    await submitDocuments(nia)
    expect(refusalOf(await submitDocuments(nia))).toEqual({
      status: 409,
      code: 'verification_submitted',
      message: 'We are already checking your documents.',
    })
    await bank.owner`update verifications set state = 'approved', decided_at = now() where person_id = ${nia.id}`
    await bank.owner`update people set status = 'Active' where id = ${nia.id}`
    expect(refusalOf(await submitDocuments(nia))).toMatchObject({ status: 409, code: 'verification_approved' })
    expect(refusalOf(await submitDocuments(await bank.person()))).toEqual({
      status: 409,
      code: 'not_pending',
      message: 'This account is not awaiting verification.',
    })
  })

  test('again by a person who was approved and is Pending once more', async () => {
    const nia = await pending()
    await submitDocuments(nia)
    await bank.owner`update verifications set state = 'approved', decided_at = now() where person_id = ${nia.id}`
    expect((await submitDocuments(nia)).statusCode).toBe(201)
  })

  test('two submissions at once: one', async () => {
    const nia = await pending()
    const images = await Promise.all([1, 2, 3, 4].map((name) => uploadFile(nia, pdfFile(`%${name}`))))
    const responses = await Promise.all(images.map((imageUrl) => submit(nia, [{ kind: 'identity', imageUrl }])))
    expect(tally(responses)).toEqual({ '201': 1, '409 verification_submitted': 3 })
    expect((await nia.call('GET', '/images')).json()).toHaveLength(3)
  })

  test('Staff is told in the bell, with the number of people who wait', async () => {
    const waiting = async () => (await admin.call('GET', '/notifications')).json().office.verifications
    const before = await waiting()
    const nia = await pending()
    await submitDocuments(nia)
    expect(await waiting()).toBe(before + 1)
    const [event] = await bank.owner`select kind, person_id from office_events order by number desc limit 1`
    expect(event).toEqual({ kind: 'office.verification', person_id: nia.id })
  })
})

describe('files that are not the person’s to send', () => {
  async function expectNothingChanged(person: Person, documents: unknown, refused: object) {
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await submit(person, documents))).toMatchObject(refused)
    const { sessions: _before, ...rest } = before
    const { sessions: _after, ...same } = await databaseFingerprint(bank)
    expect(same).toEqual(rest)
  }
  const identity = (imageUrl: unknown) => [{ kind: 'identity', imageUrl }]

  test('another person’s upload is not found, and the own ones beside it stay', async () => {
    const [nia, ben] = [await pending(), await pending('Ben New')]
    const documents = [...identity(await uploadFile(nia)), ...identity(await uploadFile(ben))]
    await expectNothingChanged(nia, documents, { status: 404, code: 'not_found' })
  })

  test('another person’s document can’t be sent again, nor an own one', async () => {
    const [nia, ben] = [await pending(), await pending('Ben New')]
    const { documents } = (await submitDocuments(ben)).json()
    await bank.owner`
      update verifications set state = 'rejected', reason = 'Blurred', decided_at = now() where person_id = ${ben.id}`
    for (const person of [nia, ben]) {
      await expectNothingChanged(person, identity(documents[0].imageUrl), { status: 400 })
      await expectNothingChanged(person, identity(documents[0]._id), { status: 404 })
    }
  })

  test('a receipt, a picture and a file of the chat have another use', async () => {
    const nia = await pending()
    const [receipt, picture, attachment] = [await uploadFile(nia), await uploadFile(nia), await uploadFile(nia)]
    await nia.call('POST', '/deposit', { body: { amount: 20, method: 'bank', receipt } })
    await nia.call('PUT', '/users/picture', { body: { image: picture } })
    await nia.call('POST', '/suport/send', { body: { receiver: 'Admin', message: 'Here', attachment } })
    for (const imageUrl of [receipt, picture, attachment])
      await expectNothingChanged(nia, identity(imageUrl), {
        status: 409,
        code: 'document_used',
        message: 'This file has another use already. Please upload it again.',
      })
  })

  test.each<[string, (own: string) => unknown]>([
    ['none', () => []],
    ['no list', () => 'identity'],
    ['seven', (own) => Array.from({ length: 7 }, () => ({ kind: 'identity', imageUrl: own }))],
    ['ten thousand', () => Array.from({ length: 1_000 }, () => ({ kind: 'identity', imageUrl: 'x' }))],
    ['the same twice', (own) => [...identity(own), { kind: 'address', imageUrl: own }]],
    ['the same in another spelling', (own) => [...identity(own), ...identity(own.split('/').at(-1)?.toUpperCase())]],
    ['another kind', (own) => [{ kind: 'selfie', imageUrl: own }]],
    ['no kind', (own) => [{ imageUrl: own }]],
    ['a list of kinds', (own) => [{ kind: ['identity'], imageUrl: own }]],
    ['another field', (own) => [{ kind: 'identity', imageUrl: own, personId: 'somebody' }]],
    ['a path', (own) => identity(own.replace('/images/', '/images/../images/'))],
    ['a URL', (own) => identity(`https://evil.example${own}`)],
    ['a file', () => identity('file:///etc/passwd')],
    ['a query', (own) => identity(`${own}?x=1`)],
    ['a null byte', (own) => identity(`${own}\0`)],
    ['a number', () => identity(7)],
  ])('%s: 400 and nothing changes', async (_name, documents) => {
    const nia = await pending()
    await expectNothingChanged(nia, documents(await uploadFile(nia)), { status: 400 })
  })

  test('a deposit and a submission of the same file at once: it is used once', async () => {
    for (let round = 0; round < 5; round++) {
      const nia = await pending()
      const imageUrl = await uploadFile(nia)
      const responses = await Promise.all([
        submit(nia, identity(imageUrl)),
        nia.call('POST', '/deposit', { body: { amount: 20, method: 'bank', receipt: imageUrl } }),
      ])
      expect(responses.map(({ statusCode }) => statusCode).filter((status) => status === 201)).toHaveLength(1)
      expect(responses.every(({ statusCode }) => [201, 404, 409].includes(statusCode))).toBe(true)
    }
  })

  test('a message and a submission of the same file at once: no failure', async () => {
    for (let round = 0; round < 5; round++) {
      const nia = await pending()
      const imageUrl = await uploadFile(nia)
      const responses = await Promise.all([
        submit(nia, identity(imageUrl)),
        nia.call('POST', '/suport/send', { body: { receiver: 'Admin', message: 'Here', attachment: imageUrl } }),
      ])
      expect(responses.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1)
      expect(responses.every(({ statusCode }) => [200, 201, 404, 409].includes(statusCode))).toBe(true)
    }
  })
})

describe('at rest', () => {
  /** Every byte of every row of the database, as the database stores it. */
  async function findInDatabase(needle: Buffer): Promise<string[]> {
    const columns = await bank.owner<{ table: string; column: string }[]>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`
    const found: string[] = []
    for (const { table, column } of columns) {
      const [row] = await bank.owner<{ count: number }[]>`
        select count(*)::int as count from ${bank.owner.unsafe(table)} t
        where position(${needle}::bytea in ${bank.owner.unsafe(`t.${column}`)}) > 0`
      if (row?.count) found.push(`${table}.${column}`)
    }
    return found
  }

  test('no table holds a plain byte of a document', async () => {
    const nia = await pending()
    const secret = randomBytes(32).toString('hex')
    const imageUrl = await uploadFile(nia, pdfFile(`% ${secret}`))
    expect(await findInDatabase(Buffer.from(secret))).toEqual(['uploads.bytes'])
    const { documents } = (await submit(nia, [{ kind: 'identity', imageUrl }])).json()
    expect(await findInDatabase(Buffer.from(secret))).toEqual([])
    const own = await nia.call('GET', documents[0].imageUrl.replace('/api', ''))
    expect(own.rawPayload.includes(secret)).toBe(true)
  })

  test('a truncated, swapped, moved or relabelled document is refused', async () => {
    const [nia, ben] = [await pending(), await pending('Ben New')]
    const [mine, other] = (await submitDocuments(nia)).json().documents
    const [his] = (await submitDocuments(ben)).json().documents
    const read = async (id: string) => (await admin.call('GET', `/admin/verifications/documents/${id}`)).statusCode
    const content = async (id: string) =>
      (await bank.owner<{ content: Buffer }[]>`select content from verification_documents where id = ${id}`)[0]?.content
    const whole = await content(mine._id)
    if (!whole) throw new Error('No content')
    const write = (bytes: Buffer | undefined) =>
      bank.owner`update verification_documents set content = ${bytes ?? ''} where id = ${mine._id}`
    const flipped = Buffer.from(whole)
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1

    for (const wrong of [
      whole.subarray(0, whole.length - 1),
      whole.subarray(0, 20),
      Buffer.alloc(0),
      flipped,
      Buffer.concat([whole, Buffer.from('x')]),
      await content(other._id),
      await content(his._id),
      await jpegFile(),
    ]) {
      await write(wrong)
      expect(await read(mine._id)).toBe(500)
    }
    await write(whole)
    expect(await read(mine._id)).toBe(200)
    await bank.owner`update verification_documents set kind = 'address' where id = ${mine._id}`
    expect(await read(mine._id)).toBe(500)
    await bank.owner`update verification_documents set kind = 'identity', person_id = ${ben.id} where id = ${mine._id}`
    expect((await ben.call('GET', `/verification/documents/${mine._id}`)).statusCode).toBe(500)
  })

  test('the application’s role can’t change or delete a document, or who it belongs to', async () => {
    const nia = await pending()
    await submitDocuments(nia)
    for (const statement of [
      'update verification_documents set kind = kind',
      'delete from verifications',
      'update verifications set person_id = person_id',
    ])
      await expect(bank.sql`${bank.sql.unsafe(statement)}`).rejects.toThrow(/permission denied/)
    expect((await bank.sql`delete from verification_documents`).count).toBe(0)
  })
})

test('a Pending person still can’t transfer after submitting', async () => {
  const nia = await bank.person({ status: 'Pending', balanceCents: 500_00n })
  await submitDocuments(nia)
  const response = await nia.call('POST', '/transfer', { body: transferForm() })
  expect(refusalOf(response)).toMatchObject({ status: 403, code: 'account_pending' })
})
