import { expect, test } from 'vitest'
import type { User } from '#contract/people.ts'
import { CANNED_REPLIES, fillReply } from './canned-replies.ts'

const user = { fullName: 'Ada {me} Walker', status: 'Pending', balance: 1250.5, accountNumber: '4410077123' } as User
const filling = { user, me: 'Olive Office', bank: 'Fable Bank' }

test('every reply is filled in completely', () => {
  for (const { text } of CANNED_REPLIES)
    expect(fillReply(text, { ...filling, user: { ...user, fullName: 'Ada' } })).not.toMatch(/[{}]/)
})

test('with the person’s own facts, and what is in them stays text', () => {
  expect(fillReply('{firstName}: {balance}, {status}, {accountNumber}', filling)).toBe(
    'Ada: $1,250.50, awaiting verification, 4410077123',
  )
  expect(fillReply('Dear {name}', filling)).toBe('Dear Ada {me} Walker')
})

test('a placeholder nobody knows is left to be seen', () => {
  expect(fillReply('{pin} {constructor}', filling)).toMatch(/^\{pin\}/)
})
