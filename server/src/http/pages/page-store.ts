import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { type Locale, pathIn } from '#contract/locales.ts'
import {
  BROWSER_PAGES,
  DEMO_PAGES,
  escapeJson,
  fillPage,
  NOT_FOUND_PAGE,
  type PageDetails,
  PRERENDERED_PAGES,
} from '#contract/settings/pages.ts'
import { pagePolicy } from './content-security-policy.ts'

type Encoding = 'br' | 'gzip' | 'identity'
export type FilledPage = { type: string; etag: string; policy: string; bodies: Bodies }
/** Pages for an origin beyond the cache's limit are not compressed. */
type Bodies = { identity: Buffer } & Partial<Record<Encoding, Buffer>>

/** Other files with placeholders, by path. */
const PLACEHOLDER_FILES: Record<string, { file: string; type: string; escape?: (text: string) => string }> = {
  '/sitemap.xml': { file: 'sitemap.xml', type: 'application/xml; charset=utf-8' },
  '/robots.txt': { file: 'robots.txt', type: 'text/plain; charset=utf-8' },
  '/site.webmanifest': { file: 'site.webmanifest', type: 'application/manifest+json', escape: escapeJson },
}
export const PLACEHOLDER_FILE_NAMES = Object.values(PLACEHOLDER_FILES).map(({ file }) => file)
const HTML = 'text/html; charset=utf-8'
const WORKER_ADDRESS = '/service-worker.js'
const WORKER_FILE = /^service-worker-[\w-]+\.js$/
const SHELL_FILE = '__spa-fallback.html'
/**
 * Without PUBLIC_URL the origin comes from the request. A client that sends many forged Host headers must not fill the
 * memory or keep the server compressing: beyond this many origins, pages are neither cached nor compressed.
 */
const MAX_ORIGINS = 8

type Details = Omit<PageDetails, 'origin'>

/** English pages are always there: they are the ones without a prefix, where a visitor arrives. */
const offeredPaths = (locales: readonly Locale[]) =>
  [...new Set<Locale>(['en', ...locales])].flatMap((locale) =>
    [...PRERENDERED_PAGES, NOT_FOUND_PAGE].map((page) => pathIn(locale, page)),
  )

const fileOf = (page: string) => join(page.slice(1), 'index.html')

/**
 * Loads the service worker, a file of the build. Browsers compare this text with the one they have: it changes with that file and
 * with the document of the signed-in pages.
 */
const workerLoader = (file: string, shellRevision: string) =>
  `self.SHELL_REVISION = ${JSON.stringify(shellRevision)}\nimportScripts(${JSON.stringify(`/assets/${file}`)})\n`

/** Bytes: as a string, a page with one character beyond Latin-1 would take twice as much. */
type Source = { bytes: Buffer; type: string }

/** The built pages, filled in with the institution's details and compressed once per origin. */
export class PageStore {
  readonly #sources: Map<string, Source>
  readonly #workerFile: string
  readonly #details: Details
  readonly #filled = new Map<string, Map<string, FilledPage>>()

  private constructor(sources: Map<string, Source>, workerFile: string, details: Details) {
    this.#sources = sources
    this.#workerFile = workerFile
    this.#details = details
  }

  /** Null when the web application has not been built, as in tests of the API alone. */
  static async load(directory: string, details: Details): Promise<PageStore | null> {
    const built = await stat(join(directory, SHELL_FILE)).catch(() => null)
    // Built last.
    const assets = await readdir(join(directory, 'assets')).catch(() => [])
    const workerFile = assets.find((name) => WORKER_FILE.test(name))
    if (!built || workerFile === undefined) return null
    const read = async (address: string, file: string, type: string) =>
      [address, { bytes: await readFile(join(directory, file)), type }] as const
    const shell = await readFile(join(directory, SHELL_FILE))
    const sources = await Promise.all([
      ...offeredPaths(details.locales).map((path) => read(path, fileOf(path), HTML)),
      ...Object.entries(PLACEHOLDER_FILES).map(([address, { file, type }]) => read(address, file, type)),
    ])
    const browserPages = BROWSER_PAGES.filter((page) => details.demo || !DEMO_PAGES.includes(page))
    const shells = browserPages.map((page) => [page, { bytes: shell, type: HTML }] as const)
    return new PageStore(new Map([...sources, ...shells]), workerFile, details)
  }

  get addresses(): string[] {
    return [...this.#sources.keys(), WORKER_ADDRESS].filter((address) => !address.endsWith(NOT_FOUND_PAGE))
  }

  get(address: string, origin: string): FilledPage {
    let ofOrigin = this.#filled.get(origin)
    if (!ofOrigin) {
      if (this.#filled.size >= MAX_ORIGINS) return this.#fill(address, origin, plain)
      ofOrigin = new Map()
      this.#filled.set(origin, ofOrigin)
    }
    let page = ofOrigin.get(address)
    if (!page) {
      page = this.#fill(address, origin, compressed)
      ofOrigin.set(address, page)
    }
    return page
  }

  #fill(address: string, origin: string, bodiesOf: (bytes: Buffer) => Bodies): FilledPage {
    const { text, type } = this.#read(address, origin)
    const bytes = Buffer.from(text)
    return {
      type,
      etag: etagOf(bytes),
      policy: pagePolicy(text),
      bodies: bodiesOf(bytes),
    }
  }

  #read(address: string, origin: string): { text: string; type: string } {
    if (address === WORKER_ADDRESS) {
      const shellRevision = this.get('/dashboard', origin).etag.slice(1, -1)
      return { text: workerLoader(this.#workerFile, shellRevision), type: 'text/javascript; charset=utf-8' }
    }
    const source = this.#sources.get(address)
    if (!source) throw new Error(`${address} is not a page`)
    const { bytes, type } = source
    return { text: fillPage(bytes.toString(), { ...this.#details, origin }, PLACEHOLDER_FILES[address]?.escape), type }
  }
}

/** A page of its own, for one address: it is not cached, and so not compressed. */
export function withTags(page: FilledPage, tags: string): FilledPage {
  const bytes = Buffer.from(page.bodies.identity.toString().replace('</head>', () => `${tags}</head>`))
  return { ...page, etag: etagOf(bytes), bodies: plain(bytes) }
}

const etagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

const plain = (identity: Buffer): Bodies => ({ identity })

const compressed = (identity: Buffer): Bodies => ({
  identity,
  gzip: gzipSync(identity),
  br: brotliCompressSync(identity, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
})
