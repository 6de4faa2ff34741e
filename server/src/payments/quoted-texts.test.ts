import { expect, test } from 'vitest'
import { readIdPrefix, readReference } from './quoted-texts.ts'

test.each([
  ['BYARD-JKWNF', 'BYARD-JKWNF'],
  ['byard jkwnf', 'BYARD-JKWNF'],
  ['byardjkwnf', 'BYARD-JKWNF'],
  ['BYARD-', 'BYARD'],
  ['BYARD-J', 'BYARD-J'],
  ['bya', 'BYA'],
  ['oI l00', '01100'],
  ['by', null],
  ['BYARD-JKWNFX', null],
  ['BYAR%', null],
  ['ada@people', null],
  ['uuu', null],
])('the reference %s', (text, expected) => expect(readReference(text)).toBe(expected))

test('the beginning of an id is a range, with or without dashes', () => {
  const range = { first: '0198c1a27000000000000000000000000'.slice(0, 32), last: `0198c1a27${'f'.repeat(23)}` }
  expect(readIdPrefix('0198C1A2-7')).toEqual(range)
  expect(readIdPrefix('0198c1a27')).toEqual(range)
  for (const no of ['0198c', 'xyzxyz', '0198c1a2%', 'a'.repeat(33), '']) expect(readIdPrefix(no)).toBeNull()
})
