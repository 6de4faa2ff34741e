import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDocumentNumber, signedText, toDocumentNumber } from './signed-documents.ts'

const random = fc.uint8Array({ minLength: 16, maxLength: 16 })

test('a document number is read as it may be typed, and any single mistake is found', () => {
  const mistake = fc.record({ place: fc.nat(33), digit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ') })
  fc.assert(
    fc.property(random, mistake, (bytes, { place, digit }) => {
      const number = toDocumentNumber(bytes)
      expect(number).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
      for (const typed of [
        number,
        number.toLowerCase(),
        number.replaceAll('-', ''),
        ` ${number.replaceAll('-', ' ')} `,
      ])
        expect(parseDocumentNumber(typed)).toBe(number)
      expect(parseDocumentNumber(number.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(number)
      if (number[place] === '-' || number[place] === digit) return
      expect(parseDocumentNumber(number.slice(0, place) + digit + number.slice(place + 1))).toBeNull()
    }),
  )
})

test('what is no document number is refused', () => {
  const number = toDocumentNumber(new Uint8Array(16))
  const bad = [
    '',
    ' ',
    '-',
    `${number}0`,
    number.slice(1),
    'U'.repeat(28),
    '9'.repeat(1e6),
    '０'.repeat(28),
    `${number}\0`,
  ]
  for (const typed of bad) expect(parseDocumentNumber(typed), typed.slice(0, 40)).toBeNull()
})

test('the signed text never changes: earlier documents must stay verifiable', () => {
  const details = {
    kind: 'statement',
    issuedAt: '2026-11-01T00:00:00.000Z',
    period: '2026-10',
    sha256: 'ab',
    keyId: 'k',
  }
  expect(signedText(details)).toBe(
    'openteller document 1\nkind: statement\nissued at: 2026-11-01T00:00:00.000Z\nperiod: 2026-10\nsha-256: ab\nkey: k',
  )
  expect(signedText({ ...details, period: undefined })).toContain('\nperiod: -\n')
})
