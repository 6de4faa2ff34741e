/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test'
import { expect, type TestAccount, test } from '../accounts.ts'
import { expectClean } from '../axe.ts'
import { file, pdf, picture } from '../files.ts'
import { logIn, newVisitor, signUp } from '../page-actions.ts'

const PHONE = { width: 390, height: 844 }

async function openAs(browser: Browser, account: TestAccount, path: string): Promise<Page> {
  const context = await browser.newContext()
  await context.addInitScript((token) => localStorage.setItem('authToken', token), await account.token())
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function choose(page: Page, name: string, buffer: Buffer, type: 'image/jpeg' | 'application/pdf') {
  const chosen = file(type === 'image/jpeg' ? 'photo.jpg' : 'bill.pdf', type, buffer)
  await page.getByLabel(`Choose a file of ${name}`).setInputFiles(chosen)
}

async function submitDocuments(page: Page) {
  await choose(page, 'your ID', await picture(900, 600), 'image/jpeg')
  await choose(page, 'your proof of address', pdf([{ text: 'Fableton Water' }]), 'application/pdf')
  await expect(page.getByText('Uploaded', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Submit documents' }).click()
  await expect(page.getByRole('status').getByText('We are checking your documents')).toBeVisible()
}

test('a new customer uploads documents on a phone, a teller reviews them, and the account becomes Active', async ({
  page,
  admin,
  browser,
}) => {
  const visitor = newVisitor()
  await page.setViewportSize(PHONE)
  await signUp(page, visitor)
  await logIn(page, visitor)
  for (const name of ['PIN', 'Confirm PIN']) {
    await expect(page.getByRole('textbox', { name, exact: true })).toBeFocused()
    await page.keyboard.type('2468')
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await page.getByRole('region', { name: 'Your documents' }).getByRole('link', { name: 'Upload documents' }).click()
  await expect(page.getByRole('heading', { name: 'Proof of identity' })).toBeVisible()
  expect(await page.getByLabel('Take a photo of your ID').getAttribute('capture')).toBe('environment')

  await page.getByRole('button', { name: 'Submit documents' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please add a photo or file of your ID.')
  await submitDocuments(page)
  await expect(page.getByRole('img', { name: 'Proof of identity' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)

  const teller = await admin.createAccount({ role: 'Teller', fullName: 'Tom Teller' })
  const office = await openAs(browser, teller, '/dashboard/verifications')
  await office.getByRole('link', { name: visitor.fullName }).click()
  await expect(office.getByRole('img', { name: 'Proof of identity' })).toBeVisible()
  await expect(office.getByRole('img', { name: 'Proof of address, page 1 of 1' })).toBeVisible()
  await expect(office.getByRole('region', { name: 'Customer' })).toContainText(visitor.email)
  await office.getByRole('button', { name: 'Approve' }).click()
  await expect(office.getByText(`${visitor.fullName} is now Active`)).toBeVisible()

  await expect(page.getByRole('status').getByText('Approved', { exact: true })).toBeVisible()
  await office.context().close()
})

test('rejected with a reason, the customer uploads again; axe finds nothing on the pages of both', async ({
  page,
  admin,
  browser,
}) => {
  const nia = await admin.createAccount({ status: 'Pending', fullName: 'Nia Rejected' })
  await page.addInitScript((token) => localStorage.setItem('authToken', token), await nia.token())
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Your documents' })
  await card.getByRole('link', { name: 'Upload documents' }).click()
  await expect(page.getByRole('heading', { name: 'Proof of identity' })).toBeVisible()
  await expectClean(page, 'upload')
  await submitDocuments(page)
  await expect(page.getByRole('img', { name: 'Proof of address, page 1 of 1' })).toBeVisible()
  await expectClean(page, 'submitted')

  const teller = await admin.createAccount({ role: 'Teller', fullName: 'Tom Teller' })
  const office = await openAs(browser, teller, '/dashboard/verifications')
  await expect(office.getByRole('link', { name: 'Nia Rejected' })).toBeVisible()
  await expectClean(office, 'queue')
  await office.goto(`/dashboard/user/${nia.id}?tab=verification`)
  await office.getByRole('button', { name: 'Show 2 documents' }).click()
  await expect(office.getByRole('img', { name: 'Proof of identity' })).toBeVisible()
  await expectClean(office, 'tab')
  await office.goto(`/dashboard/verifications/${nia.id}`)
  await expect(office.getByRole('img', { name: 'Proof of identity' })).toBeVisible()
  await office.getByRole('button', { name: 'Reject' }).click()
  await office.getByRole('button', { name: 'Reject' }).click()
  await expect(office.getByText('Enter a reason. The customer will see it.')).toBeVisible()
  await expectClean(office, 'review')
  await office.getByRole('button', { name: 'The photo can’t be read.' }).click()
  await office.getByRole('button', { name: 'Reject' }).click()
  await expect(office.getByText('Nia Rejected was asked for other documents')).toBeVisible()

  await expect(page.getByText('The photo can’t be read. Please upload them again.')).toBeVisible()
  await submitDocuments(page)
  await office.context().close()
})
