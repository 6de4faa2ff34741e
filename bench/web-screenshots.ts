/** `npm run screenshots`: pictures of the pages a visitor sees first, into docs/screenshots. Needs a build. */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { findBrowser } from '../scripts/find-browser.mjs'
import { withBank } from './web-bank.ts'

const TARGET = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
const CUSTOMER = { email: 'customer@fable.example', password: 'Fable-demo-2026' }
const themes = ['light', 'dark'] as const
const screens = { desktop: { width: 1440, height: 960 }, phone: { width: 390, height: 844 } }
const publicPages = {
  landing: '/',
  about: '/about',
  services: '/services',
  contact: '/contact',
  login: '/login',
  'sign-up': '/login?mode=sign-up',
  'not-found': '/no-such-page',
}

async function photograph(page: Page, name: string) {
  await page.evaluate('document.fonts.ready')
  // Behind the door a line stays open for news, so the network never rests; a moment for the last picture must do.
  await page.waitForTimeout(1_000)
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(picture).webp({ quality: 82, effort: 6 }).toFile(`${TARGET}/${name}.webp`)
}

async function tour(browser: Browser, address: string, theme: (typeof themes)[number], screen: keyof typeof screens) {
  const context = await browser.newContext({ baseURL: address, colorScheme: theme, viewport: screens[screen] })
  const page = await context.newPage()
  for (const [name, path] of Object.entries(publicPages)) {
    await page.goto(path)
    await photograph(page, `${name}-${screen}-${theme}`)
  }
  await page.goto('/login')
  await page.getByLabel('Email').fill(CUSTOMER.email)
  await page.getByLabel('Password', { exact: true }).fill(CUSTOMER.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('region', { name: 'My Balance' }).waitFor()
  await photograph(page, `dashboard-${screen}-${theme}`)
  await context.close()
}

await mkdir(TARGET, { recursive: true })
await withBank(async (address) => {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  for (const theme of themes)
    for (const screen of Object.keys(screens) as (keyof typeof screens)[]) await tour(browser, address, theme, screen)
  await browser.close()
})
process.exit(0)
