import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../test/bank.ts'
import { sendMessage } from '../../test/chat.ts'
import { transferForm } from '../../test/money.ts'

const bank = useBank()
let teller: Person
let emile: Person
let lukasz: Person
beforeAll(async () => {
  teller = await bank.person({ role: 'Teller' })
  emile = await bank.person({ fullName: 'Émile Zoë-Dvořák', balanceCents: 100_00n })
  lukasz = await bank.person({ fullName: 'ŁUKASZ Sørensen' })
  await sendMessage(emile, 'Bonjour')
})

type SearchHits = { _id: string }[]
const people = async (q: string) =>
  (await teller.call('GET', '/admin/search', { query: { q } })).json().people.map(({ _id }: SearchHits[number]) => _id)
const conversations = async (search: string) =>
  (await teller.call('GET', '/suport/conversation', { query: { search } }))
    .json()
    .map(({ userId }: { userId: string }) => userId)
const transactions = async (search: string) =>
  (await teller.call('GET', '/transactions/admin', { query: { search } }))
    .json()
    .map(({ _id }: SearchHits[number]) => _id)

test.each(['emile', 'EMILE', 'émile', 'E\u0301mile', 'zoe-dvor', 'ZOË', 'dvořák'])(
  'a person and their conversation are found by %s',
  async (text) => {
    expect(await people(text)).toEqual([emile.id])
    expect(await conversations(text)).toEqual([emile.id])
  },
)

test.each(['lukasz', 'Łukasz', 'sorensen', 'SØREN'])('letters with a stroke: %s', async (text) => {
  expect(await people(text)).toEqual([lukasz.id])
})

test.each(['emili', 'émile%', '_mile'])('%j finds no one', async (text) => {
  expect(await people(text)).toEqual([])
})

test('a transaction is found by its counterparty, its customer, and the beginning of its reference', async () => {
  const { _id, reference } = (
    await emile.call('POST', '/transfer', { body: transferForm({ amount: 5, accountName: 'Ångström & Søn' }) })
  ).json()
  const beginnings = [
    reference.slice(0, 4),
    reference.slice(0, 8).toLowerCase(),
    reference.replace('-', ' '),
    reference,
  ]
  for (const text of ['angstrom', 'ÅNGSTRÖM & søn', 'son', ...beginnings])
    expect(await transactions(text), text).toEqual([_id])
  // A part in the middle would also be found in other references, by chance.
  expect(await transactions(reference.slice(1, 8))).toEqual([])
  expect(await transactions('emile')).toContain(_id)
  expect(await transactions('nobody at all')).toEqual([])
})
