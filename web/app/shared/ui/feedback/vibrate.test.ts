import { afterEach, expect, test, vi } from 'vitest'
import { vibrate } from './vibrate.ts'

afterEach(() => vi.unstubAllGlobals())

function phone(reducedMotion: boolean) {
  const felt = vi.fn()
  vi.stubGlobal('navigator', { vibrate: felt })
  vi.stubGlobal('window', { matchMedia: () => ({ matches: reducedMotion }) })
  return felt
}

test('success and failure feel different', () => {
  const felt = phone(false)
  vibrate('success')
  vibrate('error')
  expect(felt.mock.calls.map(([pattern]) => pattern.length)).toEqual([1, 3])
})

test('stays still on devices that ask for less motion or have no motor', () => {
  const felt = phone(true)
  vibrate('success')
  expect(felt).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', {})
  expect(() => vibrate('error')).not.toThrow()
})
