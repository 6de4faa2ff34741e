import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { applyEdits } from './apply-edits.ts'
import { BUGS, type Edit, POINTS } from './edits.ts'

async function rewriteAll(edits: readonly Edit[]): Promise<string[]> {
  const files = [...new Set(edits.map(({ file }) => file))]
  return Promise.all(
    files.map(async (file) => {
      const source = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
      return applyEdits(file, source, edits)
    }),
  )
}

test('every labelled point fits the code as it is', async () => {
  for (const text of await rewriteAll(POINTS)) expect(stripTypeScriptTypes(text)).toContain('globalThis.faultPoint(')
})

test.each(Object.entries(BUGS))('the planted bug %s fits the code as it is', async (_, { edits }) => {
  const files = await rewriteAll([...POINTS, ...edits])
  for (const text of files) expect(() => stripTypeScriptTypes(text)).not.toThrow()
})

test('a text that is not there any more is told, and never passed over', () => {
  const edit = { file: 'a.ts', find: 'x', instead: 'y' }
  expect(applyEdits('a.ts', '1 x 2', [edit])).toBe('1 y 2')
  expect(() => applyEdits('a.ts', '1 2', [edit])).toThrow('a.ts is not the text')
  expect(() => applyEdits('a.ts', 'x x', [edit])).toThrow('a.ts is not the text')
})
