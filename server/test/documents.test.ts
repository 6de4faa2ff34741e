import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { DOMAINS } from './architecture-rules.ts'

/* Documents name files, sections and records: each must be there. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RECORDS = 'docs/decisions'
/** A record is at most a page, and so is the README of a domain. */
const MAX_LINES = 60

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const linesOf = (text: string) => text.trimEnd().split('\n').length
const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => ending.test(path) && !path.includes('node_modules'))

const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...['docs', '.github', 'catalogues', 'contract/src', 'server/src', 'web/app'].flatMap((folder) =>
    filesIn(folder, /\.md$/),
  ),
]

/** Without blocks of code, in which a path may be one of another machine. */
const proseOf = (path: string) => read(path).replaceAll(/^```[\s\S]*?^```/gm, '')

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
const anchorsIn = (path: string) => [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))

function brokenLinks(path: string): string[] {
  const links = [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return links
    .filter((target) => !/^[a-z]+:|^\.\.\/\.\.\/actions\//.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#')
      const named = file === '' ? path : normalize(join(dirname(path), file))
      if (!existsSync(join(ROOT, named))) return true
      return anchor !== undefined && named.endsWith('.md') && !anchorsIn(named).includes(anchor)
    })
}

const TOP_FOLDER = /^(?:server|contract|web|e2e|faults|bench|scripts|docs|catalogues)\//
const SOURCE = /^[\w.-]+\/[\w./-]+\.(?:tsx?|mjs|sql)$/
/** In a README, names without a folder too. */
const FILE_OR_FOLDER = /^(?:[\w-]+\/)*[\w.-]+\.(?:tsx?|css)$|^(?:[\w-]+\/)+$/
/** As in `catalogues/AREA/LOCALE.json`. */
const HAS_BLANK = /[*<{…]|\b[A-Z]{3,}\b(?!\.md)|LOCALE/

/** Paths begin at the root of the repository; those of a README may begin in its folder. */
function missingPaths(path: string): string[] {
  const named = [...proseOf(path).matchAll(/`([^`\s]+)`/g)].map(([, text = '']) => text)
  const isReadme = path.endsWith('/README.md') && !path.startsWith('docs/')
  const isPath = (text: string) => TOP_FOLDER.test(text) || SOURCE.test(text) || (isReadme && FILE_OR_FOLDER.test(text))
  const isThere = (text: string) =>
    existsSync(join(ROOT, text)) || (isReadme && existsSync(join(ROOT, dirname(path), text)))
  return named.filter((text) => isPath(text) && !HAS_BLANK.test(text) && !isThere(text))
}

test.each(documents)('%s names only what is there', (path) => {
  expect(brokenLinks(path)).toEqual([])
  expect(missingPaths(path)).toEqual([])
})

test('every domain, the contract and the pages have a README of at most a page', () => {
  const domains = new Set(DOMAINS.map((domain) => `server/src/${domain.split('/')[0]}`))
  for (const folder of [...domains, 'contract/src', 'web/app']) {
    expect(linesOf(read(`${folder}/README.md`)), folder).toBeLessThanOrEqual(MAX_LINES)
  }
})

test('docs/dependencies.md lists the packages of production', () => {
  const packages = ['package.json', 'web/package.json'].flatMap((path) =>
    Object.keys(JSON.parse(read(path)).dependencies),
  )
  const rows = read('docs/dependencies.md').matchAll(/^\| (`[^|]+`) \|/gm)
  const listed = [...rows].flatMap(([, cell = '']) => cell.split(', ').map((name) => name.slice(1, -1)))
  expect(listed.toSorted()).toEqual(packages.toSorted())
})

describe('decision records', () => {
  const index = read(`${RECORDS}/README.md`)
  const records = readdirSync(join(ROOT, RECORDS)).filter((name) => /^\d{3}-/.test(name))
  const numbers = records.map((name) => name.slice(0, 3))
  /** '027–029, 048' of the table of numbers without a record. */
  const withdrawn = [...index.matchAll(/^\| (\d{3}[\d, –]*) \| /gm)].flatMap(([, cell = '']) =>
    cell.split(', ').flatMap((part) => {
      const [first = '', last = first] = part.split('–')
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) =>
        String(Number(first) + at).padStart(3, '0'),
      )
    }),
  )

  test.each(records)('%s has the parts of a record, on a page', (name) => {
    const text = read(`${RECORDS}/${name}`)
    expect(text).toMatch(new RegExp(`^# ${name.slice(0, 3)} — .+\n\n\\*\\*Status\\.\\*\\* .*\\d{4}-\\d{2}-\\d{2}`))
    const parts = [...text.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part]) => part)
    expect(parts).toEqual(['Status', 'Context', 'Decision', 'Consequences'])
    expect(linesOf(text)).toBeLessThanOrEqual(MAX_LINES)
  })

  test('the index lists every record, and no number twice', () => {
    const [listed = ''] = index.split('\n## ')
    const linked = [...listed.matchAll(/\]\((\d{3}-[^)]+)\)/g)].map(([, name]) => name)
    expect([...new Set(linked)].toSorted()).toEqual(records.toSorted())
    const all = [...numbers, ...withdrawn]
    expect(all.filter((number, at) => all.indexOf(number) !== at)).toEqual([])
  })

  test('only migrations, which are never edited, name a number without a record', () => {
    const folders = ['server', 'contract/src', 'web', 'e2e', 'faults', 'bench', 'scripts', '.github']
    const sources = folders.flatMap((folder) => filesIn(folder, /\.(?:tsx?|mjs|sql|md)$/))
    const found = [...sources, ...documents].flatMap((path) =>
      [...read(path).matchAll(/\b(?:decisions?|records?) \[?(\d{3})(?:\]\([^)]*\))?(?: and (\d{3}))?\b/gi)].flatMap(
        ([, ...named]) => named.flatMap((number) => (number ? [{ path, number }] : [])),
      ),
    )
    expect(found.length).toBeGreaterThan(20)
    const unknown = found.filter(({ path, number }) => {
      const known = path.startsWith('server/migrations/') ? [...numbers, ...withdrawn] : numbers
      return !known.includes(number)
    })
    expect(unknown).toEqual([])
  })
})

test('the documents are found', () => {
  expect(documents.length).toBeGreaterThan(50)
  expect(documents.every((path) => statSync(join(ROOT, path)).isFile())).toBe(true)
})
