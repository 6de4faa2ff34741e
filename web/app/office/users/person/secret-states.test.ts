import { expect, test } from 'vitest'
import { describeCode, describePin } from './secret-states.ts'

test('says when a PIN is locked, and what to do', () => {
  expect(describePin({ state: 'none' })).toEqual({ text: 'Not set', isProblem: false })
  expect(describePin({ state: 'set' })).toEqual({ text: 'Set', isProblem: false })
  expect(describePin({ state: 'locked' })).toEqual({
    text: 'Locked after five wrong attempts. Reset it, and the customer creates a new one.',
    isProblem: true,
  })
})

test('says until when a code is valid: the day that was entered, not the midnight after it', () => {
  const expiresAt = new Date(2026, 11, 16).toISOString()
  expect(describeCode({ state: 'valid', expiresAt })).toEqual({
    text: 'Valid until Dec 15, 2026 23:59',
    isProblem: false,
  })
  expect(describeCode({ state: 'expired', expiresAt }).text).toBe(
    'Expired Dec 15, 2026 23:59. Set a new code or clear it.',
  )
  expect(describeCode({ state: 'locked', expiresAt }).isProblem).toBe(true)
  expect(describeCode({ state: 'none', expiresAt: null }).text).toBe('Not set. Transfers need only the PIN.')
})
