import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './bank.ts'
import { AUTH_PAGES, LOST_PAGE, logIn, PUBLIC_PAGES, signUp, stranger } from './visits.ts'

const views = ['light', 'dark'].flatMap((colorScheme) =>
  [375, 1440].map((width) => ({ colorScheme: colorScheme as 'light' | 'dark', width })),
)

async function expectNoViolations(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  expect(found, where).toEqual([])
}

async function view(page: Page, { colorScheme, width }: (typeof views)[number]) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
}

for (const path of [...PUBLIC_PAGES, ...AUTH_PAGES, LOST_PAGE])
  test(`axe finds nothing on ${path}, in both themes, on phone and desktop`, async ({ page }) => {
    for (const each of views) {
      await view(page, each)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoViolations(page, `${path} ${each.colorScheme} ${each.width}`)
    }
  })

for (const each of views)
  test(`nor on forms that complain, open menus, the chat, notifications: ${each.colorScheme}, ${each.width}`, async ({
    page,
  }) => {
    await view(page, each)
    await page.goto('/login?mode=sign-up')
    await page.getByLabel('Email').fill('ada@fable.example')
    await page.getByLabel('Password', { exact: true }).fill('abc')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expectNoViolations(page, 'sign-up with a problem')

    await page.route('**/api/auths/login', (route) => route.fulfill({ status: 401, json: { message: 'No.' } }))
    await logIn(page)
    await page.locator('[data-error]').hover()
    await expectNoViolations(page, 'a red notification')

    await page.goto('/contact')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('button', { name: 'Support chat' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    if (each.width < 768) await page.locator('summary', { hasText: 'Menu' }).click()
    await expectNoViolations(page, 'contact form with problems, chat and menu open')
  })

test('nor where a PIN is created', async ({ page }) => {
  const person = stranger()
  await signUp(page, person)
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/code')
  for (const each of views) {
    await view(page, each)
    await expectNoViolations(page, `/code ${each.colorScheme} ${each.width}`)
  }
})
