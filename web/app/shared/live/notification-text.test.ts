import { expect, test } from 'vitest'
import { BELL_KINDS } from '#contract/notification-kinds.ts'
import { groupReplies, notificationText } from './notification-text.ts'

const transaction = {
  _id: 'x',
  type: 'Deposit',
  amount: -1250.5,
  status: 'Completed',
  reference: 'M7QX2-9KDTF',
  createdAt: '2026-01-05T15:04:00.000Z',
  bookedAt: '2026-01-05T15:04:00.000Z',
} as const

test('every notification kind has a text and a link', () => {
  for (const kind of BELL_KINDS) {
    const content = notificationText({ kind, transaction }, false)
    expect(content?.text, kind).toMatch(/\w/)
    expect(content?.to, kind).toMatch(/^\/(dashboard|code)/)
  }
  expect(notificationText({ kind: 'support.seen', transaction: null }, false)).toBeNull()
})

test.each([
  ['transfer.declined', false, 'Transfer of $1,250.50 declined'],
  ['transfer.declined', true, 'Transfer declined'],
  ['deposit.received', false, 'You received $1,250.50'],
  ['deposit.received', true, 'You received money'],
])('%s with amounts hidden %s: %s', (kind, hidden, text) => {
  expect(notificationText({ kind, transaction }, hidden)).toEqual({
    text,
    to: '/dashboard/transactions?search=M7QX2-9KDTF',
  })
})

test('groups consecutive replies, read and unread separately', () => {
  const notification = (kind: string, read: boolean) => ({ kind, read })
  const latest = [
    notification('support.answered', false),
    notification('support.answered', false),
    notification('support.answered', true),
    notification('deposit.approved', true),
    notification('deposit.approved', true),
    notification('support.answered', true),
  ]
  expect(groupReplies(latest).map(({ count }) => count)).toEqual([2, 1, 1, 1, 1])
  expect(groupReplies(latest)[0]?.notification).toBe(latest[0])
})
