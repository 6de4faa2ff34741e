/// <reference lib="dom" />
import type { Browser, BrowserContext } from '@playwright/test'
import { gzippedBytes } from '../../scripts/script-size.ts'
import { PHONE, prepare } from './observe.ts'

const BALANCE = '[aria-labelledby=balance] .display'

/** A slow phone on a slow network, as Lighthouse simulates them. */
const CPU_SLOWDOWN = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
const UNLIMITED = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

async function open(context: BrowserContext) {
  const page = await context.newPage()
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.add(pathname)
  })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await page.locator(BALANCE).first().waitFor()
  const balanceMs = await page.evaluate(() => performance.now())
  return { page, balanceMs, scripts, session }
}

/** From a cold start to the balance: the first visit, and the installed app with its service worker. */
export async function measureStarts(browser: Browser, address: string, token: string) {
  const context = await browser.newContext({ ...PHONE, baseURL: address, serviceWorkers: 'allow' })
  try {
    await prepare(context, token)
    const first = await open(context)
    // The app is installed without throttling, and the stream of events keeps the network from ever being idle.
    await first.session.send('Network.emulateNetworkConditions', UNLIMITED)
    await first.page.evaluate(() => navigator.serviceWorker.ready)
    const bytes = [...first.scripts].reduce((sum, path) => sum + gzippedBytes(path), 0)
    await first.page.close()
    const second = await open(context)
    return { firstMs: first.balanceMs, secondMs: second.balanceMs, scriptKilobytes: bytes / 1_000 }
  } finally {
    await context.close()
  }
}
