import { expect, test } from 'vitest'
import { verbatim } from '#contract/text.ts'
import { splitLinks } from './split-links.ts'

const links = (text: string) => splitLinks(verbatim(text)).flatMap(({ href }) => href ?? [])
const joined = (text: string) =>
  splitLinks(verbatim(text))
    .map((part) => part.text)
    .join('')

test.each([
  ['see https://fable.example/a?b=1#c now', ['https://fable.example/a?b=1#c']],
  ['see (https://fable.example/x).', ['https://fable.example/x']],
  ['https://fable.example/a_(b)', ['https://fable.example/a_(b)']],
  ['http://a.example, https://b.example!', ['http://a.example/', 'https://b.example/']],
  ['no link here', []],
])('%s', (text, found) => {
  expect(links(text)).toEqual(found)
  expect(joined(text)).toBe(text)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'https://bank.example@evil.example/',
  'https://',
  '//evil.example',
  'jav\tascript:alert(1)',
  'file:///etc/passwd',
])('%s is not a link', (text) => {
  expect(links(text)).toEqual([])
  expect(joined(text)).toBe(text)
})

test('a quote or an angle bracket ends a URL', () => {
  expect(links('https://a.example/"onmouseover="alert(1)')).toEqual(['https://a.example/'])
  expect(links('https://a.example/<script>alert(1)</script>')).toEqual(['https://a.example/'])
})
