import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { emailKey } from '#contract/fields.ts'
import { SOME_ID } from '../../../test/bad-values.ts'
import { useBank } from '../../../test/bank.ts'
import { column } from '../../platform/db/arrays.ts'
import { listUsers } from './list-users.ts'
import { searchPeople } from './store.ts'

const bank = useBank()
const people: { id: string; key: string }[] = []

/** Characters with a meaning in LIKE, arrays, regular expressions or SQL; characters of one to four bytes; long ones. */
const CHARACTERS = [...'aabbc17@.-+_%\\"\'{},&$^*()[]?|! éßЖＡ漢😀𝒳']
const addresses = fc.oneof(
  fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'ab1@.'), minLength: 240, maxLength: 254 }),
  fc.constantFrom('null', 'NULL@null', '{}', '\\&', '\\1@\\1', 'person1@house1.example', 'person2@house1.example'),
)

/** No address that the bank accepts has more. */
const withOneAt = (key: string) => key.replace(/(?<=@.*)@/gs, '1')

beforeAll(async () => {
  const drawn = fc.sample(addresses, { numRuns: 400, seed: 13 }).map(emailKey).map(withOneAt)
  const many = Array.from({ length: 200 }, (_, i) => `person${i}@house${i % 7}.example`)
  for (const key of new Set([...drawn, ...many])) people.push({ id: newId(), key })
  await bank.owner`
    insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
    select id, key, key, 'Somebody', 'none', 'User', 'Active', now(), now()
    from unnest(${column(people, ({ id }) => id)}::uuid[], ${column(people, ({ key }) => key)}::text[]) as made (id, key)`
  await bank.owner`
    insert into accounts (id, owner_id, opened_at, number)
    select id, id, now(), (row_number() over () + 1000000000)::text from people on conflict do nothing`
})

/** What the whole list says, read in memory. */
function expected(search: string, page: number) {
  const found = people.filter(({ key }) => key.includes(emailKey(search))).map(({ id }) => id)
  const newestFirst = found.toSorted().reverse()
  return { ids: newestFirst.slice((page - 1) * 5, page * 5), total: found.length, hasNext: page * 5 < found.length }
}

async function answered(search: string, page: number) {
  const { users, total, hasNext } = await listUsers(bank.sql, { search, page, limit: 5 }, SOME_ID)
  return { ids: users.map(({ _id }) => _id), total, hasNext }
}

const parts = fc.nat().chain((n) => {
  const characters = Array.from(people[n % people.length]?.key ?? '')
  return fc
    .tuple(
      fc.nat({ max: characters.length - 1 }),
      fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 254 })),
    )
    .map(([from, length]) => characters.slice(from, from + length).join(''))
})
const searches = fc.oneof(
  parts,
  parts.map((part) => part.toUpperCase()),
  // Two parts that may not be adjacent, and text that no address contains.
  fc.tuple(parts, parts).map(([one, other]) => one + other),
  fc.constantFrom('@', 'a@', '@a', '@@', 'n1@house', '%', '_', '\\', 'xe', 'houseperson', 'example.', '\n', '1\n', 'ö'),
)

test.each(['without', 'with'])(
  'every part of an address finds it, with the right total, %s statistics',
  async (statistics) => {
    if (statistics === 'with') await bank.owner`analyze people`
    await fc.assert(
      fc.asyncProperty(searches, fc.integer({ min: 1, max: 3 }), async (search, page) => {
        expect(await answered(search, page)).toEqual(expected(search, page))
      }),
      { numRuns: 400 },
    )
  },
)

test('the trigram index, which is not chosen for so few people, finds the same', async () => {
  const wanted = fc.sample(searches, { numRuns: 200, seed: 13 })
  await bank.owner.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    await tx`set local enable_indexonlyscan = off`
    await tx`set local enable_indexscan = off`
    for (const search of wanted) {
      const { ids, total } = expected(search, 1)
      expect(await searchPeople(tx, { search, offset: 0, limit: 5 }), search).toEqual({ ids, total })
    }
  })
})
