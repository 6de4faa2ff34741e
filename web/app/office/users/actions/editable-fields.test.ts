import { expect, test } from 'vitest'
import type { User } from '#contract/customers/people.ts'
import { changedFields, toEditableFields } from './editable-fields.ts'

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

test('contains no field that can’t be edited', () => {
  expect(Object.keys(toEditableFields(user))).not.toContain('balance')
})

test('returns the changed fields and their previous values', () => {
  const base = toEditableFields(user)
  expect(changedFields(base, { ...base, status: 'Active', mobile: '1' })).toEqual({
    updates: { mobile: '1', status: 'Active' },
    expected: { mobile: '', status: 'Pending' },
  })
  expect(changedFields(base, base)).toEqual({ updates: {}, expected: {} })
})
