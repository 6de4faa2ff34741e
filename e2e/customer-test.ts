import type { Page } from '@playwright/test'
import { type AccountOptions, test as base, expect, type TestAccount, type TestAdmin } from './accounts.ts'

export { expect, type TestAccount, type TestAdmin }

/** `account` describes the customer; the browser starts with the customer's session. */
export const test = base.extend<{ account: AccountOptions; customer: TestAccount }>({
  account: [{}, { option: true }],
  customer: async ({ admin, account }, use) => use(await admin.createAccount(account)),
  storageState: async ({ bank, customer }, use) =>
    use({
      cookies: [],
      origins: [{ origin: bank.baseURL, localStorage: [{ name: 'authToken', value: await customer.token() }] }],
    }),
})

export const WIDTHS = { phone: { width: 375, height: 812 }, desktop: { width: 1440, height: 900 } } as const
export type Width = keyof typeof WIDTHS

function atWidth(width: Width, journeys: (width: Width) => void) {
  test.describe(width, () => {
    test.use({ viewport: WIDTHS[width], hasTouch: width === 'phone' })
    journeys(width)
  })
}

/** For journeys whose file covers the desktop with its other journeys. */
export const onPhone = (journeys: () => void) => atWidth('phone', journeys)

/** Runs the same journeys at both widths. */
export function atBothWidths(journeys: (width: Width) => void) {
  for (const width of ['phone', 'desktop'] as const) atWidth(width, journeys)
}

/** Without live updates the page notices a change only with its next request, and never sends one by itself. */
export const blockLiveUpdates = (page: Page) => page.context().route('**/api/events**', (route) => route.abort())

/** Types into digit boxes: the first one has the focus, and each digit moves it on. */
export async function typeDigits(page: Page, label: string, digits: string) {
  await expect(page.getByRole('textbox', { name: label, exact: true })).toBeFocused()
  await page.keyboard.type(digits)
}
