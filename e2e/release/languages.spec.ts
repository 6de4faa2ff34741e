import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Page } from '@playwright/test'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { catalogueKey, withoutMeaning } from '#contract/text-id.ts'
import { readCatalogue } from '../../scripts/catalogues/catalogue.ts'
import { expectCleanNow, expectNoSidewaysScroll } from '../axe.ts'
import { expect, test } from '../customer-test.ts'
import { consoleErrorsOf } from '../page-actions.ts'

const chooseLanguage = (page: Page, baseURL: string, locale: Locale) =>
  page.context().addCookies([{ name: 'locale', value: locale, url: baseURL }])

/** Two fifths longer, with accents above and below the line. Placeholders, tags and plurals stay as they are. */
function pseudo(text: string): string {
  const accented = text.replace(
    /\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|<[^>]*>|([a-zA-Z])/g,
    (all, letter?: string) => letter?.replace(/[aeionsuAEION]/, (plain) => ACCENTED[plain] ?? plain) ?? all,
  )
  return `${accented} ${'ħéļļö '.repeat(Math.ceil((text.length * 0.4) / 6))}`.trimEnd()
}
const ACCENTED: Record<string, string> = {
  a: 'ä',
  e: 'ę',
  i: 'ï',
  o: 'ǫ',
  n: 'ñ',
  s: 'ș',
  u: 'ů',
  A: 'Å',
  E: 'Ę',
  I: 'İ',
}

/** Generated here and never shipped: it takes the place of the German catalogues. */
async function usePseudoLocale(page: Page, baseURL: string) {
  await chooseLanguage(page, baseURL, 'de')
  await page.route(/assets\/(public|bank)\.de.*\.json$/, (route) => {
    const area = route.request().url().includes('/bank.de') ? 'bank' : 'public'
    const texts = Object.keys(readCatalogue(area, 'en')).map((text) => [
      catalogueKey(text),
      compileMessageOrThrow(pseudo(withoutMeaning(text))),
    ])
    return route.fulfill({ json: Object.fromEntries(texts) })
  })
}

/** Buttons whose text does not fit into them. Those with an ellipsis are cut on purpose. */
const clippedButtons = (page: Page) =>
  page
    .locator('button:visible, a[class*=rounded-full]:visible')
    .evaluateAll((buttons) =>
      buttons
        .filter(
          (button) => button.scrollWidth > button.clientWidth + 1 && getComputedStyle(button).overflow !== 'visible',
        )
        .map((button) => button.textContent),
    )

const MENU = ['Dashboard', 'Transactions', 'Send', 'Transfer', 'Support', 'Settings||menu', 'Admin||back office']

/** Labels that are cut, or need a third line, in the bar at the bottom with its entry for staff, when they are those of another language. */
async function clippedLabels(page: Page, locale: Locale) {
  const texts: Record<string, string> = { ...readCatalogue('public', locale), ...readCatalogue('bank', locale) }
  const labels = MENU.map((text) => (locale === 'en' ? withoutMeaning(text) : texts[text]) ?? `no ${text}`)
  return page.locator('nav.fixed').evaluate((bar, names) => {
    const first = bar.querySelector('a')
    while (first && bar.children.length < names.length) bar.append(first.cloneNode(true))
    const shown = [...bar.querySelectorAll('a span')]
    for (const [index, label] of shown.entries()) label.textContent = names[index] ?? ''
    const isCut = (label: Element) => label.scrollWidth > label.clientWidth || label.clientHeight > 30
    return shown.filter(isCut).map((label) => label.textContent)
  }, labels)
}

const opened = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0)
}

test.describe('on the narrowest phone', () => {
  test.use({ account: { balance: 500 }, viewport: { width: 320, height: 812 } })

  test('texts that are two fifths longer fit', async ({ page, bank }) => {
    await usePseudoLocale(page, bank.baseURL)
    for (const path of [
      '/de',
      '/de/contact',
      '/dashboard',
      '/dashboard/send',
      '/dashboard/transfer',
      '/dashboard/statements',
      '/dashboard/settings',
      '/dashboard/settings/payments',
    ]) {
      await opened(page, path)
      await expect(page.getByText('ħéļļö').first()).toBeVisible()
      await expectNoSidewaysScroll(page, path)
      expect(await clippedButtons(page), path).toEqual([])
    }
    for (const locale of LOCALES) expect(await clippedLabels(page, locale), locale).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use({ account: { balance: 500 }, viewport: { width: 390, height: 844 }, hasTouch: true })

  test('in Arabic: transfer, and open the statements, from right to left', async ({ page, bank }) => {
    const errors = consoleErrorsOf(page)
    await chooseLanguage(page, bank.baseURL, 'ar')
    await opened(page, '/dashboard')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByText('⁦500.00\u00a0US$⁩').first()).toBeVisible()
    await expectCleanNow(page, 'dashboard, ar')

    await page.getByRole('link', { name: 'تحويل' }).first().click()
    await page.getByRole('button', { name: 'متابعة' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('اسم صاحب الحساب').fill('Grace Hopper')
    await form.getByLabel('رقم الحساب').fill('0532013000')
    await form.getByLabel('اسم البنك').fill('Example Savings Bank')
    await form.getByLabel('المبلغ').fill('١٠٫٥٠')
    await form.getByRole('button', { name: 'متابعة' }).click()
    await expect(form.getByText('⁦10.50\u00a0US$⁩').first()).toBeVisible()
    await expectCleanNow(page, 'review, ar')
    await form.getByRole('button', { name: 'التأكيد بالرقم السري' }).click()
    await page.keyboard.type('1234')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'تم تقديم التحويل!' })).toBeVisible()

    await opened(page, '/dashboard/statements')
    await expectCleanNow(page, 'statements, ar')
    expect(errors).toEqual([])
  })
})

test('axe finds nothing in German', async ({ page, bank }) => {
  await chooseLanguage(page, bank.baseURL, 'de')
  for (const path of ['/de/contact', '/dashboard', '/dashboard/transfer']) {
    await opened(page, path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expectCleanNow(page, path)
  }
})

/** The router that the framework made of its list of routes. `narrowRoutes` changes that list, so this fails when the framework does. */
type FrameworkWindow = { __reactRouterDataRouter?: { routes: { id: string; path?: string; children?: object[] }[] } }

test('the router of a page has the prefix of its language only', async ({ page }) => {
  const prefixOf = () =>
    page.evaluate(() => {
      const { __reactRouterDataRouter: router } = window as FrameworkWindow
      const root = router?.routes.find(({ id }) => id === 'root')
      const routes = (root?.children ?? []) as { id: string; path?: string }[]
      return routes.find(({ id }) => id === 'locale-route')?.path
    })
  for (const [path, prefix] of [
    ['/about', ''],
    ['/de/about', 'de?'],
  ] as const) {
    await opened(page, path)
    await expect.poll(prefixOf, path).toBe(prefix)
  }
})

/** The first page of a list says that there is another, which fails. */
async function failSecondPage(page: Page, path: string) {
  await page.route(
    (url) => url.pathname === `/api${path}`,
    async (route) => {
      if (new URL(route.request().url()).searchParams.has('cursor')) return route.fulfill({ status: 500, json: {} })
      const response = await route.fetch()
      const link = `</api${path}?cursor=next>; rel="next"`
      return route.fulfill({ response, headers: { ...response.headers(), link } })
    },
  )
}

test.describe('texts that are not written where they are shown', () => {
  test.use({ account: { balance: 500 } })

  test('are in German', async ({ page, bank, customer }) => {
    const { user } = await customer.call('GET', '/users')
    await chooseLanguage(page, bank.baseURL, 'de')
    await opened(page, '/dashboard/transfer')
    await page.getByRole('button', { name: 'Weiter' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Kontoinhaber').fill('Ada')
    await form.getByLabel('Kontonummer').fill(user.accountNumber)
    await form.getByLabel('Name der Bank').fill('Fable Bank')
    await form.getByLabel('Betrag').fill('10')
    await form.getByRole('button', { name: 'Weiter' }).click()
    await expect(form.getByText('Sie können nicht auf Ihr eigenes Konto überweisen.')).toBeVisible()

    const passkey = { _id: customer.id, name: 'Laptop', createdAt: new Date().toISOString(), lastUsedAt: null }
    await page.route('**/api/users/factors', (route) =>
      route.fulfill({ json: { totp: false, passkeys: [passkey], recoveryCodes: 10 } }),
    )
    await page.route('**/api/users/devices', async (route) => {
      const [device] = await (await route.fetch()).json()
      return route.fulfill({ json: [{ ...device, userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile' }] })
    })
    await opened(page, '/dashboard/security')
    await expect(page.getByText('1 Passkey', { exact: true })).toBeVisible()
    await expect(page.getByText('Chrome auf Android')).toBeVisible()

    await failSecondPage(page, '/transactions')
    await opened(page, '/dashboard/transactions')
    await expect(page.getByText('Die Transaktionen konnten nicht geladen werden.')).toBeVisible()
    await failSecondPage(page, '/users/access-log')
    await opened(page, '/dashboard/access-log')
    await expect(page.getByText('Mehr konnte nicht geladen werden.')).toBeVisible()
  })
})
