/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const SCREENS = [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
]

async function findings(page: Page, rules?: string[]) {
  // Half-way between two themes a colour belongs to neither.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : []))),
  )
  // A PDF in its reader is a page of the browser's; what lies dimmed behind an open window is not to be read.
  // Without frames there is nothing to put together in a page of its own, which is what the other mode opens.
  const axe = new AxeBuilder({ page }).exclude('iframe').exclude('[data-base-ui-inert]').setLegacyMode()
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** In the theme and size it has now: nothing that axe finds, and nothing that has to be scrolled sideways. */
export async function expectCleanNow(page: Page, where: string, rules?: string[]): Promise<void> {
  // The chart is drawn anew a moment after its place has changed.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `${where}: sideways`,
    })
    .toBeLessThanOrEqual(0)
  expect(await findings(page, rules), where).toEqual([])
}

/**
 * In both themes, on phone and desktop, without leaving the state the page is in. A theme changes colours and nothing
 * else, so the dark one is asked about colours.
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
