import { expect, test } from 'vitest'
import { BELL_KINDS, type BellKind } from '#contract/notifications/notification-kinds.ts'
import { verbatim } from '#contract/text.ts'
import { groupReplies, notificationText } from './notification-text.ts'

const transaction = {
  _id: 'x',
  type: 'Deposit',
  amount: -1250.5,
  status: 'Completed',
  reference: verbatim('M7QX2-9KDTF'),
  createdAt: '2026-01-05T15:04:00.000Z',
  bookedAt: '2026-01-05T15:04:00.000Z',
} as const

test.each(BELL_KINDS)('%s has a text and links to a page', (kind) => {
  const { text, to } = notificationText({ kind, transaction }, false)
  expect(text).toMatch(/\w/)
  expect(to).toMatch(/^\/(dashboard|code)/)
})

test.each<[BellKind, boolean, string]>([
  ['transfer.declined', false, 'Transfer of $1,250.50 declined'],
  ['transfer.declined', true, 'Transfer declined'],
  ['transaction.reversed', false, 'We reversed a transaction of $1,250.50'],
  ['transaction.reversed', true, 'We reversed a transaction'],
  ['deposit.received', false, 'You received $1,250.50'],
  ['deposit.received', true, 'You received money'],
])('%s with amounts hidden %s: %s', (kind, hidden, text) => {
  expect(notificationText({ kind, transaction }, hidden)).toEqual({
    text,
    to: '/dashboard/transactions?search=M7QX2-9KDTF',
  })
})

test('names who sent the money, and approved documents', () => {
  const received = {
    kind: 'deposit.received',
    transaction: { ...transaction, counterpartyName: verbatim('Clara') },
  } as const
  expect(notificationText(received, false).text).toBe('You received $1,250.50 from Clara')
  expect(notificationText(received, true).text).toBe('You received money from Clara')
  const approved = notificationText({ kind: 'verification.approved', transaction: null }, false)
  expect(approved.text).toBe('You are verified. You can now send money')
})

test('names the category of a budget, where the server says it', () => {
  const told = (kind: BellKind, category?: string) => notificationText({ kind, transaction: null, category }, false)
  expect(told('budget.nearly_spent', 'dining')).toEqual({
    text: 'Dining out: 80% of the budget is spent',
    to: '/dashboard/budgets',
  })
  expect(told('budget.spent', 'dining').text).toBe('Dining out: the budget is spent')
  for (const unknown of [undefined, 'gambling', 'toString'])
    expect(told('budget.spent', unknown).text).toBe('A budget is spent')
})

test('groups consecutive replies, read and unread ones apart', () => {
  const item = (kind: BellKind, read: boolean) => ({ kind, read })
  const latest = [
    item('support.answered', false),
    item('support.answered', false),
    item('support.answered', true),
    item('deposit.approved', true),
    item('deposit.approved', true),
    item('support.answered', true),
  ]
  expect(groupReplies(latest).map(({ count }) => count)).toEqual([2, 1, 1, 1, 1])
  expect(groupReplies(latest)[0]?.notification).toBe(latest[0])
})
