import { expect, test } from 'vitest'
import { countryNames } from './countries.ts'

test('lists all 249 countries once, sorted by name', () => {
  const names = countryNames()
  expect(names).toHaveLength(249)
  expect(new Set(names).size).toBe(249)
  expect(names).toEqual(expect.arrayContaining(['Afghanistan', 'Åland Islands', 'Germany', 'Zimbabwe']))
  expect(names.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([])
  expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Zambia'))
})
