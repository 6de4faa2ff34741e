/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../admin-test.ts'
import { brokenPdf, pdf, pdfReceipt, type TestFile } from '../files.ts'

const panel = (page: Page) => page.getByRole('dialog')
const pages = (page: Page) => panel(page).getByRole('img', { name: /^Receipt, page/ })

/** How many pixels of a canvas are neither white nor transparent. */
const inked = (canvas: Locator) =>
  canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement
    const data = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? []
    let count = 0
    for (let at = 0; at < data.length; at += 4)
      if ((data[at + 3] ?? 0) > 0 && (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 600) count++
    return count
  })

type Admin = {
  createAccount: () => Promise<{ deposit: (amount: number, receipt: TestFile) => Promise<{ _id: string }> }>
}

async function openReceipt(page: Page, admin: Admin, file: Buffer, open: (path: string) => Promise<Page>) {
  const ada = await admin.createAccount()
  const { _id } = await ada.deposit(10, pdfReceipt(file))
  await open(`/dashboard/all-transactions?transaction=${_id}`)
  return page
}

test('a PDF receipt is drawn in the page, with its text, zoom, rotation and download', async ({
  admin,
  openAsAdmin,
  page,
}) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await openReceipt(page, admin, pdf([{ text: 'Paid 2,500 dollars' }, { text: 'Second page' }]), openAsAdmin)
  await expect(pages(page)).toHaveCount(2)
  const first = pages(page).first()
  await expect.poll(() => inked(first)).toBeGreaterThan(1_000)
  await expect(panel(page).getByText('Paid 2,500 dollars')).toBeAttached()
  expect(await panel(page).locator('iframe, object, embed').count()).toBe(0)

  const width = async () => (await first.boundingBox())?.width ?? 0
  const before = await width()
  await panel(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => Math.round(((await width()) / before) * 10)).toBe(15)
  await panel(page).getByRole('button', { name: 'Rotate' }).click()
  await expect
    .poll(() =>
      first.evaluate((element) => (element as HTMLCanvasElement).width > (element as HTMLCanvasElement).height),
    )
    .toBe(true)
  await expect(panel(page).getByRole('link', { name: 'Download receipt (PDF)' })).toHaveAttribute('href', /^blob:/)
  expect(problems).toEqual([])
})

test('a PDF receipt fits a phone', async ({ admin, openAsAdmin, page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await openReceipt(page, admin, pdf(), openAsAdmin)
  // Pages are drawn when they scroll into view.
  await pages(page).first().scrollIntoViewIfNeeded()
  await expect.poll(() => inked(pages(page).first())).toBeGreaterThan(1_000)
  const box = await pages(page).first().boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
})

test('scripts, actions and links of a hostile PDF do nothing', async ({ admin, openAsAdmin, page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => asked.push(`dialog: ${dialog.message()}`))
  const hostile = pdf([{ text: 'Harmless', more: '/Annots [7 0 R 8 0 R] /AA << /O 6 0 R >>' }], {
    catalog: '/OpenAction 6 0 R /AA << /WC 6 0 R >> /Names << /JavaScript << /Names [(x) 6 0 R] >> >>',
    objects: [
      '<< /S /JavaScript /JS (app.alert\\(1\\); app.launchURL\\("https://evil.example/js"\\); globalThis.hacked = 1) /Next 9 0 R >>',
      '<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (https://evil.example/link) >> >>',
      '<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /Launch /F (evil.exe) >> >>',
      '<< /S /URI /URI (https://evil.example/open) >>',
    ],
  })
  await openReceipt(page, admin, hostile, openAsAdmin)
  await expect.poll(() => inked(pages(page).first())).toBeGreaterThan(1_000)
  const address = page.url()
  await pages(page)
    .first()
    .click({ position: { x: 40, y: 40 } })
  expect(page.url()).toBe(address)
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
  const origin = new URL(address).origin
  expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith(`blob:${origin}`))).toEqual([])
})

test('pages of absurd sizes are drawn within bounds', async ({ admin, openAsAdmin, page }) => {
  await openReceipt(page, admin, pdf([{ size: [14_400, 14_400] }, { size: [3, 14_400] }]), openAsAdmin)
  await expect.poll(() => inked(pages(page).first())).toBeGreaterThan(1_000)
  for (const canvas of await pages(page).all()) {
    await canvas.scrollIntoViewIfNeeded()
    const [width = 0, height = 0] = await canvas.evaluate((element) => {
      const { width, height } = element as HTMLCanvasElement
      return [width, height]
    })
    expect(Math.max(width, height)).toBeLessThanOrEqual(4096)
    const box = await canvas.boundingBox()
    expect((box?.height ?? 0) / (box?.width ?? 1)).toBeLessThan(8.1)
  }
})

test('broken and password-protected PDFs say so, and can be downloaded', async ({ admin, openAsAdmin, page }) => {
  await openReceipt(page, admin, brokenPdf(), openAsAdmin)
  await expect(panel(page).getByText('This PDF is damaged and can’t be shown.')).toBeVisible()
  await expect(panel(page).getByRole('link', { name: 'Download receipt (PDF)' })).toBeVisible()

  const key = (character: string) => `<${character.repeat(64)}>`
  const locked = pdf([{}], {
    objects: [`<< /Filter /Standard /V 1 /R 2 /O ${key('a')} /U ${key('b')} /P -4 >>`],
    trailer: '/Encrypt 6 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]',
  })
  await openReceipt(page, admin, locked, openAsAdmin)
  await expect(panel(page).getByText('This PDF is protected by a password. Download it to open it.')).toBeVisible()
  await expect(panel(page).getByRole('link', { name: 'Download receipt (PDF)' })).toBeVisible()
})
