import { readFile } from 'node:fs/promises'
import { expect, test } from '../customer-test.ts'

test.use({ account: { balance: 500 } })

test('recomputes the postings in the browser, names one that does not fit, and saves the proof', async ({
  page,
  customer,
}) => {
  await page.goto('/dashboard/settings/data')
  await page.getByRole('link', { name: 'Check', exact: true }).click()
  await page.getByRole('button', { name: 'Check now' }).click()
  const check = page.getByRole('region', { name: 'Check', exact: true })
  await expect(check).toContainText('1 posting, and it is unaltered')
  await expect(check).toContainText('It makes up $500.00, the balance that we show.')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download proof' }).click(),
  ])
  const proof = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(proof).toMatchObject({ format: 'openteller proof 1', balanceCents: '50000', head: { number: 1 } })

  // Pages show what is available: the sum is explained where a part of it is held.
  await customer.transfer(120.5)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(check).toContainText(
    'It makes up $500.00: $379.50 available, as we show, and $120.50 held for pending transfers.',
  )

  proof.postings[0].valueAt = '2020-01-01T00:00:00.000Z'
  await page.route('**/api/users/proof?*', (route) => route.fulfill({ json: proof }))
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(check).toContainText('Posting 1 does not fit: it, or one before it, was altered.')
})
