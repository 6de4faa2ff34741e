import { expect, test } from 'vitest'
import { BELL_KINDS } from '#contract/notification-kinds.ts'
import { inOneGo, notificationText } from './notification-text.ts'

const transaction = {
  _id: 'x',
  type: 'Deposit',
  amount: -1250.5,
  status: 'Completed',
  reference: 'M7QX2-9KDTF',
  createdAt: '2026-01-05T15:04:00.000Z',
  bookedAt: '2026-01-05T15:04:00.000Z',
} as const

test('everything the bell keeps has words and a place', () => {
  for (const kind of BELL_KINDS) {
    const said = notificationText({ kind, transaction }, false)
    expect(said?.text, kind).toMatch(/\w/)
    expect(said?.to, kind).toMatch(/^\/(dashboard|code)/)
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

test('answers that follow one another are one line, read and unread ones apart', () => {
  const told = (kind: string, read: boolean) => ({ kind, read })
  const latest = [
    told('support.answered', false),
    told('support.answered', false),
    told('support.answered', true),
    told('deposit.approved', true),
    told('deposit.approved', true),
    told('support.answered', true),
  ]
  expect(inOneGo(latest).map(({ count }) => count)).toEqual([2, 1, 1, 1, 1])
  expect(inOneGo(latest)[0]?.notification).toBe(latest[0])
})
