import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkLibraries } from './binaries.ts'

test.runIf(process.platform !== 'win32')('links the libraries of a copy, whose folder has another name', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'openteller-tests-'))
  const copy = join(parent, 'postgres-18.making')
  await mkdir(join(copy, 'lib'), { recursive: true })
  await writeFile(join(copy, 'lib/libpq.so.5.18'), 'library')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  await writeFile(join(copy, 'pg-symlinks.json'), JSON.stringify(links))

  expect(await linkLibraries(copy)).toBe(true)
  expect(await readFile(join(copy, 'lib/libpq.so.5'), 'utf8')).toBe('library')
  await rm(parent, { recursive: true })
})
