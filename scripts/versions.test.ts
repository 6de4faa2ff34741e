import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('package.json, its lock, the changelog and the roadmap name the same version', () => {
  const { version } = JSON.parse(read('package.json'))
  const lock = JSON.parse(read('package-lock.json'))
  const [, newest] = /^## (\S+) — /m.exec(read('CHANGELOG.md')) ?? []
  const [, now] = /^## Now: (\S+)$/m.exec(read('docs/roadmap.md')) ?? []
  expect([lock.version, lock.packages[''].version, newest]).toEqual([version, version, version])
  expect(version.startsWith(`${now}.`)).toBe(true)
})
