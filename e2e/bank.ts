import { test as base } from '@playwright/test'
import { withBank } from '../server/test/bank-process.ts'

export { expect } from '@playwright/test'

export type Bank = { baseURL: string; dataDir: string }

/**
 * A whole bank, as `npm start` runs it, with the demonstration people. One for each worker, so that journeys which run
 * at the same time can't change what the other one sees.
 */
export const test = base.extend<object, { bank: Bank; bankSettings: Record<string, string> }>({
  /** What a file needs to be different: `test.use({ bankSettings: { … } })` gives it a bank of its own. */
  bankSettings: [{}, { scope: 'worker', option: true }],
  bank: [
    ({ bankSettings }, use) => withBank(({ address, dataDir }) => use({ baseURL: address, dataDir }), bankSettings),
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ bank }, use) => use(bank.baseURL),
})
