import { expect, test } from 'vitest'
import { goalPercentage } from './goal.ts'

test.each([
  [{ balance: 850, goal: 2500 }, 34],
  [{ balance: 0, goal: 2500 }, 0],
  [{ balance: 2499.99, goal: 2500 }, 99],
  [{ balance: 2500, goal: 2500 }, 100],
  [{ balance: 9_999_999_999.99, goal: 0.01 }, 100],
])('%o is %i percent of the goal', (account, percentage) => {
  expect(goalPercentage(account)).toBe(percentage)
})

test('without a goal there is no percentage', () => {
  expect(goalPercentage({ balance: 850 })).toBeNull()
})
