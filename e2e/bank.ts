import { test as base } from '@playwright/test'
import { withBank } from '../server/test/bank-process.ts'
import { createSession } from './api.ts'

export { expect } from '@playwright/test'

export const ADMIN = { email: 'admin@fable.example', password: 'Fable-admin-2026' }

export type Bank = { baseURL: string; dataDir: string }

/**
 * A bank as `npm start` runs it, with the demonstration accounts. Each worker has its own, so that parallel journeys
 * don't change each other's data.
 */
export const test = base.extend<object, { bank: Bank; bankSettings: Record<string, string>; adminToken: string }>({
  /**
   * Environment variables: `test.use({ bankSettings: { … } })` gives a file a bank of its own. The usual one may push to a receiver on
   * this machine.
   */
  bankSettings: [{ PUSH_ALLOW: '127.0.0.1' }, { scope: 'worker', option: true }],
  bank: [
    // Receivers of webhooks are on this machine.
    ({ bankSettings }, use) =>
      withBank(({ address, dataDir }) => use({ baseURL: address, dataDir }), {
        WEBHOOK_ALLOW: '127.0.0.1',
        ...bankSettings,
      }),
    { scope: 'worker', timeout: 180_000 },
  ],
  // Here and not beside what uses it: files with other worker fixtures don't share a worker, nor its bank.
  adminToken: [async ({ bank }, use) => use(await createSession(bank.baseURL, ADMIN)), { scope: 'worker' }],
  baseURL: async ({ bank }, use) => use(bank.baseURL),
})
