import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf } from '../../../test/money.ts'
import { uploadFile } from '../../../test/verification.ts'

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let tess: Person
let tom: Person
let sue: Person
beforeAll(async () => {
  tess = await bank.person({ role: 'Teller', fullName: 'Tess Teller' })
  tom = await bank.person({ role: 'Teller', fullName: 'Tom Teller' })
  sue = await bank.person({ role: 'Support', fullName: 'Sue Support' })
})

let count = 0
const newCustomer = () => {
  count += 1
  return { fullName: `Nora Newcomer ${count}`, email: `nora.${count}@people.example` }
}
const create = (by: Person, body: object) => by.call('POST', '/admin/people', { body })
const submit = (by: Person, id: string, documents: object[]) =>
  by.call('POST', `/admin/people/${id}/documents`, { body: { documents } })
const decide = (by: Person, body: object) =>
  by.call('POST', '/admin/verifications/decide', { body: { decision: 'approve', ...body } })
const activate = (by: Person, userId: string) =>
  by.call('PATCH', '/admin/user', { body: { userId, updates: { status: 'Active' } } })

describe('a customer at the desk', () => {
  test('is Pending, gets a link, and no password that staff know', async () => {
    const before = Number((await tess.call('GET', '/users/all')).headers['x-total-count'])
    const body = { ...newCustomer(), mobile: '+1 555 010 0142', dob: '1990-12-31', locale: 'de' }
    const made = await create(tess, body)
    const { locale, ...shown } = body
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      { ...shown, locale, role: 'User', status: 'Pending', emailConfirmed: false, balance: 0 },
    ])
    expect(made.json().accountNumber).toMatch(/^\d{10}$/)
    const [row] = await bank.sql`
      select password_hash, created_by_staff,
        (select count(*)::int from outbox where person_id = p.id and kind = 'password.invited') as invitations
      from people p where id = ${made.json()._id}`
    expect(row).toEqual({ password_hash: null, created_by_staff: tess.id, invitations: 1 })
    expect(Number((await tess.call('GET', '/users/all')).headers['x-total-count'])).toBe(before + 1)

    // Staff may know that an address is taken. Support and Auditor create no one.
    expect(refusalOf(await create(tom, body))).toMatchObject({ status: 409, code: 'email_taken' })
    expect(refusalOf(await create(tom, { ...newCustomer(), email: 'x' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'email' }],
    })
    expect(refusalOf(await create(tom, { ...newCustomer(), role: 'Admin' }))).toMatchObject({ status: 400 })
    expect(refusalOf(await create(sue, newCustomer()))).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('attack: who creates a person, or submits their documents, verifies them', async () => {
    const { _id: id } = (await create(tess, newCustomer())).json()
    const documents = async (by: Person) => [{ kind: 'identity', imageUrl: await uploadFile(by) }]
    // A colleague's uploads are not found.
    expect(refusalOf(await submit(tess, id, await documents(tom)))).toMatchObject({ code: 'not_found' })
    expect(refusalOf(await submit(tess, tess.id, await documents(tess)))).toMatchObject({ code: 'own_account' })
    const submitted = await submit(tom, id, await documents(tom))
    expect([submitted.statusCode, submitted.json()]).toMatchObject([201, { state: 'submitted', user: { _id: id } }])
    expect(refusalOf(await submit(tom, id, await documents(tom)))).toMatchObject({ code: 'verification_submitted' })

    for (const by of [tess, tom]) {
      expect(refusalOf(await decide(by, { userId: id }))).toMatchObject({ status: 403, code: 'second_admin_needed' })
      expect(refusalOf(await activate(by, id))).toMatchObject({ status: 403, code: 'second_admin_needed' })
    }
    // A freeze in between does not help.
    const freeze = { userId: id, updates: { status: 'Frozen' }, reason: 'x' }
    expect((await sue.call('PATCH', '/admin/user', { body: freeze })).statusCode).toBe(200)
    const unfreeze = { userId: id, updates: { status: 'Active' }, reason: 'x' }
    expect(refusalOf(await tess.call('PATCH', '/admin/user', { body: unfreeze }))).toMatchObject({
      code: 'second_admin_needed',
    })
    const third = await bank.person({ role: 'Teller' })
    expect((await third.call('PATCH', '/admin/user', { body: unfreeze })).statusCode).toBe(200)
  })

  test('attack: money for people whom one created adds up as if for one customer', async () => {
    const other = await bank.person({ role: 'Teller' })
    const fund = async (amount: number) => {
      const { _id: userId } = (await create(other, newCustomer())).json()
      expect((await activate(tom, userId)).statusCode).toBe(200)
      const body = { userId, amount, reason: 'Welcome' }
      return (await other.call('POST', '/admin/fund', { body })).json().status
    }
    expect([await fund(60), await fund(60)]).toEqual(['Completed', 'Pending'])
  })
})

describe('documents are shown before they are approved', () => {
  let nora: string
  let submission: { _id: string; documents: { imageUrl: string }[] }
  beforeEach(async () => {
    nora = (await create(tess, newCustomer())).json()._id
    const uploads = [await uploadFile(tess), await uploadFile(tess)]
    const documents = uploads.map((imageUrl) => ({ kind: 'identity', imageUrl }))
    submission = (await submit(tess, nora, documents)).json()
  })
  const look = (by: Person, place: number) =>
    by.call('GET', String(submission.documents[place]?.imageUrl).replace('/api', ''))

  test('who names what they reviewed has opened every document themselves', async () => {
    const approve = () => decide(tom, { userId: nora, submissionId: submission._id })
    expect(refusalOf(await approve())).toMatchObject({ status: 409, code: 'documents_unseen' })
    await look(tom, 0)
    // A colleague's look does not count.
    await look(sue, 1)
    const colleague = await bank.person({ role: 'Teller' })
    await look(colleague, 1)
    expect(refusalOf(await approve())).toMatchObject({ status: 409, code: 'documents_unseen' })
    expect((await look(tom, 1)).statusCode).toBe(200)
    expect((await approve()).json()).toMatchObject({ state: 'approved' })
  })

  test('a client that names no submission decides as before, and the audit log says what was not opened', async () => {
    expect((await decide(tom, { userId: nora })).json()).toMatchObject({ state: 'approved' })
    const [entry] = await bank.sql`
      select after from audit where subject_id = ${nora} and action = 'verification.approved'`
    expect(entry?.after).toMatchObject({ unseenDocuments: 2 })
  })
})

test('Support freezes a customer with a reason, and can do nothing else to them', async () => {
  const ada = await bank.person()
  const update = (updates: object, reason?: string) =>
    sue.call('PATCH', '/admin/user', { body: { userId: ada.id, updates, ...(reason && { reason }) } })
  expect(refusalOf(await update({ status: 'Frozen' }))).toMatchObject({ status: 400, errors: [{ path: 'reason' }] })
  expect(refusalOf(await update({ status: 'Frozen', mobile: '1' }, 'Stolen phone'))).toMatchObject({
    code: 'forbidden',
  })
  expect(refusalOf(await update({ mobile: '1' }))).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await update({ status: 'Frozen', reason: 'Stolen phone' })).json()).toMatchObject({ status: 'Frozen' })
  for (const status of ['Active', 'Pending', 'Closed'])
    expect(refusalOf(await update({ status }, 'Found it'))).toMatchObject({ status: 403, code: 'forbidden' })
  const own = { userId: tess.id, updates: { status: 'Frozen' }, reason: 'Colleague' }
  expect(refusalOf(await sue.call('PATCH', '/admin/user', { body: own }))).toMatchObject({ code: 'forbidden' })
  const auditor = await bank.person({ role: 'Auditor' })
  const freeze = { userId: ada.id, updates: { status: 'Frozen' }, reason: 'x' }
  expect(refusalOf(await auditor.call('PATCH', '/admin/user', { body: freeze }))).toMatchObject({ code: 'forbidden' })
})
