import { createServer } from 'node:net'
import type { Page } from '@playwright/test'
import { test as base } from './accounts.ts'

/** Browsers allow passkeys at localhost but not at IP addresses, and a passkey is bound to the exact origin. */
export const test = base.extend<object, { bankSettings: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a function needs from this pattern.
  bankSettings: [async ({}, use) => use({ PORT: String(await freePort()) }), { scope: 'worker' }],
  baseURL: async ({ bank }, use) => use(bank.baseURL.replace('127.0.0.1', 'localhost')),
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return address.port
}

/** A device with a fingerprint reader. `recognize(false)`: it no longer recognizes its owner. */
export async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    recognize: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}
