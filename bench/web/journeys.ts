import type { Browser, Page } from '@playwright/test'
import { markClock, PHONE, prepare, readObserved, runLoop } from './observe.ts'
import { cpuBetween, readTasks, type Task, TRACE_CATEGORIES } from './tasks.ts'

/** A phone of the middle class, as Lighthouse simulates it. */
const SLOWDOWN = 4
const MARKS = { loaded: 'page-loaded', loop: 'fixed-loop' }

export type Journey = {
  path: string
  /** Is on the page once its data is there. */
  ready: string
  /** What a customer does there. */
  interact: (page: Page) => Promise<unknown>
}

const settle = (page: Page) => page.waitForTimeout(400)
const tap = (page: Page, name: string | RegExp, role: 'button' | 'link' | 'switch' = 'button') =>
  page.getByRole(role, { name }).first().tap()

/** Each opens its dialog by the page's first button of this name. */
const opensDialog = async (page: Page) => {
  await tap(page, 'Continue')
  await page.getByRole('dialog').first().waitFor()
  await page.getByRole('dialog').getByRole('textbox').first().pressSequentially('12', { delay: 60 })
}

export const CUSTOMER_JOURNEYS: Journey[] = [
  {
    path: '/dashboard',
    ready: 'table',
    async interact(page) {
      await tap(page, /amounts/i)
      await settle(page)
      await tap(page, 'Notifications')
      await page.getByRole('dialog').first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('navigation').getByRole('link', { name: 'Transactions' }).last().tap()
      await page.locator('h1', { hasText: 'Transactions' }).waitFor()
    },
  },
  {
    path: '/dashboard/transactions',
    ready: 'table',
    async interact(page) {
      await page.getByRole('searchbox').first().pressSequentially('rent', { delay: 60 })
      await settle(page)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await settle(page)
      await page.getByRole('table').getByRole('button').first().tap()
      await page.getByRole('dialog').first().waitFor()
    },
  },
  { path: '/dashboard/deposit', ready: 'table', interact: opensDialog },
  { path: '/dashboard/transfer', ready: 'table', interact: opensDialog },
  {
    path: '/dashboard/support-user',
    ready: 'textarea',
    interact: (page) => page.locator('textarea').first().pressSequentially('Good morning', { delay: 40 }),
  },
  {
    path: '/dashboard/settings',
    ready: 'form',
    interact: (page) => page.getByRole('textbox').first().pressSequentially('abc', { delay: 60 }),
  },
]

/** What staff find first, at the same width and speed. */
export const OFFICE_JOURNEYS: Journey[] = [
  {
    path: '/dashboard',
    ready: 'h1',
    async interact(page) {
      await tap(page, 'Admin')
      await page.getByRole('menu').waitFor()
    },
  },
]

/**
 * Times are the processor time of the page's main thread, times four: a phone is that much slower, and other processes of
 * the machine don't count. An interaction costs what the thread does until the next frame. Tasks in which the benchmark asks the
 * page something are left out, so input must come from the keyboard or a tap: `fill` changes a field in such a task.
 */
export async function runJourney(browser: Browser, address: string, token: string, journey: Journey) {
  const context = await browser.newContext({ ...PHONE, baseURL: address, serviceWorkers: 'block' })
  try {
    await prepare(context, token)
    const page = await context.newPage()
    await browser.startTracing(page, { categories: TRACE_CATEGORIES })
    await page.goto(journey.path)
    await page.locator(journey.ready).first().waitFor()
    await settle(page)
    const loadedMs = await markClock(page, MARKS.loaded)
    await journey.interact(page)
    await settle(page)
    const { interactions, layoutShift } = await readObserved(page)
    await runLoop(page, MARKS.loop)
    const { tasks, loadedUs, loopMs } = readTasks(await browser.stopTracing(), MARKS)
    const inTrace = (ms: number) => loadedUs + (ms - loadedMs) * 1_000
    const longest = (some: readonly Task[]) => Math.max(0, ...some.map(({ cpuMs }) => cpuMs)) * SLOWDOWN
    const costs = interactions.map(({ startMs, durationMs }) =>
      cpuBetween(tasks, inTrace(startMs), inTrace(startMs + durationMs)),
    )
    return {
      'load task ms': longest(tasks.filter(({ startUs }) => startUs < loadedUs)),
      'task ms': longest(tasks.filter(({ startUs }) => startUs >= loadedUs)),
      'INP ms': Math.max(0, ...costs) * SLOWDOWN,
      CLS: layoutShift,
      'loop ms': loopMs * SLOWDOWN,
    }
  } finally {
    await context.close()
  }
}
