import { beforeAll, describe, expect, test } from 'vitest'
import type { OwnTransaction } from '#contract/payments/transactions.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { fieldError, refusalOf, transferForm } from '../../../test/money.ts'

const bank = useBank()
const IBAN = 'DE89370400440532013000'

let ada: Person
const ids: Record<string, string> = {}

type Query = Record<string, string>
const read = async (query: Query, person = ada) =>
  (await person.call('GET', '/transactions', { query: { account: 'all', ...query } })).json() as OwnTransaction[]
const find = async (search: string, more: Query = {}) => (await read({ search, ...more })).map(({ _id }) => _id)
const label = (id: string | undefined, body: object) => ada.call('PATCH', `/transactions/${id}`, { body })

beforeAll(async () => {
  ada = await bank.person({ balanceCents: 5000_00n })
  const pay = async (name: string, form: object) => {
    ids[name] = (await ada.call('POST', '/transfer', { body: transferForm({ accountName: name, ...form }) })).json()._id
  }
  await pay('Rent', { amount: 1150, accountNumber: '4711', bankName: 'A' })
  await pay('Bo Example', { amount: 1150.75, accountNumber: '4712', bankName: 'A' })
  await pay('Power', {
    amount: 1.15,
    accountNumber: '12345678',
    iban: IBAN,
    bankName: 'B',
    message: 'RF18 5390 0754 70',
  })
  const savings = await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })
  const moved = await ada.call('POST', '/accounts/move', { body: { from: ada.id, to: savings.json()._id, amount: 20 } })
  ids.move = moved.json()._id
})

describe('search', () => {
  test.each(['1150', '1150.00', '1,150.00', '1.150,00', '1 150,00', '$1,150.00', '-1150'])(
    'the amount %s is found, and no other one',
    async (text) => {
      expect(await find(text)).toEqual([ids.Rent])
      expect(await find(text, { type: 'Deposit' })).toEqual([])
    },
  )

  test('finds an amount of a cent more only as such, and none beyond what can be booked', async () => {
    expect(await find('1150.75')).toEqual([ids['Bo Example']])
    expect(await find('1150.76')).toEqual([])
    expect(await find('5,000.00')).toHaveLength(1)
    expect(await find('9'.repeat(40))).toEqual([])
  })

  test.each(['RF18 5390 0754 70', 'rf18539007547', '5390-0754', IBAN, 'DE89 3704 0044', '12 345 678'])(
    'the number %s is found however it is grouped',
    async (text) => {
      expect(await find(text)).toEqual([ids.Power])
    },
  )

  test('finds the bank’s reference without its dash, and a move by the name of the other account', async () => {
    const [rent] = await read({ search: '1150' })
    expect(await find(rent?.reference.replace('-', '').toLowerCase() ?? '')).toEqual([ids.Rent])
    expect(await find('holi')).toContain(ids.move)
    expect(await read({ search: 'holi' }, await bank.person())).toEqual([])
  })
})

describe('category', () => {
  test('filters by what was chosen and what is guessed, with the other filters', async () => {
    await label(ids.Rent, { category: 'housing' })
    await label(ids.Power, { category: 'utilities' })
    expect((await read({ category: 'housing' })).map(({ _id }) => _id)).toEqual([ids.Rent])
    expect(await read({ category: 'housing', search: 'power' })).toEqual([])
    expect(await read({ category: 'housing', type: 'Deposit' })).toEqual([])
    const without = await read({ category: 'none' })
    expect(without.map(({ _id }) => _id)).not.toContain(ids.Rent)
    expect(without.every(({ category }) => category === null)).toBe(true)
  })

  test('pages by its own length', async () => {
    const ben = await bank.person()
    for (let day = 1; day <= 9; day++) await bank.fund(ben.id, 100n, new Date(`2024-01-0${day}T12:00:00Z`))
    const all = (await ben.call('GET', '/transactions')).json() as OwnTransaction[]
    for (const { _id } of all.filter((_, index) => index % 2 === 0))
      await ben.call('PATCH', `/transactions/${_id}`, { body: { category: 'income' } })
    const first = await ben.call('GET', '/transactions?category=income&limit=3')
    const next = /<\/api([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await ben.call('GET', next)
    const found = [...first.json(), ...second.json()].map(({ _id }: OwnTransaction) => _id)
    expect(found).toEqual(all.filter((_, index) => index % 2 === 0).map(({ _id }) => _id))
    expect([first.json().length, second.headers.link]).toEqual([3, undefined])
  })

  test.each(['category=gambling', 'category=', 'category=dining&category=other'])('%s is refused', async (query) => {
    expect(refusalOf(await ada.call('GET', `/transactions?${query}`))).toEqual(
      fieldError('category', 'Choose one of the categories, or none.'),
    )
  })
})
