import { expect, test } from 'vitest'
import type { User } from '#contract/customers/people.ts'
import { ROLES } from '#contract/permissions.ts'
import { mayAct, mayEditField } from './allowed-actions.ts'

const person = (_id: string, role: User['role'], status: User['status'] = 'Active') => ({ _id, role, status }) as User
const customer = person('c', 'User')

test('offers each role what the server would let it do', () => {
  const offered = (action: 'fund' | 'code' | 'edit') =>
    ROLES.filter((role) => mayAct(person('s', role), customer, action))
  for (const action of ['fund', 'code', 'edit'] as const) expect(offered(action)).toEqual(['Teller', 'Admin'])
  expect(mayAct(person('s', 'Admin', 'Pending'), customer, 'edit')).toBe(false)
})

test('staff can’t act on their own account, but may correct the profile', () => {
  const me = person('s', 'Admin')
  expect(
    ['fund', 'debit', 'code', 'reset-pin', 'factors'].filter((action) => mayAct(me, me, action as 'fund')),
  ).toEqual([])
  expect(mayAct(me, me, 'edit')).toBe(true)
  for (const field of ['role', 'email', 'status'] as const) expect(mayEditField(me, me, field)).toBe(false)
})

test('a closed account is not edited any more', () => {
  const closed: User = { ...customer, status: 'Closed' }
  const actions = ['edit', 'fund', 'debit', 'code', 'reset-pin', 'standing'] as const
  expect(actions.filter((action) => mayAct(person('a', 'Admin'), closed, action))).toEqual([])
  expect(ROLES.filter((role) => mayAct(person('s', role), closed, 'erase'))).toEqual(['Admin'])
  expect(mayAct(person('a', 'Admin'), customer, 'erase')).toBe(false)
})

test('a Teller changes the status of customers, an Admin also roles, addresses and the status of staff', () => {
  const [teller, admin, colleague] = [person('t', 'Teller'), person('a', 'Admin'), person('x', 'Support')]
  const fields = (me: User, subject: User) =>
    (['role', 'email', 'status'] as const).filter((field) => mayEditField(me, subject, field))
  expect(fields(teller, customer)).toEqual(['status'])
  expect(fields(teller, colleague)).toEqual([])
  expect(fields(admin, colleague)).toEqual(['role', 'email', 'status'])
})
