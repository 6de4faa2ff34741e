import { expect, test } from 'vitest'
import type { ScheduledPaymentRun } from '#contract/payments/scheduled-payments.ts'
import { endText, runProblem, scheduledPaymentProblem } from './run-text.ts'

const TODAY = '2026-11-16'
const failed = { dueOn: '2026-11-15', status: 'retrying', tries: 1, nextTryOn: '2026-11-17' } as ScheduledPaymentRun
const run: ScheduledPaymentRun = { ...failed, reason: 'insufficient_balance' }
const skipped: ScheduledPaymentRun = { ...run, status: 'skipped', nextTryOn: null, tries: 3 }

test('a failed run says why and when it is tried again; the third failure that it was skipped', () => {
  expect(runProblem(run, TODAY)).toBe('There was not enough money in the account. We’ll try again on November 17.')
  expect(runProblem(skipped, TODAY)).toBe(
    'There was not enough money in the account. We tried 3 times and skipped this payment.',
  )
  expect(runProblem({ ...skipped, tries: 1, reason: 'account_frozen' }, TODAY)).toBe(
    'Your account is frozen. We skipped this payment.',
  )
  expect(runProblem({ ...run, status: 'sent', reason: null }, TODAY)).toBeUndefined()
})

test('a scheduled payment names the due day that was not paid, also once it has ended', () => {
  expect(scheduledPaymentProblem({ lastRun: skipped }, TODAY)).toMatch(
    /^The payment of November 15 was not made\. There was not enough money/,
  )
  expect(scheduledPaymentProblem({ lastRun: { ...run, status: 'sent', reason: null } }, TODAY)).toBeUndefined()
  expect(scheduledPaymentProblem({ lastRun: null }, TODAY)).toBeUndefined()
  expect(endText({ endReason: 'finished' })).toBe('No more payments are due.')
})
