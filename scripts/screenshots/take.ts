/**
 * `npm run screenshots`: every page, dialog and panel of a demonstration bank, into build/screenshots. The ones that a
 * document shows are updated in docs/screenshots.
 */
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { withBank } from '../../server/test/bank-process.ts'
import { findBrowser } from '../find-browser.mjs'
import { customerTour } from './customer.ts'
import { officeTour } from './office.ts'
import type { Camera } from './tour.ts'
import { visitorTour } from './visitor.ts'

const TARGET = fileURLToPath(new URL('../../build/screenshots', import.meta.url))
const SHOWN = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
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
    if (token) await context.addInitScript((value) => localStorage.setItem('authToken', value), token)
    return context.newPage()
  }
  const camera: Camera = {
    address,
    phone: screen === 'phone',
    open,
    take: async (page, name) => {
      await page.evaluate('document.fonts.ready')
      // Signed-in pages keep an event stream open, so the network is never idle; a fixed delay covers the last image.
      await page.waitForTimeout(600)
      const image = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      await sharp(image).webp({ quality: 75, effort: 6 }).toFile(`${TARGET}/${name}-${screen}-${theme}.webp`)
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
for (const file of await readdir(SHOWN)) await copyFile(`${TARGET}/${file}`, `${SHOWN}/${file}`)
process.exit(0)
