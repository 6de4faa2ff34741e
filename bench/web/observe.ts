/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test'

type Interaction = { startMs: number; durationMs: number }
/** What the page itself records. */
export type Observations = { interactions: Interaction[]; layoutShift: number }

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/** Runs in the page, before its own scripts. */
function observe() {
  const observed: Observations = { interactions: [], layoutShift: 0 }
  Object.assign(window, { observed })
  const watch = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) observed.layoutShift += value
  })
  const take = (entry: PerformanceEntry) => {
    const { interactionId } = entry as PerformanceEntry & { interactionId?: number }
    if (interactionId) observed.interactions.push({ startMs: entry.startTime, durationMs: entry.duration })
  }
  watch('event', take, { durationThreshold: 16 })
}

/** A session of the person in every page of the context. */
export async function prepare(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((value) => localStorage.setItem('authToken', value), token)
  await context.addInitScript(observe)
}

export const readObserved = (page: Page) =>
  page.evaluate(() => (window as unknown as { observed: Observations }).observed)

/** A mark ties the page's clock to that of the trace. */
export const markClock = (page: Page, name: string) => page.evaluate((mark) => performance.mark(mark).startTime, name)

/** A fixed loop, in a task of its own: what the machine is worth at this moment. */
export const runLoop = (page: Page, name: string) =>
  page.evaluate(
    (mark) =>
      new Promise<number>((resolve) => {
        setTimeout(() => {
          performance.mark(mark)
          let sum = 0
          for (let i = 0; i < 5_000_000; i += 1) sum = (sum + i * 31) % 1_000_003
          resolve(sum)
        })
      }),
    name,
  )
