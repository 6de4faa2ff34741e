import type { Locator, Page } from '@playwright/test'

export const messageLog = (page: Page) => page.getByRole('log', { name: 'Messages' })

export async function sendMessage(page: Page | Locator, text: string) {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
