import { expect, test } from 'vitest'
import { drawingScale, pageRatio } from './page-size.ts'

const A4 = { width: 595, height: 842 }

test('a page is drawn at the width and sharpness of the screen', () => {
  expect(drawingScale(A4, 595, 1)).toBe(1)
  expect(drawingScale(A4, 390, 3)).toBeCloseTo(1.97)
})

test.each([
  [{ width: 14_400, height: 14_400 }],
  [{ width: 1, height: 14_400 }],
  [{ width: 1e9, height: 1e9 }],
  [{ width: 0.01, height: 14_400 }],
])('a page of any size fits a canvas: %j', (page) => {
  const scale = drawingScale(page, 4_000, 3)
  expect(page.width * scale).toBeLessThanOrEqual(4096)
  expect(page.height * scale).toBeLessThanOrEqual(4096)
  expect(page.width * scale * page.height * scale).toBeLessThanOrEqual(8_000_001)
})

test('the shape of a page is kept, within bounds', () => {
  expect(pageRatio(A4)).toBeCloseTo(1.415)
  expect(pageRatio({ width: 1, height: 14_400 })).toBe(8)
  expect(pageRatio({ width: 14_400, height: 1 })).toBe(1 / 8)
  expect(pageRatio({ width: 0, height: 0 })).toBe(1)
})
