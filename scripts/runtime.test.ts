import { expect, test } from 'vitest'
import { isUsable } from './runtime.mjs'

test.each([
  ['24.22.0', '24.22.0', true],
  ['24.22.1', '24.22.0', true],
  ['26.0.0', '24.22.0', true],
  ['24.21.9', '24.22.0', false],
  ['24.9.0', '24.10.0', false],
  ['22.99.0', '24.22.0', false],
  ['20.20.2', '24.22.0', false],
  ['24.18.1', '24.18.1', true],
])('Node %s with %s pinned is usable: %s', (version, pinned, usable) => {
  expect(isUsable(version, pinned)).toBe(usable)
})

test('where npm has no Node for the system, any Node from 24 on is usable', () => {
  expect(isUsable('24.0.0')).toBe(true)
  expect(isUsable('23.11.0')).toBe(false)
})
