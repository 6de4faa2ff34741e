import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, refusalOf, tally } from '../../../test/money.ts'
import { submitDocuments } from '../../../test/verification.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { FRESH_MS } from '../../access/freshness.ts'
import { startSession } from '../../access/start-session.ts'
import { checkInvariants } from '../../ledger/books/invariants.ts'
import { expireProposals } from './expire-proposals.ts'

const DAY_MS = 86_400_000
const bank = useBank({ config: { fourEyesAboveCents: 0n } })
let grace: Person
let linus: Person
let teller: Person
let ada: Person
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  linus = await bank.person({ role: 'Admin', fullName: 'Linus Admin' })
  teller = await bank.person({ role: 'Teller', fullName: 'Tess Teller' })
})
beforeEach(async () => {
  bank.clock.offsetMs = 0
  await bank.owner`update proposals set state = 'rejected', decided_at = now(), decided_by = proposed_by, secret = null
    where state = 'pending'`
  ada = await bank.person({ fullName: 'Ada Example' })
})

const update = (by: Person, person: Person, updates: object) =>
  by.call('PATCH', '/admin/user', { body: { userId: person.id, updates } })
const resetPin = (by: Person, person: Person) => by.call('POST', '/admin/reset-pin', { body: { userId: person.id } })
const confirm = (by: Person, id: string) => by.call('POST', `/admin/proposals/${id}/confirm`)
const reject = (by: Person, id: string, reason = 'Not asked for') =>
  by.call('POST', `/admin/proposals/${id}/reject`, { body: { reason } })
const list = async (by: Person, query: Record<string, string> = {}) =>
  (await by.call('GET', '/admin/proposals', { query })).json()
const userOf = async (person: Person) =>
  (
    await bank.sql<{ role: string; status: string; email: string; pin: boolean }[]>`
      select p.role, p.status, p.email, a.pin_hash is not null as pin from people p join accounts a on a.id = p.id
      where p.id = ${person.id}`
  )[0]
const again = async (person: Person): Promise<Person> => {
  const token = await startSession(bank.sql, person.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
  return { ...person, token, call: (method, path, options = {}) => bank.call(method, path, { token, ...options }) }
}
const actsOn = async (person: Person) =>
  (await bank.sql<{ action: string; actor_id: string }[]>`
    select action, actor_id from audit where subject_id = ${person.id} order by number`) as { action: string }[]

test('a decision shows the person, who sees that it was looked at', async () => {
  const { _id } = (await update(grace, ada, { email: `new-${ada.email}` })).json()
  const looksOf = async (name: string) =>
    (await ada.call('GET', '/users/access-log')).json().filter(({ by }: { by: string }) => by === name)
  expect(await looksOf('Linus Admin')).toEqual([])
  expect((await reject(linus, _id)).statusCode).toBe(200)
  expect(await looksOf('Linus Admin')).toMatchObject([{ role: 'Admin', what: 'details.viewed' }])
})

describe('a role', () => {
  test('is given when a second administrator confirms, with both names on record', async () => {
    const proposed = await update(grace, ada, { role: 'Teller', mobile: '+1 555 010 0199' })
    expect(proposed.statusCode).toBe(202)
    const { _id } = proposed.json()
    expect(await userOf(ada)).toMatchObject({ role: 'User' })
    // The rest needs no second person.
    expect((await ada.call('GET', '/users')).json().user).toMatchObject({ mobile: '+1 555 010 0199' })

    const confirmed = await confirm(linus, _id)
    expect([confirmed.statusCode, confirmed.json()]).toMatchObject([
      200,
      { _id, state: 'confirmed', decidedBy: { _id: linus.id, fullName: 'Linus Admin' }, decidedAt: expect.any(String) },
    ])
    expect(await userOf(ada)).toMatchObject({ role: 'Teller' })
    expect((await ada.call('GET', '/users/all')).statusCode).toBe(200)
    expect((await actsOn(ada)).map(({ action }) => action)).toEqual([
      'person.updated',
      'proposal.made',
      'proposal.confirmed',
      'person.role_changed',
    ])
    const [origin] = await bank.sql`select role_given_by, role_proposed_by from people where id = ${ada.id}`
    expect(origin).toEqual({ role_given_by: linus.id, role_proposed_by: grace.id })
  })

  test('with fewer permissions needs no second person; with others it does', async () => {
    const colleague = await bank.person({ role: 'Admin' })
    expect((await update(grace, colleague, { role: 'Teller' })).statusCode).toBe(200)
    expect((await update(grace, colleague, { role: 'Auditor' })).statusCode).toBe(202)
    expect((await update(grace, colleague, { role: 'User' })).statusCode).toBe(200)
  })

  test('of staff who are not Active is given back by two', async () => {
    const colleague = await bank.person({ role: 'Admin', status: 'Pending' })
    const proposed = await update(grace, colleague, { status: 'Active' })
    expect([proposed.statusCode, proposed.json()]).toMatchObject([
      202,
      { kind: 'role', before: { status: 'Pending' }, after: { status: 'Active' } },
    ])
    await confirm(linus, proposed.json()._id)
    expect(await userOf(colleague)).toMatchObject({ status: 'Active' })
    const customer = await bank.person({ status: 'Pending' })
    expect((await update(grace, customer, { status: 'Active' })).statusCode).toBe(200)
  })

  test('of Frozen staff is given back with a reason, which the second person sees', async () => {
    const colleague = await bank.person({ role: 'Teller', status: 'Frozen' })
    expect(refusalOf(await update(grace, colleague, { status: 'Active' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'reason', msg: 'Enter a reason.' }],
    })
    const body = { userId: colleague.id, updates: { status: 'Active' }, reason: 'Back from leave' }
    const proposed = await grace.call('PATCH', '/admin/user', { body })
    expect([proposed.statusCode, proposed.json()]).toMatchObject([
      202,
      { before: { status: 'Frozen' }, after: { status: 'Active', reason: 'Back from leave' } },
    ])
    expect((await confirm(linus, proposed.json()._id)).statusCode).toBe(200)
    expect(await userOf(colleague)).toMatchObject({ status: 'Active' })
  })

  test.each(['proposer', 'subject'])('is not confirmed by its %s', async (who) => {
    const { _id } = (await update(grace, ada, { role: 'Admin' })).json()
    if (who === 'subject') await bank.owner`update people set role = 'Admin' where id = ${ada.id}`
    const confirmer = who === 'proposer' ? grace : await again(ada)
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await confirm(confirmer, _id))).toMatchObject({ status: 403, code: 'second_admin_needed' })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })
})

test('an email changes when it is confirmed, and both addresses are told', async () => {
  const { _id } = (await update(grace, ada, { email: 'ada@new.example' })).json()
  expect((await confirm(linus, _id)).statusCode).toBe(200)
  expect(await userOf(ada)).toMatchObject({ email: 'ada@new.example' })
  const told = await bank.sql`select kind from outbox where person_id = ${ada.id} order by number`
  expect(told.map(({ kind }) => kind)).toEqual(['email.changed', 'email.replaced'])
})

test('an email that is taken is refused when proposed and when confirmed', async () => {
  expect(refusalOf(await update(grace, ada, { email: grace.email }))).toMatchObject({
    status: 409,
    code: 'email_taken',
  })
  const { _id } = (await update(grace, ada, { email: 'taken@new.example' })).json()
  await bank.person({ email: 'taken@new.example' })
  expect(refusalOf(await confirm(linus, _id))).toMatchObject({ status: 409, code: 'email_taken' })
  expect((await list(linus, { state: 'pending' }))[0]).toMatchObject({ _id, state: 'pending' })
})

test('another spelling of another person’s email is proposed too', async () => {
  const proposed = await update(grace, ada, { email: ada.email.toUpperCase() })
  expect(proposed.statusCode).toBe(202)
  expect(await userOf(ada)).toMatchObject({ email: ada.email })
  expect((await confirm(linus, proposed.json()._id)).statusCode).toBe(200)
  expect(await userOf(ada)).toMatchObject({ email: ada.email.toUpperCase() })
})

test('a PIN is reset by two tellers; without a PIN nothing is proposed', async () => {
  const { _id, before, after } = (await resetPin(teller, ada)).json()
  expect([before, after]).toEqual([{ pin: 'set' }, { pin: 'none' }])
  expect(await userOf(ada)).toMatchObject({ pin: true })
  const colleague = await bank.person({ role: 'Teller' })
  expect((await confirm(colleague, _id)).statusCode).toBe(200)
  expect(await userOf(ada)).toMatchObject({ pin: false })
  expect((await resetPin(teller, ada)).statusCode).toBe(200)
})

test('approving documents does not make a member of staff Active past the second person', async () => {
  const colleague = await bank.person({ role: 'Teller', status: 'Pending' })
  await submitDocuments(colleague)
  const decide = (decision: string) =>
    grace.call('POST', '/admin/verifications/decide', {
      body: { userId: colleague.id, decision, reason: 'Unreadable' },
    })
  const before = await databaseFingerprint(bank)
  expect(refusalOf(await decide('approve'))).toMatchObject({ status: 403, code: 'second_admin_needed' })
  expect(await databaseFingerprint(bank)).toEqual(before)
  expect((await decide('reject')).statusCode).toBe(200)
})

test('the PIN of staff is reset by Admins only', async () => {
  const colleague = await bank.person({ role: 'Teller', pin: '1234' })
  const { _id } = (await resetPin(grace, colleague)).json()
  const other = await bank.person({ role: 'Teller' })
  for (const response of [await confirm(other, _id), await reject(other, _id)])
    expect(refusalOf(response)).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await confirm(linus, _id)).statusCode).toBe(200)
})

test('a Teller withdraws their own PIN reset of a customer who is staff by now', async () => {
  const { _id } = (await resetPin(teller, ada)).json()
  await bank.owner`update people set role = 'Admin' where id = ${ada.id}`
  const other = await bank.person({ role: 'Teller' })
  expect(refusalOf(await reject(other, _id))).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await reject(teller, _id)).json()).toMatchObject({ state: 'rejected', decidedBy: { _id: teller.id } })
})

describe('a proposal', () => {
  test('is confirmed once, whatever arrives at the same moment', async () => {
    const { _id } = (await update(grace, ada, { role: 'Teller' })).json()
    const others = await Promise.all(Array.from({ length: 8 }, () => bank.person({ role: 'Admin' })))
    const responses = await Promise.all(
      others.map((other, i) => (i % 4 === 3 ? reject(other, _id) : confirm(other, _id))),
    )
    expect(tally(responses)).toEqual({ '200': 1, '409 proposal_decided': 7 })
    const acts = (await actsOn(ada)).map(({ action }) => action)
    expect(acts.filter((action) => action.startsWith('proposal.') && action !== 'proposal.made')).toHaveLength(1)
  })

  test('is returned to who repeats the same decision', async () => {
    const { _id } = (await resetPin(teller, ada)).json()
    const first = await confirm(linus, _id)
    expect((await confirm(linus, _id)).json()).toEqual(first.json())
    expect(refusalOf(await reject(linus, _id))).toMatchObject({ status: 409, code: 'proposal_decided' })
  })

  test('of the same change is the same one; of another it has to wait', async () => {
    const first = await update(grace, ada, { role: 'Teller' })
    const others = await Promise.all([grace, linus, grace].map((by) => update(by, ada, { role: 'Teller' })))
    for (const other of others) expect([other.statusCode, other.json()]).toEqual([202, first.json()])
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await update(linus, ada, { role: 'Admin' }))).toMatchObject({
      status: 409,
      code: 'already_proposed',
    })
    expect(await databaseFingerprint(bank)).toEqual(before)
    await reject(grace, first.json()._id)
    expect((await update(linus, ada, { role: 'Admin' })).statusCode).toBe(202)
  })

  test('proposed at the same moment by many is one', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, (_, i) => resetPin(i % 2 ? grace : teller, ada)))
    expect(tally(responses)).toEqual({ '202': 10 })
    expect(new Set(responses.map((response) => response.json()._id)).size).toBe(1)
  })

  test('is rejected with a reason, or withdrawn, and stays in the list', async () => {
    const { _id } = (await update(grace, ada, { role: 'Teller' })).json()
    const withdrawn = await reject(grace, _id, 'Typed the wrong name')
    expect([withdrawn.statusCode, withdrawn.json()]).toMatchObject([
      200,
      { state: 'rejected', reason: 'Typed the wrong name', decidedBy: { _id: grace.id } },
    ])
    expect(refusalOf(await confirm(linus, _id))).toMatchObject({ status: 409, code: 'proposal_decided' })
    expect((await list(linus, { state: 'rejected' }))[0]).toMatchObject({ _id, reason: 'Typed the wrong name' })
    expect(await userOf(ada)).toMatchObject({ role: 'User' })
  })

  test.each<[string, (person: Person) => PromiseLike<unknown>]>([
    ['the subject has another role', () => bank.owner`update people set role = 'Support' where id = ${ada.id}`],
    ['the subject has another status', () => bank.owner`update people set status = 'Pending' where id = ${ada.id}`],
    ['the proposer has another role', (by) => bank.owner`update people set role = 'Teller' where id = ${by.id}`],
    ['the proposer is not Active', (by) => bank.owner`update people set status = 'Pending' where id = ${by.id}`],
  ])('is outdated when %s', async (_, change) => {
    const proposer = await bank.person({ role: 'Admin' })
    const role = (await update(proposer, ada, { role: 'Teller' })).json()._id
    const pin = (await resetPin(proposer, ada)).json()._id
    await change(proposer)
    const before = await databaseFingerprint(bank)
    for (const id of [role, pin])
      expect(refusalOf(await confirm(linus, id))).toMatchObject({ status: 409, code: 'proposal_outdated' })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('is not confirmed by staff who lost the role, nor by a session that is not fresh', async () => {
    const { _id } = (await update(grace, ada, { role: 'Teller' })).json()
    const former = await bank.person({ role: 'Admin' })
    await bank.owner`update people set role = 'Teller' where id = ${former.id}`
    expect((await confirm(former, _id)).statusCode).toBe(403)
    bank.clock.offsetMs = FRESH_MS
    for (const response of [await confirm(linus, _id), await reject(linus, _id)])
      expect(refusalOf(response)).toMatchObject({ code: 'confirmation_required' })
    expect(await userOf(ada)).toMatchObject({ role: 'User' })
  })

  test('expires after seven days: at once for readers, and for good by the job', async () => {
    const { _id, proposedAt } = (await update(grace, ada, { role: 'Teller' })).json()
    const expiresAt = new Date(Date.parse(proposedAt) + 7 * DAY_MS)
    bank.clock.offsetMs = expiresAt.getTime() - Date.now() - 30_000
    expect((await list(await again(linus), { state: 'pending' }))[0]).toMatchObject({ _id, state: 'pending' })
    bank.clock.offsetMs += 30_000
    const later = await again(linus)
    const EXPIRED = {
      _id,
      state: 'expired',
      reason: 'Expired: not confirmed within seven days.',
      decidedBy: null,
      decidedAt: expiresAt.toISOString(),
    }
    expect((await list(later, { state: 'expired' }))[0]).toMatchObject(EXPIRED)
    expect(await list(later, { state: 'pending' })).toEqual([])
    for (const response of [await confirm(later, _id), await reject(later, _id)])
      expect(refusalOf(response)).toMatchObject({ status: 409, code: 'proposal_expired' })
    expect(await expireProposals(bank)).toBe(1)
    expect(await expireProposals(bank)).toBe(0)
    expect((await list(later, { state: 'expired' }))[0]).toMatchObject(EXPIRED)
    expect(await userOf(ada)).toMatchObject({ role: 'User' })
    expect((await update(await again(grace), ada, { role: 'Teller' })).statusCode).toBe(202)
  })

  test('is locked after the accounts, as by everything that proposes', async () => {
    const { _id } = (await update(grace, ada, { role: 'Teller' })).json()
    let confirmed: ReturnType<typeof confirm> | undefined
    await bank.owner.begin(async (tx) => {
      await tx`select 1 from accounts where id = ${ada.id} for update`
      confirmed = confirm(linus, _id)
      await waitUntilBlocked(bank.owner)
      await tx`select 1 from proposals where id = ${_id} for update nowait`
    })
    expect((await confirmed)?.statusCode).toBe(200)
  })

  test('that does not exist, or a list in pages', async () => {
    const unknown = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'
    for (const response of [await confirm(linus, unknown), await reject(linus, unknown)])
      expect(response.statusCode).toBe(404)
    const made = [await update(grace, ada, { role: 'Teller' }), await resetPin(grace, ada)].map((one) => one.json()._id)
    const query = { state: 'pending', limit: '1' }
    const page = await linus.call('GET', '/admin/proposals', { query })
    expect([page.json()[0]._id, page.headers.link]).toEqual([made[1], expect.stringContaining('cursor=')])
    expect((await list(linus, { ...query, cursor: made[1] ?? '' }))[0]._id).toBe(made[0])
  })

  test('waits in the bell of those who may confirm it', async () => {
    const waiting = async (person: Person) => (await person.call('GET', '/notifications')).json().office?.proposals
    const before = [await waiting(grace), await waiting(linus), await waiting(teller)]
    await update(grace, ada, { role: 'Teller' })
    await resetPin(grace, ada)
    const after = [await waiting(grace), await waiting(linus), await waiting(teller)]
    expect(after.map((count, i) => count - before[i])).toEqual([0, 2, 1])
    expect(await waiting(await bank.person({ role: 'Support' }))).toBe(0)
  })

  test('that was carried out by its proposer, or without an audit entry, breaches an invariant', async () => {
    const { _id } = (await update(grace, ada, { role: 'Teller' })).json()
    const breaches = () =>
      bank.owner.begin(async (tx) => {
        await tx`alter table proposals drop constraint four_eyes`
        await tx`update proposals set state = 'confirmed', decided_by = proposed_by, decided_at = now() where id = ${_id}`
        const finding = (await checkInvariants(tx, 'UTC')).find(({ title }) => title.startsWith('A proposal'))
        throw new Error(`${finding?.breaches} wrong`)
      })
    await expect(breaches()).rejects.toThrow('1 wrong')
  })
})
