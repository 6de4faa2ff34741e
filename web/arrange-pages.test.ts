import { expect, test } from 'vitest'
import { arrangePage } from './arrange-pages.ts'

test('the stylesheet leads, and scripts give way', () => {
  const written =
    '<html><head><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/></head></html>'
  expect(arrangePage(written)).toBe(
    '<html><head><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" fetchpriority="low" href="/a.js"/></head></html>',
  )
})

test('a page that lost its stylesheet stops the build', () => {
  expect(() => arrangePage('<html><head></head></html>')).toThrow('stylesheet')
})
