/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const SCREENS = [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
]

async function findings(page: Page, rules?: string[]) {
  // During a transition the colors belong to neither theme.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : []))),
  )
  // Content behind an open dialog is inert. Legacy mode does not open a page to merge the results of frames: there are none.
  const axe = new AxeBuilder({ page })
    // Only violations are read; describing every element that passes takes time.
    .options({ resultTypes: ['violations'] })
    .exclude('[data-base-ui-inert]')
    .setLegacyMode()
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
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
 * In both themes, on phone and desktop, in the page's current state. A theme changes only colors, so the dark theme is
 * only checked for contrast.
 */
export async function expectClean(page: Page, where: string): Promise<void> {
  await expect(page.getByText('Loading...')).toHaveCount(0)
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await expectCleanNow(page, `${where}, ${screen.width} px, light`)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectCleanNow(page, `${where}, ${screen.width} px, dark`, ['color-contrast', 'link-in-text-block'])
  }
}
