/**
 * `npm run screenshots`: pictures of every page, window and panel into docs/screenshots, from a bank of its own with the
 * demonstration people. Needs a build.
 */
import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { withBank } from '../../server/test/bank-process.ts'
import { findBrowser } from '../find-browser.mjs'
import { customerTour } from './customer.ts'
import { officeTour } from './office.ts'
import type { Camera } from './tour.ts'
import { visitorTour } from './visitor.ts'

const TARGET = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
const VIEWS = [
  { screen: 'desktop', theme: 'light', viewport: { width: 1440, height: 960 } },
  { screen: 'phone', theme: 'light', viewport: { width: 390, height: 844 } },
  { screen: 'desktop', theme: 'dark', viewport: { width: 1440, height: 960 } },
  { screen: 'phone', theme: 'dark', viewport: { width: 390, height: 844 } },
] as const

async function tour(browser: Browser, address: string, { screen, theme, viewport }: (typeof VIEWS)[number]) {
  const open = async (token?: string) => {
    const context = await browser.newContext({
      baseURL: address,
      colorScheme: theme,
      viewport,
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(15_000)
    if (token) await context.addInitScript((kept) => localStorage.setItem('authToken', kept), token)
    return context.newPage()
  }
  const camera: Camera = {
    address,
    phone: screen === 'phone',
    open,
    take: async (page, name) => {
      await page.evaluate('document.fonts.ready')
      // Behind the door a line stays open for news, so the network never rests; a moment for the last picture must do.
      await page.waitForTimeout(600)
      const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      await sharp(picture).webp({ quality: 75, effort: 6 }).toFile(`${TARGET}/${name}-${screen}-${theme}.webp`)
    },
  }
  for (const part of [visitorTour, customerTour, officeTour]) await part(camera)
}

await rm(TARGET, { recursive: true, force: true })
await mkdir(TARGET, { recursive: true })
await withBank(async ({ address }) => {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  for (const view of VIEWS) await tour(browser, address, view)
  await browser.close()
})
process.exit(0)
