import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../bank.ts'
import { CUSTOMER, newVisitor, waitForHydration } from '../page-actions.ts'

/** Presses Tab until the target is focused. Fails after `limit` steps. */
async function tabTo(page: Page, target: Locator, limit = 40) {
  for (let step = 0; step < limit; step += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused({ timeout: 100 })
}

test('landing page, log-in, dashboard and log-out with the keyboard only', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Get Started' }).first())
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/login?mode=sign-up')
  await tabTo(page, page.getByRole('link', { name: 'Log in' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(CUSTOMER.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(CUSTOMER.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')

  // The focus is on the page's content, so Tab goes through all of the start page first.
  await tabTo(page, page.getByRole('button', { name: 'Profile menu' }), 120)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth')
})

test('sign-up and PIN creation with the keyboard only', async ({ page }) => {
  const visitor = newVisitor()
  await page.goto('/login?mode=sign-up')
  await tabTo(page, page.getByLabel('Full name'))
  await page.keyboard.type(visitor.fullName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(visitor.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(visitor.password)
  await tabTo(page, page.getByLabel('Confirm password', { exact: true }))
  await page.keyboard.type(visitor.password)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/login')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(visitor.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/code')
  await expect(page.getByLabel('PIN', { exact: true }).and(page.locator('input'))).toBeFocused()
  await page.keyboard.type('7391')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Confirm PIN', { exact: true }).and(page.locator('input'))).toBeFocused()
  await page.keyboard.type('7391')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('the contact form, its errors and the chat with the keyboard only', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await tabTo(page, page.getByLabel('Name', { exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter your name.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Support chat' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Support chat' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Support chat' })).toBeFocused()
})

test('following a link moves the focus to the content of the new page', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/services')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveTitle('Services · Fable Bank')
})

test('every focused element has a visible outline', async ({ page }) => {
  await page.goto('/')
  for (let step = 0; step < 22; step += 1) {
    await page.keyboard.press('Tab')
    const shown = await page.evaluate(`(() => {
      const marked = (element) => element && (getComputedStyle(element).outlineStyle !== 'none' && getComputedStyle(element).outlineWidth !== '0px')
      const active = document.activeElement
      return active === document.body || marked(active) || marked(active.parentElement)
    })()`)
    expect(shown, `step ${step}: ${await page.evaluate('document.activeElement.outerHTML.slice(0, 120)')}`).toBe(true)
  }
})
