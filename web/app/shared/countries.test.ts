import { afterEach, expect, test } from 'vitest'
import { countries, countryName } from './countries.ts'
import { activate } from './i18n/i18n.ts'

afterEach(() => activate('en', []))

test('lists all 249 countries once, sorted by name', () => {
  const names: string[] = countries().map(({ name }) => name)
  expect(names).toHaveLength(249)
  expect(new Set(names).size).toBe(249)
  expect(names).toEqual(expect.arrayContaining(['Afghanistan', 'Åland Islands', 'Germany', 'Zimbabwe']))
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
  expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Zambia'))
})

test('shows names in the language of the page, and stores the English one', () => {
  activate('de', [])
  expect(countries()).toContainEqual({ value: 'Germany', name: 'Deutschland' })
  expect([countryName('Germany'), countryName('Atlantis')]).toEqual(['Deutschland', 'Atlantis'])
})
