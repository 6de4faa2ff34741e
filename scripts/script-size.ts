import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCALES, type Locale, pathIn } from '../contract/src/locales.ts'
import { LISTED_PAGES } from '../contract/src/settings/pages.ts'

export const CLIENT = fileURLToPath(new URL('../build/web/client', import.meta.url))
/** Of all scripts of a first load, in kilobytes of 1,000 bytes. */
export const PUBLIC_SCRIPT_KB = 135
export const DASHBOARD_SCRIPT_KB = 200

/** The limits are for gzip, so the size of the gzip file counts; the server prefers Brotli, which is smaller. */
export const gzippedBytes = (path: string): number => statSync(`${CLIENT}${path}.gz`).size

/** The scripts that a prerendered page starts with: its preloads, its entry and the list of routes. */
export function scriptKilobytes(locale: Locale, page: string): number {
  const html = readFileSync(join(CLIENT, pathIn(locale, page), 'index.html'), 'utf8')
  const scripts = new Set([...html.matchAll(/["'](\/assets\/[\w.-]+\.js)["']/g)].map(([, path = '']) => path))
  // Far fewer would mean that this no longer finds them.
  if (scripts.size < 5) throw new Error(`${page} has only ${scripts.size} scripts`)
  return [...scripts].reduce((sum, path) => sum + gzippedBytes(path), 0) / 1_000
}

/** Every public page in every language. */
export const publicScripts = () =>
  LOCALES.flatMap((locale) =>
    LISTED_PAGES.map((page) => ({ path: pathIn(locale, page), kilobytes: scriptKilobytes(locale, page) })),
  )
