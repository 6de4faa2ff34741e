import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, tally, transferForm } from '../../../test/money.ts'
import { submitDocuments } from '../../../test/verification.ts'

const bank = useBank()
let teller: Person
let admin: Person
beforeAll(async () => {
  teller = await bank.person({ role: 'Teller', fullName: 'Tom Teller' })
  admin = await bank.person({ role: 'Admin', fullName: 'Iris Admin' })
})

const pending = (fullName = 'Nia New') => bank.person({ status: 'Pending', fullName, balanceCents: 500_00n })
async function applicant() {
  const nia = await pending()
  const { documents } = (await submitDocuments(nia)).json() as { documents: { _id: string }[] }
  return Object.assign(nia, { documents })
}
const decide = (by: Person, body: object) => by.call('POST', '/admin/verifications/decide', { body })
const approve = (by: Person, { id }: Person) => decide(by, { userId: id, decision: 'approve' })
const reject = (by: Person, { id }: Person, reason = 'The address can’t be read.') =>
  decide(by, { userId: id, decision: 'reject', reason })
const stateOf = async (person: Person) => (await person.call('GET', '/verification')).json()
const statusOf = async (person: Person) => (await person.call('GET', '/users')).json().user.status
const audited = (person: Person) => bank.owner<{ action: string; actor_id: string; before: object; after: object }[]>`
  select action, actor_id, before, after from audit where subject_id = ${person.id} order by number`
const notified = async (person: Person) =>
  (
    await bank.owner<{ kind: string; mail: boolean }[]>`
      select kind, mail_at is not null as mail from outbox
      where person_id = ${person.id} and kind ~ '^(status|verification)' order by number`
  ).map(({ kind, mail }) => (mail ? `${kind} (mail)` : kind))

describe('a decision', () => {
  test('approve: the person is Active, can transfer, is told, and it is in the audit log', async () => {
    const nia = await applicant()
    const response = await approve(teller, nia)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toMatchObject({
      user: { _id: nia.id, fullName: 'Nia New', email: nia.email },
      state: 'approved',
      reason: '',
      decidedAt: expect.any(String),
      decidedBy: { _id: teller.id, fullName: 'Tom Teller' },
    })
    expect(await statusOf(nia)).toBe('Active')
    expect(await stateOf(nia)).toMatchObject({ state: 'approved', reason: '', documents: [{}, {}] })
    expect((await nia.call('POST', '/transfer', { body: transferForm() })).statusCode).toBe(201)
    expect((await audited(nia)).slice(-2)).toEqual([
      {
        action: 'verification.approved',
        actor_id: teller.id,
        before: { verification: 'submitted' },
        after: { verification: 'approved', unseenDocuments: 2 },
      },
      {
        action: 'person.status_changed',
        actor_id: teller.id,
        before: { status: 'Pending' },
        after: { status: 'Active' },
      },
    ])
    expect(await notified(nia)).toEqual(['verification.approved (mail)'])
  })

  test('reject: the person stays Pending, reads the reason, is told, and may submit again', async () => {
    const nia = await applicant()
    expect(refusalOf(await reject(teller, nia, '  '))).toMatchObject({
      status: 400,
      errors: [{ path: 'reason', msg: 'Enter a reason. The customer will see it.' }],
    })
    const response = await reject(teller, nia)
    expect([response.statusCode, response.json().state]).toEqual([200, 'rejected'])
    expect(await statusOf(nia)).toBe('Pending')
    expect(await stateOf(nia)).toMatchObject({ state: 'rejected', reason: 'The address can’t be read.' })
    expect(await notified(nia)).toEqual(['verification.rejected (mail)'])
    expect((await audited(nia)).at(-1)).toMatchObject({
      action: 'verification.rejected',
      after: { verification: 'rejected', reason: 'The address can’t be read.' },
    })

    expect((await submitDocuments(nia)).statusCode).toBe(201)
    expect(await stateOf(nia)).toMatchObject({ state: 'submitted', reason: '' })
    expect((await approve(admin, nia)).statusCode).toBe(200)
    const { submissions, user } = (await teller.call('GET', `/admin/verifications/${nia.id}`)).json()
    expect(submissions.map(({ state }: { state: string }) => state)).toEqual(['approved', 'rejected'])
    expect(user).toMatchObject({ _id: nia.id, status: 'Active' })
  })

  test('ten at once: one', async () => {
    const nia = await applicant()
    const decisions = Array.from({ length: 10 }, (_, at) =>
      at % 2 ? approve(at % 3 ? teller : admin, nia) : reject(at % 3 ? admin : teller, nia),
    )
    expect(tally(await Promise.all(decisions))).toEqual({ '200': 1, '409 verification_decided': 9 })
    const { state } = await stateOf(nia)
    expect(await statusOf(nia)).toBe(state === 'approved' ? 'Active' : 'Pending')
    expect((await audited(nia)).filter(({ action }) => action.startsWith('verification.'))).toHaveLength(1)
  })

  test('of documents that were replaced in the meantime decides nothing', async () => {
    const nia = await applicant()
    const [{ _id: submissionId }] = (await teller.call('GET', `/admin/verifications/${nia.id}`)).json().submissions
    await reject(admin, nia)
    await submitDocuments(nia)
    const response = await decide(teller, { userId: nia.id, decision: 'approve', submissionId })
    expect(refusalOf(response)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect([await statusOf(nia), (await stateOf(nia)).state]).toEqual(['Pending', 'submitted'])
  })

  test('made Active by hand: the documents are approved with it, and wait no longer', async () => {
    const nia = await applicant()
    const response = await admin.call('PATCH', '/admin/user', {
      body: { userId: nia.id, updates: { status: 'Active' } },
    })
    expect(response.statusCode).toBe(200)
    expect(await stateOf(nia)).toMatchObject({ state: 'approved' })
    expect(refusalOf(await reject(teller, nia))).toMatchObject({ status: 409, code: 'verification_decided' })
    expect(await statusOf(nia)).toBe('Active')
  })

  test('by hand and by verification at once: consistent', async () => {
    for (let round = 0; round < 4; round++) {
      const nia = await applicant()
      const responses = await Promise.all([
        reject(teller, nia),
        admin.call('PATCH', '/admin/user', { body: { userId: nia.id, updates: { status: 'Active' } } }),
      ])
      expect(responses.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true)
      const { state } = await stateOf(nia)
      expect(await statusOf(nia)).toBe('Active')
      expect(state).toBe(responses[0]?.statusCode === 200 ? 'rejected' : 'approved')
    }
  })

  test('of nothing, of an unknown person, and malformed: clear 4xx', async () => {
    expect(refusalOf(await approve(teller, await pending()))).toMatchObject({ status: 404 })
    expect(refusalOf(await decide(teller, { userId: newId(), decision: 'approve' }))).toMatchObject({ status: 404 })
    const nia = await applicant()
    for (const body of [
      { userId: nia.id },
      { userId: nia.id, decision: 'Approve' },
      { userId: nia.id, decision: 'approve', status: 'Active' },
      { userId: [nia.id], decision: 'approve' },
      { userId: nia.id, decision: 'reject', reason: 'x'.repeat(401) },
    ])
      expect((await decide(teller, body)).statusCode).toBe(400)
    expect((await stateOf(nia)).state).toBe('submitted')
  })
})

describe('who may', () => {
  test('staff can’t decide about their own documents', async () => {
    const tina = await bank.person({ role: 'Teller' })
    await bank.owner`
      insert into verifications (id, person_id, state, submitted_at) values (${newId()}, ${tina.id}, 'submitted', now())`
    const response = await approve(tina, tina)
    expect(refusalOf(response)).toEqual({
      status: 403,
      code: 'own_account',
      message: 'Another member of staff must do this.',
    })
    expect((await stateOf(tina)).state).toBe('submitted')
  })

  test('a Teller neither makes a Pending member of staff Active nor rejects their documents; an Admin can', async () => {
    const nia = await applicant()
    await bank.owner`update people set role = 'Admin' where id = ${nia.id}`
    for (const decided of [approve, reject])
      expect(refusalOf(await decided(teller, nia))).toMatchObject({ status: 403, code: 'forbidden' })
    expect([await statusOf(nia), (await stateOf(nia)).state]).toEqual(['Pending', 'submitted'])
    expect((await approve(admin, nia)).statusCode).toBe(200)
    await bank.owner`update people set role = 'User' where id = ${nia.id}`
  })

  test.each(['User', 'Support', 'Auditor'] as const)(
    'a %s sees no queue and no document, by no URL, and decides nothing',
    async (role) => {
      const nia = await applicant()
      const other = await bank.person({ role })
      const [document] = nia.documents
      for (const path of [
        '/admin/verifications',
        `/admin/verifications/${nia.id}`,
        `/admin/verifications/documents/${document?._id}`,
      ])
        expect((await other.call('GET', path)).statusCode, path).toBe(403)
      for (const path of [`/verification/documents/${document?._id}`, `/images/${document?._id}`])
        expect((await other.call('GET', path)).statusCode, path).toBe(404)
      expect((await approve(other, nia)).statusCode).toBe(403)
      expect(await looksAt(nia)).toEqual([])
      expect((await stateOf(nia)).state).toBe('submitted')
    },
  )

  test('the owner’s URL is the owner’s alone, and the other one the staff’s', async () => {
    const nia = await applicant()
    const id = nia.documents[0]?._id
    expect((await admin.call('GET', `/verification/documents/${id}`)).statusCode).toBe(404)
    expect((await nia.call('GET', `/admin/verifications/documents/${id}`)).statusCode).toBe(403)
    expect((await bank.call('GET', `/verification/documents/${id}`)).statusCode).toBe(401)
    expect((await bank.call('GET', `/admin/verifications/documents/${id}`)).statusCode).toBe(401)
  })
})

const looksAt = (person: Person) => bank.owner<{ actor_id: string; after: object }[]>`
  select actor_id, after from audit
  where subject_id = ${person.id} and action = 'verification.document_viewed' order by number`

describe('every look at a document', () => {
  test('is an audit entry of its own, and in the access log', async () => {
    const nia = await applicant()
    const [identity, address] = nia.documents
    const look = (by: Person, id: string | undefined) => by.call('GET', `/admin/verifications/documents/${id}`)
    const first = await look(teller, identity?._id)
    expect([first.statusCode, first.headers['content-type'], first.rawPayload.length > 100]).toEqual([
      200,
      'image/jpeg',
      true,
    ])
    await look(teller, identity?._id)
    await look(admin, address?._id)
    expect(await looksAt(nia)).toEqual([
      { actor_id: teller.id, after: { documentId: identity?._id, document: 'identity' } },
      { actor_id: teller.id, after: { documentId: identity?._id, document: 'identity' } },
      { actor_id: admin.id, after: { documentId: address?._id, document: 'address' } },
    ])
    const seen = await bank.owner<{ staff_id: string }[]>`
      select staff_id from access_log where person_id = ${nia.id} and what = 'documents.viewed' order by id`
    expect(seen.map(({ staff_id }) => staff_id)).toEqual([teller.id, admin.id])
  })

  test('by its owner is not', async () => {
    const nia = await applicant()
    await nia.call('GET', `/verification/documents/${nia.documents[0]?._id}`)
    expect(await looksAt(nia)).toEqual([])
  })

  test('that finds nothing is none', async () => {
    expect((await teller.call('GET', `/admin/verifications/documents/${newId()}`)).statusCode).toBe(404)
    expect((await teller.call('GET', '/admin/verifications/documents/..%2f..%2fsettings')).statusCode).toBe(400)
  })
})

describe('GET /admin/verifications', () => {
  type Item = { _id: string; user: { _id: string } }
  const list = async (query: Record<string, string>) => teller.call('GET', '/admin/verifications', { query })
  const idsOf = (items: Item[]) => items.map(({ user }) => user._id)

  test('oldest first, in pages, without those who are decided or no longer Pending', async () => {
    await bank.owner`
      update verifications set state = 'rejected', reason = 'x', decided_at = now() where state = 'submitted'`
    const [nia, ben] = [await applicant(), await applicant()]
    const people = [nia, ben, await applicant(), await applicant()]
    const ids = people.map(({ id }) => id)
    const all = await list({})
    expect(idsOf(all.json())).toEqual(ids)
    expect(all.json()[0]).toEqual({
      _id: expect.any(String),
      kind: 'identity',
      nameChange: null,
      user: { _id: ids[0], fullName: 'Nia New', email: people[0]?.email },
      state: 'submitted',
      reason: '',
      submittedAt: expect.any(String),
      decidedAt: null,
      decidedBy: null,
      documents: people[0]?.documents.map(({ _id }) =>
        expect.objectContaining({ _id, imageUrl: `/api/admin/verifications/documents/${_id}` }),
      ),
    })

    const first = await list({ limit: '3' })
    expect(idsOf(first.json())).toEqual(ids.slice(0, 3))
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1] ?? ''
    expect(idsOf((await list({ limit: '3', cursor })).json())).toEqual(ids.slice(3))

    await approve(teller, nia)
    await bank.owner`update people set status = 'Frozen' where id = ${ben.id}`.catch(
      () => bank.owner`update people set status = 'Active' where id = ${ben.id}`,
    )
    expect(idsOf((await list({ state: 'submitted' })).json())).toEqual(ids.slice(2))
    expect(idsOf((await list({ state: 'approved', limit: '1' })).json())).toEqual([nia.id])
    expect(refusalOf(await approve(teller, ben))).toMatchObject({ status: 409, code: 'not_pending' })
  })

  test('another state, a repeated one and another parameter: 400', async () => {
    expect((await list({ state: 'none' })).statusCode).toBe(400)
    expect((await list({ limit: '101' })).statusCode).toBe(400)
    expect((await list({ userId: teller.id })).statusCode).toBe(400)
  })
})
