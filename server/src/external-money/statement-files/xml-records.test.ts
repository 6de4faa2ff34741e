import { expect, test } from 'vitest'
import { readXmlRecords } from './xml-records.ts'

test('an element with a million attributes is refused after a hundred, before the rest is read', async () => {
  let pieces = 0
  async function* text() {
    yield '<Document xmlns="urn:x"'
    for (; pieces < 10_000; pieces++)
      yield Array.from({ length: 100 }, (_, place) => ` a${pieces}-${place}="1"`).join('')
    yield '/>'
  }
  const read = async () => {
    for await (const _ of readXmlRecords(text(), () => false));
  }
  await expect(read()).rejects.toThrow('Line 1: an element of the file has too many attributes.')
  expect(pieces).toBeLessThanOrEqual(1)
})

test('many elements with a few attributes each are read', async () => {
  async function* text() {
    yield `<a>${'<b c="1" d="2"/>'.repeat(200)}</a>`
  }
  let records = 0
  for await (const events of readXmlRecords(text(), (path) => path === 'a/b'))
    records += events.filter(({ kind }) => kind === 'record').length
  expect(records).toBe(200)
})
