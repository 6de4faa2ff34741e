import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { imageUrlOf } from '#contract/customers/image-url.ts'
import { type Person, useBank } from '../../../test/bank.ts'

const bank = useBank()

async function uploads(person: Person, kind: 'image' | 'pdf' = 'image'): Promise<string> {
  const id = newId()
  await bank.sql`
    insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
    values (${id}, ${person.id}, ${kind}, 'image/jpeg', ${Buffer.from('x')}, ${Buffer.from(id)}, ${bank.now()})`
  return imageUrlOf(id)
}

const choose = (person: Person, image: unknown) => person.call('PUT', '/users/picture', { body: { image } })
const pictureOf = async (person: Person) => (await person.call('GET', '/users')).json().user.image

test('sets an own image as the picture, and removes it with an empty text', async () => {
  const person = await bank.person()
  const image = await uploads(person)
  const chosen = await choose(person, image)
  expect([chosen.statusCode, chosen.json()]).toEqual([200, expect.objectContaining({ _id: person.id, image })])
  expect(await pictureOf(person)).toBe(image)
  expect((await choose(person, '')).statusCode).toBe(200)
  expect(await pictureOf(person)).toBe('')
})

test('rejects another person’s upload, a PDF and an unknown upload', async () => {
  const [person, other] = [await bank.person(), await bank.person()]
  for (const image of [await uploads(other), await uploads(person, 'pdf'), imageUrlOf(newId())]) {
    const response = await choose(person, image)
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'no_image', message: 'No image found' }),
    ])
  }
  expect(await pictureOf(person)).toBe('')
})

test.each(['https://elsewhere.example/x.png', '/api/images/../users', 'javascript:alert(1)', null, 5, ['x']])(
  '%j: 400, nothing changed',
  async (image) => {
    const person = await bank.person()
    const response = await choose(person, image)
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid'])
    expect(await pictureOf(person)).toBe('')
  },
)
