import { readFile } from 'node:fs/promises'
import { expect, onPhone, test } from '../customer-test.ts'

onPhone(() => {
  test.use({ account: { balance: 500 } })

  test('share a receipt, and download a confirmation of account', async ({ page }) => {
    // The browser of the tests has no share sheet. This one takes receipts only.
    await page.addInitScript(() => {
      const shared: string[] = []
      Object.assign(window, { shared })
      const share = async ({ files = [] }: ShareData) => {
        shared.push(...files.map(({ name, type, size }) => `${name} ${type} ${size > 1000}`))
      }
      const canShare = ({ files = [] }: ShareData) => files.every(({ name }) => name.startsWith('receipt'))
      Object.defineProperty(navigator, 'canShare', { value: canShare })
      Object.defineProperty(navigator, 'share', { value: share })
    })
    await page.goto('/dashboard/transactions')
    await page.getByRole('button', { name: 'show details' }).first().click()
    await page.getByRole('button', { name: 'Receipt (PDF)' }).click()
    const shared = () => page.evaluate(() => (window as unknown as { shared: string[] }).shared.join())
    await expect.poll(shared).toMatch(/^receipt-[\dA-Z-]+\.pdf application\/pdf true$/)

    await page.goto('/dashboard/statements')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Confirmation of account' }).click()
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^confirmation-\d{10}\.pdf$/)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })
})
