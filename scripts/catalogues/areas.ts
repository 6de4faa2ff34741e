import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { refusals } from '#contract/refusals.ts'
import { findTexts } from './find-texts.ts'

export const root = join(import.meta.dirname, '../..')

/**
 * Where texts are loaded. `public` is what the site and the pages for signing in use, `bank` what signed-in customers use
 * besides, `office` what staff use besides. A text is in the first of them that uses it. `server` has those of emails
 * and documents.
 */
export const AREAS = ['public', 'bank', 'office', 'server'] as const
export type Area = (typeof AREAS)[number]

const STARTS: Record<Area, string[]> = {
  // Of the contract, what the server alone writes about a new password or PIN.
  public: [
    'web/app/root.tsx',
    'web/app/locale-route.tsx',
    'web/app/site/',
    'web/app/auth/',
    'contract/src/identity/secret-rules.ts',
  ],
  // Of the contract, what customers read as the reason of a transaction.
  bank: ['web/app/bank/', 'contract/src/payments/return-reasons.ts'],
  office: ['web/app/'],
  // Of the contract, what emails and documents name.
  server: [
    'server/src/',
    'contract/src/books/gl-account-types.ts',
    'contract/src/payments/scheduled-payment-reasons.ts',
    'contract/src/payments/categories.ts',
    'contract/src/payments/return-reasons.ts',
    'contract/src/texts.ts',
    'contract/src/settings/demonstration.ts',
    'contract/src/identity/describe-browser.ts',
  ],
}

const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

export type SourceFile = { path: string; code: string }

export function readSources(): Map<string, SourceFile> {
  const files = ['web/app', 'contract/src', 'server/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => `${folder}/${String(file).replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts')),
  )
  return new Map(files.sort().map((path) => [path, { path, code: readFileSync(join(root, path), 'utf8') }]))
}

/** The files that an area loads, now or later. */
function filesOf(area: Area, sources: ReadonlyMap<string, SourceFile>): Set<string> {
  const found = new Set<string>()
  const follow = (path: string) => {
    const source = sources.get(path)
    if (!source || found.has(path)) return
    found.add(path)
    if (area !== 'server') for (const [, name = ''] of source.code.matchAll(IMPORT)) follow(resolve(path, name))
  }
  for (const start of STARTS[area]) for (const path of sources.keys()) if (path.startsWith(start)) follow(path)
  return found
}

function resolve(from: string, name: string): string {
  if (name.startsWith('#contract/')) return `contract/src/${name.slice(10)}`
  if (name.startsWith('#server/')) return `server/src/${name.slice(8)}`
  return name.startsWith('.') ? normalize(join(dirname(from), name)).replaceAll('\\', '/') : name
}

/** The texts of each area, in the order of files and lines. */
export function textsByArea(sources = readSources()): Record<Area, string[]> {
  const ofFile = new Map([...sources.values()].map(({ path, code }) => [path, findTexts(code, path).texts]))
  const inPages = new Set<string>()
  const texts = {} as Record<Area, string[]>
  for (const area of AREAS) {
    const used = new Set([...filesOf(area, sources)].sort().flatMap((path) => ofFile.get(path) ?? []))
    // What the API refuses is in English; pages translate it.
    if (area === 'public') for (const { message } of Object.values(refusals)) used.add(message)
    // The server has a catalogue of its own: it never loads those of the pages.
    texts[area] = [...used].filter((text) => area === 'server' || !inPages.has(text))
    if (area !== 'server') for (const text of used) inPages.add(text)
  }
  return texts
}
