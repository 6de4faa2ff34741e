import { expect, test } from 'vitest'
import type { User } from '#contract/customers/people.ts'
import { fillReply } from './canned-replies.ts'

const user = { fullName: 'Ada {{me}} Walker', status: 'Pending', balance: 1250.5, accountNumber: '4410077123' } as User
const values = { user, me: 'Olive Office', bank: 'Fable Bank' }

test('fills in the customer’s details without expanding placeholders inside them', () => {
  expect(fillReply('{{firstName}}: {{balance}}, {{status}}, {{accountNumber}}', values)).toBe(
    'Ada: $1,250.50, awaiting verification, 4410077123',
  )
  expect(fillReply('Dear {{name}}, {{me}} of {{bank}}', values)).toBe(
    'Dear Ada {{me}} Walker, Olive Office of Fable Bank',
  )
})
