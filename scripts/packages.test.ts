import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFile(join(ROOT, path), 'utf8')
const readJson = async (path: string) => JSON.parse(await read(path))

describe('what is installed', () => {
  const folders: string[] = []
  afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))))

  const LOCK = {
    '': {},
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/vitest': { version: '5.0.0', dev: true },
    'node_modules/sharp-of-another-platform': { version: '1.0.0', optional: true },
  }
  const SERVER_ONLY = { 'node_modules/pg': { version: '8.0.0' } }
  const ALL = { ...SERVER_ONLY, 'node_modules/vitest': { version: '5.0.0' } }

  /** A project with the scripts, a lock file per folder, and npm's records of what it installed. */
  async function project(records: { root?: object; web?: object }) {
    const folder = await mkdtemp(join(tmpdir(), 'openteller-tests-'))
    folders.push(folder)
    for (const name of ['packages.mjs', 'npm.mjs', 'progress.mjs'])
      await cp(join(ROOT, 'scripts', name), join(folder, 'scripts', name))
    for (const [place, record] of [
      [folder, records.root],
      [join(folder, 'web'), records.web],
    ] as const) {
      await mkdir(join(place, 'node_modules'), { recursive: true })
      await writeFile(join(place, 'package-lock.json'), JSON.stringify({ packages: LOCK }))
      if (record) await writeFile(join(place, 'node_modules/.package-lock.json'), JSON.stringify({ packages: record }))
    }
    const module = await import(pathToFileURL(join(folder, 'scripts/packages.mjs')).href)
    const { missingPackages } = module as typeof import('./packages.mjs')
    const commands = (purpose: 'server' | 'pages' | 'tests') =>
      missingPackages(purpose).map(({ cwd, args }) => [cwd === folder ? 'root' : 'web', ...args.slice(0, 3)].join(' '))
    return { ...(module as typeof import('./packages.mjs')), folder, commands }
  }

  test('a start installs what the server and the pages need, and no packages for development', async () => {
    const { commands } = await project({})
    expect(commands('server')).toEqual(['root ci --omit=dev --ignore-scripts'])
    expect(commands('pages')).toEqual(['root ci --omit=dev --ignore-scripts', 'web ci --include=dev --ignore-scripts'])
    expect(commands('tests')).toEqual([
      'root ci --include=dev --ignore-scripts',
      'web ci --include=dev --ignore-scripts',
    ])
  })

  test('tests add what is missing to the packages of a bank that may be running', async () => {
    const { commands } = await project({ root: SERVER_ONLY, web: ALL })
    expect(commands('pages')).toEqual([])
    expect(commands('tests')).toEqual(['root install --no-save --include=dev'])
  })

  test('packages that were installed by hand are not installed again, and those of another version are', async () => {
    expect((await project({ root: ALL, web: ALL })).commands('tests')).toEqual([])
    const { commands } = await project({ root: { 'node_modules/pg': { version: '7.0.0' } }, web: ALL })
    expect(commands('server')).toEqual(['root ci --omit=dev --ignore-scripts'])
  })

  test('packages of another platform in a shared folder are replaced', async () => {
    const { folder, commands } = await project({ root: ALL, web: ALL })
    await writeFile(join(folder, 'node_modules/.openteller-installed'), 'sunos-sparc 0000\n')
    expect(commands('server')).toEqual(['root ci --omit=dev --ignore-scripts'])
  })

  test('removed packages of the pages no longer count as installed', async () => {
    const { commands, hasPageFolder, removePagePackages } = await project({ root: ALL, web: ALL })
    expect(hasPageFolder()).toBe(true)
    removePagePackages()
    expect(hasPageFolder()).toBe(false)
    expect(commands('pages')).toEqual(['web ci --include=dev --ignore-scripts'])
    expect(commands('server')).toEqual([])
  })
})

describe('what is named', () => {
  const FOLDERS = ['', 'web/', 'scripts/runtime/']

  test('every version is exact, and no lock file names a registry', async () => {
    for (const folder of FOLDERS) {
      const { dependencies, devDependencies, optionalDependencies, overrides } = await readJson(`${folder}package.json`)
      const versions = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
      expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)))).toEqual([])
      expect(await read(`${folder}package-lock.json`)).not.toMatch(/"resolved"|https?:\/\/registry/)
    }
  })

  test('what the server, the pages and the fault campaigns import is installed without packages for development', async () => {
    const server = Object.keys((await readJson('package.json')).dependencies)
    const { dependencies, devDependencies } = await readJson('web/package.json')
    const pages = Object.keys({ ...dependencies, ...devDependencies })
    expect(pages.filter((name) => server.includes(name))).toEqual([])

    const programs = ['faults/run.ts', 'faults/migration-trial/run.ts', 'faults/cluster/run.ts']
    const ofServer = [...(await sources('server/src')), ...(await sources('contract/src'))]
    expect(await otherImports([...ofServer, ...(await importsOf(programs))], server)).toEqual([])
    const ofPages = (await sources('web')).filter((path) => !path.startsWith('web/artwork/'))
    expect(await otherImports(ofPages, [...server, ...pages])).toEqual([])
  })

  const IMPORT = /^(?:import|export) (?!type\b)(?:[^'"]*? from )?'([^']+)'|\bimport\('([^']+)'\)/gm

  async function sources(folder: string): Promise<string[]> {
    const entries = await readdir(join(ROOT, folder), { recursive: true })
    return entries
      .map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/node_modules\/|\.react-router/.test(path))
  }

  async function specifiers(path: string): Promise<string[]> {
    return [...(await read(path)).matchAll(IMPORT)].map(([, first, second]) => first ?? second ?? '')
  }

  /** The imports of packages that are not among these. */
  async function otherImports(paths: string[], packages: string[]): Promise<string[]> {
    const found = await Promise.all(
      paths.map(async (path) => {
        const names = (await specifiers(path)).filter((name) => !/^(?:node:|[.#$])/.test(name))
        const others = names.filter((name) => !packages.some((one) => name === one || name.startsWith(`${one}/`)))
        return others.map((name) => `${path}: ${name}`)
      }),
    )
    return found.flat()
  }

  /** Files of ours that these import, directly or not. */
  async function importsOf(entries: string[]): Promise<string[]> {
    const found = new Set(entries)
    for (const path of found)
      for (const name of await specifiers(path))
        if (/^[.#]/.test(name) && name.endsWith('.ts')) found.add(toPath(name, path))
    return [...found]
  }

  function toPath(name: string, importer: string): string {
    const [, area, rest] = /^#(contract|server)\/(.*)$/.exec(name) ?? []
    return area ? `${area}/src/${rest}` : join(dirname(importer), name)
  }
})
