import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, onPhone, test } from '../customer-test.ts'
import { waitForHydration } from '../page-actions.ts'

test.use({ account: { balance: 500, fullName: 'Grace Hopper' } })

const choose = (page: Page, buffer: Buffer) =>
  page
    .getByLabel('Choose a file or drop it here')
    .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer })

onPhone(() => {
  test('anyone can check a file and a number, and one altered byte is not genuine', async ({
    browser,
    baseURL,
    customer,
  }) => {
    const month = new Date().toISOString().slice(0, 7)
    const headers = { authorization: `Bearer ${await customer.token()}` }
    const response = await fetch(`${baseURL}/api/statements/${month}?format=csv`, { headers })
    const file = Buffer.from(await response.arrayBuffer())
    const fingerprint = createHash('sha256').update(file).digest('hex')
    const number = response.headers.get('x-document-number') ?? ''

    const page = await (await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } })).newPage()
    const bodies: (string | null)[] = []
    page.on('request', (request) => bodies.push(request.postData()))
    await page.goto('/verify')
    await waitForHydration(page)
    await choose(page, file)
    const result = page.getByRole('region', { name: 'Result', exact: true })
    await expect(result.getByRole('heading', { name: 'Genuine.' })).toBeFocused()
    await expect(result).toContainText('Account statement')
    await expect(result).toContainText(fingerprint)
    await expect(page.getByRole('main')).not.toContainText('Grace')
    // The file never leaves the browser.
    expect(bodies.filter((body) => body !== null)).toEqual([])

    file[file.length - 2] = (file.at(-2) ?? 0) ^ 1
    await choose(page, file)
    await expect(result.getByRole('heading', { name: 'Not genuine.' })).toBeFocused()
    await expect(result).toContainText('Ask for the original file')

    await page.goto(`/verify#${number}`)
    await expect(result.getByRole('heading', { name: 'We issued a document with this number.' })).toBeVisible()
    await expect(page.getByLabel('Document number')).toHaveValue(number)
    await page.getByLabel('Document number').fill(`${number.slice(0, -1)}?`)
    await page.getByRole('button', { name: 'Check number' }).click()
    await expect(page.getByText('This is not a document number.')).toBeVisible()

    // A server that lists a forged document does not make it genuine.
    await page.route('**/api/verify/*', async (route) => {
      const found = await (await route.fetch({ url: `${baseURL}/api/verify/${number}` })).json()
      await route.fulfill({ json: { ...found, period: '2020-01' } })
    })
    await page.getByLabel('Document number').fill(number)
    await page.getByRole('button', { name: 'Check number' }).click()
    await expect(result).toContainText('The signature does not match.')
    await page.context().close()
  })
})
