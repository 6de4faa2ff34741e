import { expect, test } from 'vitest'
import { createRequestKeys } from './request-keys.ts'

test('the same request has one key until it is made, and every other one a key of its own', () => {
  const { keyOf, finish } = createRequestKeys()
  const [first, other] = [keyOf('Ben 3.34'), keyOf('Cy 3.33')]
  expect(first).not.toBe(other)
  expect([keyOf('Ben 3.34'), keyOf('Cy 3.33')]).toEqual([first, other])
  finish()
  expect([first, other]).not.toContain(keyOf('Ben 3.34'))
})
