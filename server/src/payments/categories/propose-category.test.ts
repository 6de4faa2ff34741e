import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '#contract/payments/categories.ts'
import { INCOME_WORDS, KNOWN_WORDS } from './known-payees.ts'
import { proposeCategory, wordsOf } from './propose-category.ts'

const paid = (payee: string, message = '') => proposeCategory({ payee, message, amountCents: -10_00n })
const received = (payee: string, message = '') => proposeCategory({ payee, message, amountCents: 10_00n })

describe('a payment', () => {
  test.each([
    // English, German, Spanish, French, Portuguese and Arabic.
    ['Harbour Street Properties', 'housing'],
    ['Müller Hausverwaltungs GmbH', 'housing'],
    ['INMOBILIARIA DEL SUR S.L.', 'housing'],
    ['Régie immobilière du Lac', 'housing'],
    ['Imobiliária São João', 'housing'],
    ['شركة العقارات المتحدة', 'housing'],
    ['Brightline Energy', 'utilities'],
    ['Stadtwerke München', 'utilities'],
    ['Électricité de France', 'utilities'],
    ['شركة الكهرباء', 'utilities'],
    ['Greenleaf Grocers', 'groceries'],
    ['REWE Markt GmbH', 'groceries'],
    ['SUPERMERCADOS DIA', 'groceries'],
    ['Sainsbury’s', 'groceries'],
    ['Bäckerei Schmitt', 'dining'],
    ['Osteria Lanterna', 'dining'],
    ['Uber Eats', 'dining'],
    ['UBER *TRIP', 'transport'],
    ['Deutsche Bahn AG', 'transport'],
    ['Skylark Airways', 'travel'],
    ['Hotel Belvedere', 'travel'],
    ['فندق النيل', 'travel'],
    ['Paper Moon Bookshop', 'shopping'],
    ['Möbelhaus Kraft', 'shopping'],
    ['Löwen-Apotheke', 'health'],
    ['Löwenapotheke', 'health'],
    ['Dr. Amari, Dentist', 'health'],
    ['Farmácia Popular', 'health'],
    ['Keystone Health Insurance', 'health'],
    ['Keystone Mutual Insurance', 'other'],
    ['Finanzamt Köln', 'other'],
    ['Northside Climbing Hall', 'leisure'],
    ['NETFLIX.COM', 'leisure'],
    ['Kita Sonnenschein', 'family'],
  ] as const)('to %s is for %s', (payee, category) => expect(paid(payee)).toBe(category))

  test.each([
    'Grace Example',
    'Jonas Berg',
    'Luz García',
    'Usain Bolt',
    'Karin Lindström',
    'Don Burger',
    'Tom Cruise',
    '',
  ])('to %j is for nothing in particular', (payee) => {
    expect(paid(payee)).toBeNull()
    expect(received(payee)).toBeNull()
  })

  test('is known by the message where the payee says nothing, and by the payee otherwise', () => {
    expect(paid('Grace Example', 'Miete November')).toBe('housing')
    expect(paid('Grace Example', 'Happy birthday!')).toBe('family')
    expect(paid('Greenleaf Grocers', 'rent')).toBe('groceries')
    expect(paid('Grace Example', 'see you')).toBeNull()
  })

  test('is income only when it comes in', () => {
    expect(received('Marlow & Finch Publishing', 'Salary November')).toBe('income')
    expect(received('ACME', 'GEHALT 11/2026')).toBe('income')
    expect(received('صندوق التقاعد')).toBe('income')
    expect(paid('Grace Example', 'Salary November')).toBeNull()
    // A refund belongs to what was bought; what others write about it does not.
    expect(received('Skylark Airways', 'REFUND')).toBe('travel')
    expect(received('Grace Example', 'rent')).toBeNull()
  })
})

test('hostile texts propose nothing and take no time', () => {
  for (const text of ['\u202Egnir', '=cmd|x', '{{7*7}}', '<b>', '*', '%', '\u0000', '\uFDFA'.repeat(200), '__proto__'])
    expect(paid(text, text)).toBeNull()
  const long = 'a '.repeat(500_000)
  expect(wordsOf(long).length).toBeLessThan(500)
  expect(paid(long, `${long} rent`)).toBeNull()
  expect(paid('constructor toString', 'hasOwnProperty')).toBeNull()
})

test('no word stands for two categories', () => {
  const seen = new Map<string, string>()
  for (const [category, list] of Object.entries(KNOWN_WORDS))
    for (const entry of list.split(',').map((text) => text.trim())) {
      const folded = `${entry.startsWith('*') ? '*' : ''}${wordsOf(entry).join(' ')}${entry.endsWith('*') ? '*' : ''}`
      expect([entry, folded.replaceAll('*', '')]).not.toEqual([entry, ''])
      expect([entry, seen.get(folded) ?? category]).toEqual([entry, category])
      seen.set(folded, category)
    }
  expect(INCOME_WORDS.split(',').every((entry) => wordsOf(entry).length > 0)).toBe(true)
  expect([...Object.keys(KNOWN_WORDS), 'income'].sort()).toEqual([...CATEGORIES].sort())
})
