import { expect, test } from 'vitest'
import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import { verbatim } from '#contract/text.ts'
import { planSeveral } from './bulk-plan.ts'

const me = { _id: 'me', accountNumber: '1' }

const caseOf = (userId: string, amount: number, more: object = {}, alone = 0) =>
  ({
    transaction: {
      user: { _id: userId },
      amount: -amount,
      type: 'Transfer',
      method: 'wire',
      status: 'Pending',
      ...more,
    },
    user: { _id: userId, status: userId === 'frozen' ? 'Frozen' : 'Active' },
    decidedAlone: alone,
  }) as TransactionCase

const outcomes = (cases: TransactionCase[], isApproval = true, limitAmount: number | null = 100) =>
  planSeveral(cases, isApproval, { limitAmount, me }).map(({ outcome }) => outcome)

test('amounts of one customer add up, with what was decided alone before', () => {
  const cases = [caseOf('ada', 40, {}, 30), caseOf('ben', 100), caseOf('ada', 31, {}, 30), caseOf('ada', 30, {}, 30)]
  expect(outcomes(cases)).toEqual(['decided', 'decided', 'proposed', 'decided'])
  expect(outcomes(cases, true, null)).toEqual(Array(4).fill('decided'))
  expect(outcomes(cases, false)).toEqual(Array(4).fill('decided'))
})

test('the second of two people decides, and the first is left out', () => {
  const proposedBy = (id: string) => ({ proposedBy: { _id: id, fullName: verbatim('Grace') } })
  expect(outcomes([caseOf('ada', 900, proposedBy('grace')), caseOf('ada', 900, proposedBy('me'))])).toEqual([
    'decided',
    'skipped',
  ])
})

test('leaves out what can’t be decided, and says why', () => {
  const decided = { status: 'Declined', decidedBy: { _id: 'g', fullName: verbatim('Grace') }, reason: '' }
  const own = { method: 'internal', counterparty: { accountNumber: '1' } }
  const cases = [caseOf('ada', 1, decided), caseOf('me', 1), caseOf('ada', 1, own), caseOf('frozen', 1)]
  expect(planSeveral(cases, true, { limitAmount: null, me }).map((one) => ('why' in one ? one.why : ''))).toEqual([
    'Grace declined it.',
    'Your own account: a colleague must decide.',
    'Your own account: a colleague must decide.',
    'The account is Frozen: the transfer can only be declined.',
  ])
  expect(outcomes(cases, false).at(-1)).toBe('decided')
})
