import { expect, test } from 'vitest'
import { fitWithin } from '../upload/scale-image.ts'
import { minutesAndSeconds } from './minutes-and-seconds.ts'
import { shortenAddress } from './shorten-address.ts'

test.each([
  [3600, '60:00'],
  [956, '15:56'],
  [61, '1:01'],
  [59, '0:59'],
  [5, '0:05'],
  [0, '0:00'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(minutesAndSeconds(seconds)).toBe(text)
})

test('shortens an address longer than ten characters', () => {
  expect(shortenAddress('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toBe('bc1qar...5mdq')
  expect(shortenAddress('1234567890')).toBe('1234567890')
  expect(shortenAddress('12345678901')).toBe('123456...8901')
})

test.each([
  [2048, 1024, [1024, 512]],
  [1024, 1024, null],
  [800, 600, null],
  [1025, 10, [1024, 10]],
  [1, 40_000, [1, 1024]],
])('%d × %d scales to %j', (width, height, size) => {
  expect(fitWithin(width, height)).toEqual(size && { width: size[0], height: size[1] })
})
