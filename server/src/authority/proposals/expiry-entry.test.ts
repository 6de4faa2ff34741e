import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { startSession } from '../../access/start-session.ts'
import { expireProposals } from './expire-proposals.ts'

const WEEK_MS = 7 * 86_400_000
const REASON = 'Expired: not confirmed within seven days.'
const bank = useBank({ config: { fourEyesAboveCents: 0n } })
let grace: Person
let linus: Person
let ada: Person
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  linus = await bank.person({ role: 'Admin' })
})
beforeEach(async () => {
  bank.clock.offsetMs = 0
  await bank.owner`update proposals set state = 'rejected', decided_at = now(), decided_by = proposed_by
    where state = 'pending'`
  ada = await bank.person()
})

const expiries = () => bank.sql`
  select actor_id, subject_id, before, after, request_id from audit where action = 'proposal.expired' order by id`
const proposeRole = async (by: Person) =>
  (await by.call('PATCH', '/admin/user', { body: { userId: ada.id, updates: { role: 'Teller' } } })).json()._id
const proposeBank = async (by: Person, accountNumber: string) => {
  const bankingInfo = { accountNumber, accountName: 'Fable', bankName: 'Trust', routing: '', address: '' }
  const cryptoInfo = [{ name: 'Bitcoin', network: 'Bitcoin', address: 'bc1qfable', rate: 0.0000165 }]
  const proposed = await by.call('PUT', '/settings', { body: { bankingInfo, cryptoInfo } })
  return proposed.json()._id
}

test('an expiry is in the audit log once, in the proposer’s name, also when two servers run the job', async () => {
  const [role, bankDetails] = [await proposeRole(grace), await proposeBank(grace, '1')]
  bank.clock.offsetMs = WEEK_MS
  const counts = await Promise.all([expireProposals(bank), expireProposals(bank)])
  // Bank details and crypto addresses are two proposals.
  expect(counts.reduce((sum, count) => sum + count)).toBe(3)
  const by = { proposedBy: grace.id, proposedByName: 'Grace Admin' }
  const entry = { actor_id: grace.id, after: { state: 'expired', reason: REASON }, request_id: 'job: expire proposals' }
  const entries = await expiries()
  expect(entries).toHaveLength(3)
  expect(entries).toContainEqual({ ...entry, subject_id: ada.id, before: { ...by, proposalId: role, kind: 'role' } })
  const before = { ...by, proposalId: bankDetails, kind: 'bank_details' }
  expect(entries).toContainEqual({ ...entry, subject_id: null, before })
  expect(await expireProposals(bank)).toBe(0)
  expect(await expiries()).toEqual(entries)
})

test('an expiry that the next proposal notices is in the audit log too', async () => {
  const [role, bankDetails] = [await proposeRole(grace), await proposeBank(grace, '2')]
  const known = await expiries()
  bank.clock.offsetMs = WEEK_MS
  const token = await startSession(bank.sql, linus.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
  const later: Person = { ...linus, call: (method, path, options) => bank.call(method, path, { token, ...options }) }
  const next = [await proposeRole(later), await proposeBank(later, '3')]
  expect(next).toEqual([expect.any(String), expect.any(String)])
  expect(next).not.toEqual([role, bankDetails])
  const added = (await expiries()).slice(known.length)
  expect(added[0]).toMatchObject({ actor_id: grace.id, subject_id: ada.id, before: { proposalId: role } })
  // Proposals of the same millisecond have no order.
  expect(added.slice(1).sort((a, b) => a.before.kind.localeCompare(b.before.kind))).toMatchObject([
    { actor_id: grace.id, subject_id: null, before: { proposalId: bankDetails, kind: 'bank_details' } },
    { actor_id: grace.id, subject_id: null, before: { kind: 'crypto_addresses' } },
  ])
  expect(await expireProposals(bank)).toBe(0)
})

test('a proposal that is decided at the moment of its expiry is not recorded as expired', async () => {
  const [id, known] = [await proposeRole(grace), await expiries()]
  bank.clock.offsetMs = WEEK_MS
  let job: Promise<number> | undefined
  await bank.owner.begin(async (tx) => {
    await tx`select 1 from accounts where id = ${ada.id} for update`
    job = expireProposals(bank)
    await waitUntilBlocked(bank.owner)
    await tx`update proposals set state = 'rejected', decided_at = now(), decided_by = ${linus.id} where id = ${id}`
  })
  expect(await job).toBe(0)
  expect(await bank.sql`select state from proposals where id = ${id}`).toEqual([{ state: 'rejected' }])
  expect(await expiries()).toEqual(known)
})
