/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { test as base } from './accounts.ts'

export { expect } from './accounts.ts'

type Fixtures = { openAsAdmin: (path: string) => Promise<Page> }

export const test = base.extend<Fixtures>({
  /** Opens a page as the demonstration's administrator. */
  openAsAdmin: async ({ page, admin }, use) => {
    await page.addInitScript((token) => {
      // Frames without an origin (a PDF in its viewer) have no storage.
      if (location.protocol.startsWith('http')) localStorage.setItem('authToken', token)
    }, admin.token)
    await use(async (path) => {
      await page.goto(path)
      return page
    })
  },
})

export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications (F6)' }).getByText(text)

/** The table row that contains this text. */
export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
