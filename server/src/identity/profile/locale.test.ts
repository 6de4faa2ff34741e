import { spawnSync } from 'node:child_process'
import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { Locale } from '#contract/locales.ts'
import { type Person, useBank } from '../../../test/bank.ts'

const REFUSED = { path: 'locale', msg: 'Choose one of the languages.' }
const OFFERED: Locale[] = ['en', 'de', 'ar', 'fr', 'es']
const bank = useBank({ config: { locales: OFFERED } })
let ada: Person
beforeAll(async () => {
  ada = await bank.person({ fullName: 'Ada', balanceCents: 100_00n })
})
const choose = (locale: unknown, person = ada) => person.call('PUT', '/users/update', { body: { locale } })
const storedOf = async (id: string) =>
  (await bank.sql<{ locale: string | null }[]>`select locale from people where id = ${id}`)[0]?.locale

test('a person chooses one of the offered languages, and keeps it when other fields change', async () => {
  expect((await ada.call('GET', '/users')).json().user.locale).toBeNull()
  const chosen = await choose('de')
  expect([chosen.statusCode, chosen.json().locale, await storedOf(ada.id)]).toEqual([200, 'de', 'de'])
  expect((await ada.call('PUT', '/users/update', { body: { mobile: '1' } })).json().locale).toBe('de')
})

test.each(['xx', 'de-CH', 'DE', '', null, 7, ['de'], 'pt-BR'])('%j is refused at its field', async (locale) => {
  await choose('fr')
  const response = await choose(locale)
  expect([response.statusCode, response.json().errors]).toEqual([400, [REFUSED]])
  expect(await storedOf(ada.id)).toBe('fr')
})

const register = async (headers: Record<string, string>, given: object = {}) => {
  const body = {
    fullName: 'Grace',
    email: `${newId()}@x.example`,
    password: 'a long sentence nobody guesses',
    ...given,
  }
  const response = await bank.app.inject({ method: 'POST', url: '/api/auths/register', headers, payload: body })
  return response.statusCode === 201 ? await storedOf(response.json()._id) : response.json().errors
}
test('a new person has the language of the page, of the cookie or of the browser, in this order', async () => {
  const both = { cookie: 'locale=de', 'accept-language': 'fr' }
  expect(await register(both, { locale: 'ar' })).toBe('ar')
  expect(await register(both)).toBe('de')
  expect(await register({ 'accept-language': 'fr-CH, en;q=0.5' })).toBe('fr')
  expect(await register(both, { locale: 'xx' })).toEqual([REFUSED])
})
test.each(['*;q=0', 'xx', `${'de-'.repeat(3_400)}x`, 'q=q;q=q,,;', ''])('no language from %.20s', async (header) => {
  expect(await register({ cookie: 'locale=../x', 'accept-language': header })).toBe(
    header.startsWith('de') ? 'de' : null,
  )
})

const installed = !spawnSync('pdftotext', ['-v']).error
const pdfOf = async (path: string) => {
  const response = await ada.call('GET', path)
  const text = spawnSync('pdftotext', ['-', '-'], { input: response.rawPayload, encoding: 'utf8' }).stdout
  return { bytes: response.rawPayload, text }
}
test.runIf(installed)('a final document exists once in each language, and its bytes come back with it', async () => {
  const { _id: id } = (
    await bank.sql<{ _id: string }[]>`
    select t.id as _id from transactions t join accounts a on a.id = t.account_id where a.owner_id = ${ada.id}`
  )[0] ?? { _id: '' }
  const path = `/transactions/${id}/receipt`
  const issued = new Map<Locale, Buffer>()
  for (const locale of ['en', 'de', 'ar'] as const) {
    await choose(locale)
    issued.set(locale, (await pdfOf(path)).bytes)
  }
  for (const [locale, title] of [
    ['en', 'Transaction receipt'],
    ['de', 'Transaktionsbeleg'],
    ['ar', 'Ada'],
  ] as const) {
    await choose(locale)
    const { bytes, text } = await pdfOf(path)
    expect([bytes.equals(issued.get(locale) ?? Buffer.alloc(0)), text]).toEqual([true, expect.stringContaining(title)])
  }
  const rows = await bank.sql`select format from documents where subject = ${id} order by format`
  expect(rows.map(({ format }) => format)).toEqual(['pdf', 'pdf ar', 'pdf de'])
})

test('a language that the bank no longer offers stays stored, and means the default', async () => {
  await bank.owner`update people set locale = 'pt-BR' where id = ${ada.id}`
  expect((await ada.call('GET', '/users')).json().user.locale).toBe('pt-BR')
  const month = new Date(bank.now()).toISOString().slice(0, 7)
  const csv = await ada.call('GET', `/statements/${month}?format=csv`)
  expect(csv.body.slice(1, 13)).toBe('Booking date')
  await choose('de')
  expect((await ada.call('GET', `/statements/${month}?format=csv`)).body.slice(1)).toMatch(
    /^Buchungstag|^Buchungsdatum/,
  )
  const json = (await ada.call('GET', `/statements/${month}?format=json`)).json()
  expect(json.transactions[0].description).toBe('Adjustment by the bank')
})
