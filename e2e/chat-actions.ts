import type { Locator, Page } from '@playwright/test'
import { addressOf, connectionIn, spawnBank, stopBank, urlOf } from '../server/test/bank-process.ts'

export const messageLog = (page: Page) => page.getByRole('log', { name: 'Messages' })

export async function sendMessage(page: Page | Locator, text: string) {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** A second server on the running server's database, which it finds in the first one's data folder. */
export async function startSecondServer(dataDir: string): Promise<{ baseURL: string; stop: () => Promise<void> }> {
  const env = { DATABASE_URL: urlOf(await connectionIn(dataDir)), DATA_DIR: dataDir, DEMO: 'on', RATE_LIMIT: 'off' }
  const server = spawnBank({ env })
  return { baseURL: await addressOf(server), stop: () => stopBank(server) }
}
