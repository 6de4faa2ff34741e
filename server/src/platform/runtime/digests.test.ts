import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacSha256, sha256 } from './digests.ts'

test('hashes as FIPS 180 does, strings as UTF-8', () => {
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(sha256('abc').toString('hex')).toBe(abc)
  expect(sha256(Buffer.from('abc')).toString('hex')).toBe(abc)
  expect(sha256('é')).toEqual(sha256(Buffer.of(0xc3, 0xa9)))
})

test('authenticates as RFC 4231 does', () => {
  const key = createSecretKey(Buffer.from('Jefe'))
  expect(hmacSha256(key, 'what do ya want for nothing?').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})
