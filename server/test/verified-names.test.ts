/**
 * The name of a verified customer, in which the bank signs: no member of staff changes it alone, and no status takes it back.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FRESH_MS } from '../src/access/freshness.ts'
import { type Person, useBank } from './bank.ts'
import { refusalOf } from './money.ts'
import { submitDocuments } from './verification.ts'

const hasPdftotext = !spawnSync('pdftotext', ['-v']).error
const pdfText = (pdf: Buffer) => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let ada: Person
beforeEach(async () => {
  ada = await bank.person()
})
afterEach(() => {
  bank.clock.offsetMs = 0
})

const confirm = (by: Person, id: string) => by.call('POST', `/admin/proposals/${id}/confirm`)

describe('a verified customer’s name', () => {
  const rename = (by: Person, person: Person, updates: object) =>
    by.call('PATCH', '/admin/user', { body: { userId: person.id, updates } })
  const nameOf = async ({ id }: Person) =>
    (await bank.sql<{ full_name: string }[]>`select full_name from people where id = ${id}`)[0]?.full_name

  test('attack: a Teller makes a customer somebody else; it takes another one', async () => {
    const [mallory, teller] = [await bank.person({ role: 'Teller' }), await bank.person({ role: 'Teller' })]
    const answer = await rename(mallory, ada, { fullName: 'Internal Revenue Service', dob: '1990-12-31', mobile: '1' })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      202,
      {
        kind: 'name',
        before: { fullName: ada.fullName },
        after: { fullName: 'Internal Revenue Service', dob: '1990-12-31' },
      },
    ])
    expect(await nameOf(ada)).toBe(ada.fullName)
    expect((await ada.call('GET', '/users')).json().user).toMatchObject({ fullName: ada.fullName, mobile: '1' })
    expect(refusalOf(await confirm(mallory, answer.json()._id))).toMatchObject({ code: 'second_admin_needed' })
    expect((await confirm(teller, answer.json()._id)).statusCode).toBe(200)
    expect((await ada.call('GET', '/users')).json().user).toMatchObject({
      fullName: 'Internal Revenue Service',
      dob: expect.stringContaining('1990-12-31'),
    })
    const [told] = await bank.sql`select 1 from outbox where person_id = ${ada.id} and kind = 'name.changed'`
    expect(told).toBeDefined()
  })

  test('attack: a Teller makes the customer Pending first, or the customer renames themself meanwhile', async () => {
    const mallory = await bank.person({ role: 'Teller' })
    const set = (status: string) => rename(mallory, ada, { status })
    const name = 'Internal Revenue Service'
    expect((await set('Pending')).json()).toMatchObject({ status: 'Pending' })
    expect((await rename(mallory, ada, { fullName: name })).statusCode).toBe(202)
    expect((await rename(mallory, ada, { dob: '1990-12-31', status: 'Active' })).statusCode).toBe(409)
    bank.clock.offsetMs = FRESH_MS
    expect(refusalOf(await ada.call('PUT', '/users/update', { body: { fullName: name } }))).toMatchObject({
      status: 403,
      code: 'confirmation_required',
    })
    bank.clock.offsetMs = 0
    await submitDocuments(ada)
    // One submission at a time.
    expect(refusalOf(await ada.call('PUT', '/users/update', { body: { fullName: name } }))).toMatchObject({
      status: 409,
      code: 'verification_submitted',
    })
    expect((await set('Active')).json()).toMatchObject({ status: 'Active', fullName: ada.fullName })
    expect((await set('Pending')).json()).toMatchObject({ status: 'Pending' })
    const asked = await ada.call('PUT', '/users/update', { body: { fullName: name } })
    expect(asked.json()).toMatchObject({ fullName: ada.fullName, nameChange: { fullName: name } })
    expect(await nameOf(ada)).toBe(ada.fullName)
  })

  test.each(['Frozen', 'Closed'])('attack: a newcomer who becomes %s while Pending is not verified', async (status) => {
    const teller = await bank.person({ role: 'Teller' })
    const newcomer = await bank.person({ status: 'Pending', fullName: 'Internal Revenue Service' })
    const body = { userId: newcomer.id, updates: { status }, reason: 'Suspicious' }
    expect((await teller.call('PATCH', '/admin/user', { body })).statusCode).toBe(200)
    const confirmation = await newcomer.call('GET', '/users/confirmation')
    if (hasPdftotext) expect(pdfText(confirmation.rawPayload)).toContain('Not verified')
    if (status === 'Closed') return
    const check = { accountNumber: await newcomer.accountNumber(), accountName: newcomer.fullName }
    expect((await ada.call('POST', '/payees/check', { body: check })).json()).toMatchObject({ result: 'no_match' })
    expect(refusalOf(await newcomer.call('POST', '/pay-requests', { body: {} }))).toMatchObject({
      status: 403,
      code: 'account_pending',
    })
    // One corrects the name still, as of every newcomer, and unfreezing verifies it.
    expect((await rename(teller, newcomer, { fullName: 'Ben Example' })).json()).toMatchObject({
      fullName: 'Ben Example',
    })
    const unfrozen = { userId: newcomer.id, updates: { status: 'Active' }, reason: 'Documents seen' }
    expect((await teller.call('PATCH', '/admin/user', { body: unfrozen })).statusCode).toBe(200)
    expect(
      (await ada.call('POST', '/payees/check', { body: { ...check, accountName: 'Ben Example' } })).json(),
    ).toMatchObject({ result: 'match' })
    expect((await rename(teller, newcomer, { fullName: 'Internal Revenue Service' })).statusCode).toBe(202)
  })

  test('a proposal is outdated once the name was changed, and a second one waits', async () => {
    const [mallory, teller] = [await bank.person({ role: 'Teller' }), await bank.person({ role: 'Teller' })]
    const { _id } = (await rename(mallory, ada, { fullName: 'Ada Young' })).json()
    expect(refusalOf(await rename(teller, ada, { fullName: 'Ada Old' }))).toMatchObject({ code: 'already_proposed' })
    await bank.owner`update people set full_name = 'Ada King' where id = ${ada.id}`
    expect(refusalOf(await confirm(teller, _id))).toMatchObject({ status: 409, code: 'proposal_outdated' })
    expect(await nameOf(ada)).toBe('Ada King')
  })

  test('of a customer who is not verified yet, one corrects; of staff, an Admin proposes', async () => {
    const [teller, newcomer, clerk] = [
      await bank.person({ role: 'Teller' }),
      await bank.person({ status: 'Pending' }),
      await bank.person({ role: 'Support' }),
    ]
    expect((await rename(teller, newcomer, { fullName: 'Ben Example' })).json()).toMatchObject({
      fullName: 'Ben Example',
    })
    expect(refusalOf(await rename(teller, clerk, { fullName: 'Somebody Else' }))).toMatchObject({ status: 403 })
    expect((await rename(await bank.person({ role: 'Admin' }), clerk, { fullName: 'Cleo Clerk' })).statusCode).toBe(202)
  })
})

test('the migration finds who was Active once', async () => {
  const teller = await bank.person({ role: 'Teller' })
  const after = async (first: 'Active' | 'Pending', ...statuses: string[]) => {
    const { id } = await bank.person({ status: first })
    for (const status of statuses) {
      const body = { userId: id, updates: { status }, reason: 'Checked' }
      expect((await teller.call('PATCH', '/admin/user', { body })).statusCode).toBe(200)
    }
    return id
  }
  const verified = [
    await after('Active'),
    await after('Active', 'Pending'),
    await after('Active', 'Frozen'),
    await after('Pending', 'Active', 'Closed'),
    await after('Pending', 'Frozen', 'Active', 'Frozen'),
  ]
  const others = [await after('Pending'), await after('Pending', 'Frozen'), await after('Pending', 'Frozen', 'Closed')]
  const found = () => bank.owner<{ id: string }[]>`
    select id from people where id = any(${[...verified, ...others]}::uuid[]) and verified_at is not null order by id`
  const ids = [...verified].sort().map((id) => ({ id }))
  expect(await found()).toEqual(ids)
  await bank.owner`update people set verified_at = null`
  await bank.owner.unsafe(await readFile('server/migrations/0122-verified-once.sql', 'utf8'))
  expect(await found()).toEqual(ids)
})
