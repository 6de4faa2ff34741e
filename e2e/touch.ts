/// <reference lib="dom" />
import type { Page } from '@playwright/test'

export type Drag = { from: { x: number; y: number }; down: number; right?: number; steps?: number; stepMs?: number }

/** Two frames: the browser then knows the listeners of what it shows. */
export const shown = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** A finger that moves over the screen; `whileDown` runs before it is lifted. */
export async function drag(
  page: Page,
  { from, down, right = 0, steps = 8, stepMs = 16 }: Drag,
  whileDown?: () => Promise<unknown>,
) {
  const browser = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share = 0) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + right * share, y: from.y + down * share }],
    })
  await shown(page)
  await send('touchStart')
  for (let step = 1; step <= steps; step++) {
    await send('touchMove', step / steps)
    // Not a wait: the speed of the finger is part of the gesture.
    await page.waitForTimeout(stepMs)
  }
  await whileDown?.()
  await send('touchEnd')
  await browser.detach()
}

/** Everything a finger can press that is smaller than 44 px, and fields that a phone would zoom into. */
export const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const MIN_PX = 43.5
    const PRESSABLE =
      'a[href], button, input, select, textarea, summary, [role="button"], [role="menuitem"], [role="tab"]'
    const TYPED = 'input:not([type=checkbox], [type=radio], [type=file]), select, textarea'
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
      !element.closest('[inert], [data-base-ui-inert], .sr-only')
    /** A field is pressed by its label, too. */
    const targetsOf = (element: Element) =>
      element instanceof HTMLInputElement && element.labels?.length ? [element, ...element.labels] : [element]
    /** Links inside a sentence are as high as its lines. */
    const isInText = (element: Element) =>
      element.localName === 'a' &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim()
    const isLarge = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return (width >= MIN_PX && height >= MIN_PX) || isPressedAround(element)
    }
    /** A small link can cover its whole row. */
    const isPressedAround = (element: Element) => {
      element.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = element.getBoundingClientRect()
      return [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ].every(([right = 0, down = 0]) => {
        const hit = document.elementFromPoint(
          x + width / 2 + (right * MIN_PX) / 2,
          y + height / 2 + (down * MIN_PX) / 2,
        )
        return hit !== null && element.contains(hit)
      })
    }
    const name = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      const text = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
      return `${element.localName} "${text}" ${Math.round(width)}x${Math.round(height)}`
    }
    const pressable = [...document.querySelectorAll(PRESSABLE)].filter(
      (element) => targetsOf(element).some(isShown) && !isInText(element),
    )
    const zoomed = [...document.querySelectorAll(TYPED)].filter(
      (field) => isShown(field) && Number.parseFloat(getComputedStyle(field).fontSize) < 16,
    )
    return [
      ...pressable.filter((element) => !targetsOf(element).some(isLarge)).map(name),
      ...zoomed.map((field) => `zooms: ${name(field)}`),
    ]
  })
