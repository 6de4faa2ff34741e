import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PERMISSIONS, ROLES, type Role } from '#contract/permissions.ts'
import { type Person, useBank } from './bank.ts'
import { enrolTotp } from './factors.ts'
import { createUpload, databaseFingerprint, refusalOf, transferForm } from './money.ts'
import { waitUntilBlocked } from './waits.ts'

/*
 * Dishonest staff: acts on their own account by every path, roles that raise themselves, and rights that are revoked while
 * a request is under way. Each refusal leaves every row as it was.
 */

const bank = useBank()
const STAFF = ROLES.filter((role) => role !== 'User')
const staff = {} as Record<Exclude<Role, 'User'>, Person>
let ada: Person

beforeAll(async () => {
  for (const role of STAFF) staff[role] = await bank.person({ role, balanceCents: 500_00n })
})
beforeEach(async () => {
  ada = await bank.person({
    balanceCents: 500_00n,
    code: { code: '12345', expiresAt: new Date(Date.now() + 3_600_000) },
  })
})

const patch = (by: Person, subject: Person, updates: object) =>
  by.call('PATCH', '/admin/user', { body: { userId: subject.id, updates } })

async function pendingTransfer(from: Person, to?: Person): Promise<string> {
  const receiver = to ? { accountNumber: await to.accountNumber() } : {}
  const response = await from.call('POST', '/transfer', { body: transferForm({ amount: 10, ...receiver }) })
  return response.json()._id
}

async function pendingDeposit(of: Person): Promise<string> {
  const body = { amount: 10, method: 'bank', receipt: await createUpload(bank, of) }
  return (await of.call('POST', '/deposit', { body })).json()._id
}

async function expectRefused(code: string, call: () => ReturnType<Person['call']>, name = code): Promise<void> {
  const before = await databaseFingerprint(bank)
  const response = await call()
  expect([name, response.statusCode < 400 ? response.json() : refusalOf(response)]).toMatchObject([
    name,
    { status: 403, code },
  ])
  const { access_log: _, ...after } = await databaseFingerprint(bank)
  const { access_log: __, ...expected } = before
  expect([name, after]).toEqual([name, expected])
}

describe.each(['Teller', 'Admin'] as const)('a %s who acts on their own account', (role) => {
  const decide = (path: 'approve' | 'decline', transactionId: string) =>
    staff[role].call('POST', `/deposit/${path}`, { body: { transactionId } })

  test('can’t move its money by any path', async () => {
    const own = staff[role]
    const payer = await bank.person({ balanceCents: 500_00n })
    const submitted = {
      'own deposit': await pendingDeposit(own),
      'own transfer': await pendingTransfer(own),
      'transfer to a customer': await pendingTransfer(own, payer),
      'transfer from a customer, whose receiving half is their own': await pendingTransfer(payer, own),
    }
    for (const path of ['/admin/fund', '/admin/debit'])
      await expectRefused('own_account', () => own.call('POST', path, { body: { userId: own.id, amount: 1 } }), path)
    for (const [name, id] of Object.entries(submitted)) {
      await expectRefused('own_account', () => decide('approve', id), `approve ${name}`)
      await expectRefused('own_account', () => decide('decline', id), `decline ${name}`)
    }
    // The same ones are decided by a colleague.
    const colleague = await bank.person({ role })
    for (const transactionId of Object.values(submitted))
      expect((await colleague.call('POST', '/deposit/approve', { body: { transactionId } })).statusCode).toBe(200)
    const mine = await own.call('GET', '/transactions')
    const received = mine.json().find((one: { originId?: string; type: string }) => one.type === 'Deposit')
    await expectRefused('own_account', () => decide('decline', received._id), 'decline the receiving half')
    await expectRefused('own_account', () => decide('approve', received._id), 'approve the receiving half')
    const reverse = (transactionId: string) =>
      own.call('POST', '/admin/reverse', { body: { transactionId, reason: 'In my favour' } })
    for (const transactionId of [...Object.values(submitted), received._id])
      await expectRefused('own_account', () => reverse(transactionId), 'reverse')
  })

  test('can’t change its secrets, and keeps the second factor', async () => {
    const own = await bank.person({ role, code: { code: '12345', expiresAt: new Date(Date.now() + 3_600_000) } })
    await enrolTotp(own, bank.now)
    const tries: [string, string, object][] = [
      ['PATCH', '/admin/remove-code', { userId: own.id }],
      ['POST', '/admin/reset-pin', { userId: own.id }],
      ['POST', '/admin/factors/reset', { userId: own.id, reason: 'Lost phone' }],
      [
        'PATCH',
        '/admin/user',
        { userId: own.id, updates: { transactionCode: { code: '54321', expireDate: '2099-01-01' } } },
      ],
      ['PATCH', '/admin/user', { userId: own.id, updates: { codeDescription: 'Ask me', mobile: '1' } }],
      ['PATCH', '/admin/user', { userId: own.id, updates: { status: 'Pending' } }],
      ['PATCH', '/admin/user', { userId: own.id, updates: { status: 'Frozen' }, reason: 'Me' }],
      ['POST', '/admin/verifications/decide', { userId: own.id, decision: 'approve', reason: '' }],
      ['POST', '/admin/notes', { userId: own.id, text: 'A good customer.' }],
      ['POST', '/admin/tags', { subject: 'person', subjectId: own.id, text: 'VIP' }],
    ]
    for (const [method, path, body] of tries)
      await expectRefused('own_account', () => own.call(method, path, { body }), `${path} ${JSON.stringify(body)}`)
    expect((await patch(own, own, { mobile: '+1 555 010 0100' })).statusCode).toBe(200)
  })
})

test('an Admin changes neither their own role nor their own email by the office', async () => {
  for (const updates of [{ role: 'User' }, { role: 'Teller' }, { email: 'elsewhere@people.example' }])
    await expectRefused('own_account', () => patch(staff.Admin, staff.Admin, updates), JSON.stringify(updates))
  // Unchanged values are no act.
  expect((await patch(staff.Admin, staff.Admin, { role: 'Admin', email: staff.Admin.email })).statusCode).toBe(200)
})

describe('power is an Admin’s to give', () => {
  test.each(STAFF.filter((role) => role !== 'Admin'))(
    'a %s can’t give a role, not even to themselves',
    async (role) => {
      for (const subject of [staff[role], ada])
        for (const given of ROLES) await expectRefused('forbidden', () => patch(staff[role], subject, { role: given }))
      await expectRefused('forbidden', () => patch(staff[role], ada, { mobile: '1', email: 'mine@people.example' }))
    },
  )

  test('a Teller edits a customer, but neither standing nor factors of staff', async () => {
    const pendingAdmin = await bank.person({ role: 'Admin', status: 'Pending' })
    await enrolTotp(staff.Admin, bank.now)
    const { Teller, Admin } = staff
    await expectRefused('forbidden', () => patch(Teller, pendingAdmin, { status: 'Active' }))
    await expectRefused('forbidden', () => patch(Teller, Admin, { status: 'Pending' }))
    await expectRefused('forbidden', () =>
      Teller.call('POST', '/admin/factors/reset', { body: { userId: Admin.id, reason: 'Lost phone' } }),
    )
    const setLimit = (by: Person, id: string) => by.call('PUT', `/admin/users/${id}/limits`, { body: { daily: 1 } })
    await expectRefused('forbidden', () => setLimit(Teller, Admin.id))
    expect((await setLimit(Admin, Teller.id)).statusCode).toBe(200)
    expect((await setLimit(Teller, ada.id)).statusCode).toBe(200)
    expect((await patch(Teller, ada, { status: 'Pending', mobile: '1' })).json()).toMatchObject({ status: 'Pending' })
    expect((await patch(Admin, pendingAdmin, { status: 'Active' })).statusCode).toBe(200)
  })

  test('every role can be given, and its permissions work at once', async () => {
    const [eve, other] = [await bank.person(), await bank.person()]
    const transactionId = await pendingTransfer(other)
    for (const role of [...ROLES, 'User'] as const) {
      expect((await patch(staff.Admin, eve, { role })).json()).toMatchObject({ role })
      const may = {
        'people:read': await eve.call('GET', `/admin/transactions/${transactionId}`),
        'support:read': await eve.call('GET', '/suport/conversation'),
        'audit:read': await eve.call('GET', '/admin/audit'),
        'secrets:reset': await eve.call('POST', '/admin/end-sessions', { body: { userId: other.id } }),
        'settings:change': await eve.call('POST', '/settings/test-mail'),
      }
      for (const [permission, { statusCode }] of Object.entries(may)) {
        const roles: readonly Role[] = PERMISSIONS[permission as keyof typeof may]
        expect([role, permission, statusCode === 403]).toEqual([role, permission, !roles.includes(role)])
      }
    }
  })
})

describe('a right that is revoked while the request waits for the lock', () => {
  const acts: Record<string, (by: Person) => ReturnType<Person['call']>> = {
    fund: (by) => by.call('POST', '/admin/fund', { body: { userId: ada.id, amount: 1 } }),
    profile: (by) => patch(by, ada, { mobile: '1' }),
    role: (by) => patch(by, ada, { role: 'Teller' }),
    'remove-code': (by) => by.call('PATCH', '/admin/remove-code', { body: { userId: ada.id } }),
    'reset-pin': (by) => by.call('POST', '/admin/reset-pin', { body: { userId: ada.id } }),
    'end-sessions': (by) => by.call('POST', '/admin/end-sessions', { body: { userId: ada.id } }),
  }

  test.each(Object.keys(acts))('is gone: %s', async (name) => {
    const admin = await bank.person({ role: 'Admin' })
    const act = acts[name] as (typeof acts)[string]
    const [waiting] = await bank.owner.begin(async (tx) => {
      await tx`select 1 from accounts where id in (${ada.id}, ${admin.id}) order by id for update`
      await tx`update people set role = 'Support' where id = ${admin.id}`
      // The session still shows the old role: its change is not committed.
      const started = act(admin)
      await waitUntilBlocked(bank.owner)
      return [started] as const
    })
    expect(refusalOf(await waiting)).toMatchObject({ status: 403, code: 'forbidden' })
    const [row] = await bank.sql`select mobile, role from people where id = ${ada.id}`
    expect(row).toEqual({ mobile: '', role: 'User' })
    expect(await bank.sql`select 1 from audit where actor_id = ${admin.id}`).toHaveLength(0)
  })
})

describe('an Auditor only reads', () => {
  test('and leaves messages unread for those who answer', async () => {
    await ada.call('POST', '/suport/send', { body: { receiver: 'Admin', message: 'Anybody there?' } })
    const unread = async () => {
      const found = await bank.sql`select unread_by_office from conversations where person_id = ${ada.id}`
      return found[0]?.unread_by_office
    }
    const read = (by: Person) => by.call('GET', '/suport/user', { query: { userId: ada.id } })
    expect((await read(staff.Auditor)).json()).toMatchObject([{ message: 'Anybody there?' }])
    expect(await unread()).toBe(1)
    const reply = { receiver: ada.id, message: 'Yes.' }
    await expectRefused('forbidden', () => staff.Auditor.call('POST', '/suport/send', { body: reply }))
    expect((await read(staff.Support)).statusCode).toBe(200)
    expect(await unread()).toBe(0)
    expect((await staff.Support.call('POST', '/suport/send', { body: reply })).statusCode).toBe(201)
  })

  test('has no work in the bell; the others count what they may do', async () => {
    await pendingTransfer(await bank.person({ balanceCents: 500_00n }))
    await ada.call('POST', '/suport/send', { body: { receiver: 'Admin', message: 'Hello?' } })
    const office = async (role: keyof typeof staff) => (await staff[role].call('GET', '/notifications')).json().office
    expect(await office('Auditor')).toMatchObject({ conversations: 0, transactions: 0 })
    expect(await office('Support')).toMatchObject({ conversations: expect.toBeOneOf([1, 2, 3]), transactions: 0 })
    expect((await office('Teller')).transactions).toBeGreaterThan(0)
  })

  test('sees the books, which Support and Tellers don’t; only an Admin sees the mail account', async () => {
    await staff.Auditor.call('POST', '/admin/book-checks')
    for (const role of STAFF) {
      const { books } = (await staff[role].call('GET', '/admin/overview')).json()
      expect([role, books !== null]).toEqual([role, role === 'Auditor' || role === 'Admin'])
      const settings = (await staff[role].call('GET', '/settings')).json()
      expect([role, 'mail' in settings, 'cannedReplies' in settings]).toEqual([
        role,
        role === 'Admin',
        role !== 'Auditor',
      ])
    }
  })
})
