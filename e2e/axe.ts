/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const PHONE = { width: 375, height: 812 }
const DESKTOP = { width: 1440, height: 900 }

async function findings(page: Page, rules?: string[]) {
  // During a transition the colors belong to neither theme.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : []))),
  )
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

/** In the current theme and size: axe finds nothing, and the page does not scroll sideways. */
export async function expectCleanNow(page: Page, where: string, rules?: string[]): Promise<void> {
  // The chart is redrawn a moment after its container was resized.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `${where}: sideways`,
    })
    .toBeLessThanOrEqual(0)
  expect(await findings(page, rules), where).toEqual([])
}

/**
 * On phone and desktop and in both themes, in the page's current state. A theme changes only colors, so the dark theme is
 * only checked for contrast, where most of the page shows.
 */
export async function expectClean(page: Page, where: string): Promise<void> {
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  for (const screen of [PHONE, DESKTOP]) {
    await page.setViewportSize(screen)
    await expectCleanNow(page, `${where}, ${screen.width} px, light`)
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectCleanNow(page, `${where}, ${DESKTOP.width} px, dark`, ['color-contrast', 'link-in-text-block'])
}
