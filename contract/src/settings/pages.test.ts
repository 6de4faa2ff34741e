import { expect, test } from 'vitest'
import { currencyPlaceholder, fillPage, moneyPlaceholder, pagePlaceholders } from './pages.ts'

const details = {
  institution: {
    name: 'Tom & Jane’s "Bank"',
    legalName: '',
    regulator: '',
    phone: '+1 555 0100',
    email: 'hello@bank.example',
    address: '</script><script>alert(1)</script>',
    demonstration: true,
    currency: { code: 'USD', decimals: 2 },
  },
  origin: 'https://bank.example',
  locales: ['en' as const, 'de' as const],
}

test('fills in the configured details, escaped for text and attributes', () => {
  const page = `<html data-demonstration="${pagePlaceholders.demonstration}"><title>${pagePlaceholders.institution.name}</title>`
  expect(fillPage(page, details)).toBe(
    '<html data-demonstration="true"><title>Tom &amp; Jane’s &quot;Bank&quot;</title>',
  )
})

test('links to the languages that are offered', () => {
  const page = [pagePlaceholders.alternate('de'), pagePlaceholders.alternate('fr')].join('|')
  expect(fillPage(page, details)).toBe('alternate|')
})

test('lists each page in each language, with its alternatives', () => {
  const sitemap = fillPage(pagePlaceholders.listedPages, { ...details, origin: 'https://bank.example/?a&b' })
  expect(sitemap.match(/<loc>.*?<\/loc>/g)).toHaveLength(10)
  expect(sitemap).toContain(
    '<url><loc>https://bank.example/?a&amp;b/de/about</loc><xhtml:link rel="alternate" hreflang="en" href="https://bank.example/?a&amp;b/about"/><xhtml:link rel="alternate" hreflang="de" href="https://bank.example/?a&amp;b/de/about"/><xhtml:link rel="alternate" hreflang="x-default"',
  )
  expect(fillPage(pagePlaceholders.listedPages, { ...details, locales: ['en'] })).not.toContain('alternate')
})

test('writes amounts and the currency in the language of the page', () => {
  const page = (locale: string) => `${moneyPlaceholder(12480.55, locale)} ${currencyPlaceholder('other', locale)}`
  expect(fillPage(page('en-US'), details)).toBe('$12,480.55 dollars')
  expect(fillPage(page('de'), details)).toBe('12.480,55\u00a0$ US-Dollar')
})

test('escapes configured values that would end the data block', () => {
  const filled = fillPage(`<script type="application/json">${pagePlaceholders.details}</script>`, details)
  const data = filled.slice(filled.indexOf('>') + 1, filled.lastIndexOf('<'))
  expect(data).not.toContain('<')
  expect(JSON.parse(data)).toEqual(details)
})

test('does not fill in a value that looks like a placeholder', () => {
  const tricky = { ...details, institution: { ...details.institution, name: pagePlaceholders.institution.email } }
  expect(fillPage(pagePlaceholders.institution.name, tricky)).toBe(pagePlaceholders.institution.email)
})
