import { expect, test } from 'vitest'
import { mailtoHref } from './mailto-href.ts'

test('leaves the @ readable and encodes characters with a meaning in URLs', () => {
  expect(mailtoHref('cara@fable.example')).toBe('mailto:cara@fable.example')
  expect(mailtoHref('cara&bcc=x?y@fable.example')).toBe('mailto:cara%26bcc%3Dx%3Fy@fable.example')
})
