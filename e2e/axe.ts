/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** The narrowest phone that pages have to fit. */
const PHONE = { width: 320, height: 812 }
const DESKTOP = { width: 1440, height: 900 }

async function findings(page: Page, rules?: string[]) {
  await page.evaluate(() => {
    // The browser draws these only once they are scrolled to: until then their transitions never end, and axe skips them.
    for (const card of document.querySelectorAll<HTMLElement>('.lay-out-when-near'))
      card.style.contentVisibility = 'visible'
    // During a transition the colors belong to neither theme. A color that is inherited goes on changing in an element with a
    // transition of its own, when that of its parent has ended.
    const transitions = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    const settle = async (): Promise<void> => {
      const running = transitions()
      if (running.length === 0) return
      await Promise.allSettled(running.map(({ finished }) => finished))
      await settle()
    }
    return settle()
  })
  // Loaded once per document: parsing it takes as long as a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    // Content behind an open dialog is inert.
    const context = { exclude: ['[data-base-ui-inert]'] }
    // Only violations are read; describing every element that passes takes time.
    const options: axe.RunOptions = { resultTypes: ['violations'], ...(runOnly ? { runOnly } : {}) }
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, options)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, rules)
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  // The chart is redrawn a moment after its container was resized.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `${where}: sideways`,
    })
    .toBeLessThanOrEqual(0)
}

/** In the current theme and size: axe finds nothing, and the page does not scroll sideways. */
export async function expectCleanNow(page: Page, where: string, rules?: string[]): Promise<void> {
  await expectNoSidewaysScroll(page, where)
  expect(await findings(page, rules), where).toEqual([])
}

/** A theme changes only colors. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

async function show(page: Page, colorScheme: 'light' | 'dark', screen: typeof PHONE) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(screen)
}

/**
 * In the page's current state: every rule once, on a phone in the light theme; on a desktop in the dark theme the colors,
 * which take axe most of its time. Menus and tables that only a desktop shows: `expectCleanDesktop`.
 */
export async function expectClean(page: Page, where: string): Promise<void> {
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await show(page, 'light', PHONE)
  await expectCleanNow(page, `${where}, phone, light`)
  await show(page, 'dark', DESKTOP)
  await expectCleanNow(page, `${where}, desktop, dark`, COLOR_RULES)
}

/** Every rule, on a desktop in the light theme: once for each layout. */
export async function expectCleanDesktop(page: Page, where: string): Promise<void> {
  await show(page, 'light', DESKTOP)
  await expectCleanNow(page, `${where}, desktop, light`)
}
