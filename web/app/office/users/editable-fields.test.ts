import { expect, test } from 'vitest'
import type { User } from '#contract/people.ts'
import { changedFields, editableOf } from './editable-fields.ts'

const user = {
  _id: '1',
  fullName: 'Ada',
  email: 'ada@fable.example',
  mobile: '',
  dob: '',
  gender: '',
  nationality: '',
  address: '',
  role: 'User',
  status: 'Pending',
  balance: 12,
} as User

test('only what may be edited', () => {
  expect(Object.keys(editableOf(user))).not.toContain('balance')
})

test('what was touched, and what it was', () => {
  const base = editableOf(user)
  expect(changedFields(base, { ...base, status: 'Active', mobile: '1' })).toEqual({
    updates: { mobile: '1', status: 'Active' },
    expected: { mobile: '', status: 'Pending' },
  })
  expect(changedFields(base, base)).toEqual({ updates: {}, expected: {} })
})
