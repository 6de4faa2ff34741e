import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { birthDate, dayOrTime, email, emailKey, fullName, id, line, lines, messageText, pin } from './fields.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('text that people type', () => {
  test('is trimmed and otherwise unchanged', () => {
    expect(line(50).parse('  Zoë O’Hara 王小明 👩‍👩‍👧  ')).toBe('Zoë O’Hara 王小明 👩‍👩‍👧')
    expect(line(50).parse('=cmd|\'/c calc\'!A1 {{7*7}} <b>"x"</b>')).toBe('=cmd|\'/c calc\'!A1 {{7*7}} <b>"x"</b>')
  })

  test.each([
    ['NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud800b'],
    ['a line break', 'a\nb'],
    ['a return', 'a\rb'],
    ['a tab', 'a\tb'],
    ['an escape', 'a\x1bb'],
    ['a right-to-left override', 'a\u202eb'],
    ['an isolate', 'a\u2066b'],
  ])('must not contain %s', (_, text) => {
    expect(accepts(line(50), text)).toBe(false)
  })

  test.each([1, null, true, ['a'], {}, undefined])('is text: %s is not', (value) => {
    expect(accepts(line(50), value)).toBe(false)
  })

  test('has a maximum length', () => {
    expect(accepts(line(5), 'abcde')).toBe(true)
    expect(accepts(line(5), 'abcdef')).toBe(false)
    expect(accepts(line(5), 'x'.repeat(1_000_000))).toBe(false)
  })

  test('of several lines gets uniform line breaks', () => {
    expect(lines(50).parse(' a\r\nb\rc\n\td ')).toBe('a\nb\nc\n\td')
    expect(accepts(lines(50), 'a\0b')).toBe(false)
    expect(accepts(messageText, ' \n\t ')).toBe(false)
    expect(accepts(messageText, 'x'.repeat(4000))).toBe(true)
    expect(accepts(messageText, 'x'.repeat(4001))).toBe(false)
  })

  test('is required where it is required', () => {
    expect(fullName.safeParse('   ').error?.issues[0]?.message).toBe('Full name is required.')
    expect(fullName.safeParse(undefined).error?.issues[0]?.message).toBe('Full name is required.')
  })
})

describe('e-mail addresses', () => {
  test.each(['ada@fable.example', 'a@b', 'o’hara+tag@sub.fable.example', 'ünï@bücher.example'])(
    '%s is valid',
    (address) => {
      expect(accepts(email, address)).toBe(true)
    },
  )

  test.each([
    'ada',
    '@b',
    'a@',
    'a@b@c',
    'a b@c',
    'a@b\r\nBcc: x@y',
    'Ada <a@b>',
    'a@b, c@d',
    'a"b@c',
    `${'a'.repeat(251)}@b.c`,
    'a@erased.invalid',
    'a@ＥRASED.invalid',
    '',
    null,
    ['a@b'],
  ])('%s is invalid', (address) => {
    expect(accepts(email, address)).toBe(false)
  })

  test('are compared ignoring case and width', () => {
    expect(emailKey('ADA@Fable.Example')).toBe('ada@fable.example')
    expect(emailKey('ａｄａ@fable.example')).toBe('ada@fable.example')
    expect(emailKey('аda@fable.example')).not.toBe('ada@fable.example')
  })
})

describe('digits, days and ids', () => {
  test.each(['1234', '0000'])('%s is a PIN', (digits) => expect(accepts(pin, digits)).toBe(true))
  test.each(['123', '12345', '12 4', '１２３４', '٠١٢٣', 'abcd', 1234, 0, ['1', '2', '3', '4'], null, '1234\n'])(
    '%s is no PIN',
    (value) => expect(accepts(pin, value)).toBe(false),
  )

  test.each(['', '1991-09-02', '2024-02-29'])('%s is a birthday', (day) => expect(accepts(birthDate, day)).toBe(true))
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const today = new Date().toISOString().slice(0, 10)
  test.each([
    '2023-02-29',
    '0000-01-01',
    '1899-12-31',
    '9999-01-01',
    '+275760-09-13',
    '1991-9-2',
    today,
    tomorrow,
    19910902,
  ])('%s is no birthday', (day) => expect(accepts(birthDate, day)).toBe(false))

  test.each(['2026-01-05', '2026-01-05T15:04:00Z', '2026-01-05T15:04:00.000+02:00'])('%s is a day or time', (text) =>
    expect(accepts(dayOrTime, text)).toBe(true),
  )
  test.each([
    '2023-02-29',
    '0001-01-01',
    '9999-12-31',
    '+275760-09-13T00:00:00Z',
    '2026-01-05T15:04:00',
    'now',
    0,
    null,
  ])('%s is neither', (value) => expect(accepts(dayOrTime, value)).toBe(false))

  test('ids are normalized to lower case', () => {
    expect(id.parse('01A1DD41-6800-72D8-B8BB-923F18649CC3')).toBe('01a1dd41-6800-72d8-b8bb-923f18649cc3')
    for (const bad of ['1', '../../etc', '01a1dd41680072d8b8bb923f18649cc3', { $ne: 1 }, null])
      expect(accepts(id, bad)).toBe(false)
  })
})
