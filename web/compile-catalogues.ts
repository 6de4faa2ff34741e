import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { SOURCE_LOCALE } from '../contract/src/locales.ts'
import { catalogueKey, withoutMeaning } from '../contract/src/text-id.ts'

const SOURCES = join(import.meta.dirname, '../catalogues')
const COMPILED = join(import.meta.dirname, 'compiled-catalogues')
const AREAS = ['public', 'bank', 'office']
/** A hundred bytes, so part of the code: most visitors then load one file less. */
const PUBLIC_ENGLISH = `public.${SOURCE_LOCALE}`

/** Compiles the catalogues before anything imports them, and again when one changes during development. */
export function compileCatalogues(): Plugin {
  let catalogues = new Map<string, string>()
  return {
    name: 'compile-catalogues',
    config: async (_, { command }) => {
      catalogues = await compileAll()
      // One version for all: 18 addresses with a hash each would be half a kilobyte of every page.
      const version = versionOf(catalogues)
      const address =
        command === 'build' ? `/assets/{catalogue}-${version}.json` : '/compiled-catalogues/{catalogue}.json'
      return { define: { CATALOGUE_ADDRESS: JSON.stringify(address), PUBLIC_ENGLISH: catalogues.get(PUBLIC_ENGLISH) } }
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      const version = versionOf(catalogues)
      for (const [name, source] of catalogues)
        if (name !== PUBLIC_ENGLISH)
          this.emitFile({ type: 'asset', fileName: `assets/${name}-${version}.json`, source })
    },
    configureServer({ watcher, ws }) {
      watcher.add(SOURCES)
      watcher.on('change', async (file) => {
        if (!file.startsWith(SOURCES)) return
        await compileAll()
        ws.send({ type: 'full-reload' })
      })
    },
  }
}

function versionOf(catalogues: Map<string, string>): string {
  const hash = createHash('sha256')
  for (const [name, text] of catalogues) hash.update(`${name}\0${text}\0`)
  return hash.digest('base64url').slice(0, 8)
}

/** Catalogues by name, such as 'bank.de'. They are files too: the prerenderer and the development server read them. */
async function compileAll(): Promise<Map<string, string>> {
  await mkdir(COMPILED, { recursive: true })
  const wanted = new Map<string, string>()
  for (const area of AREAS) {
    for (const file of (await readdir(join(SOURCES, area))).sort()) {
      const locale = file.replace(/\.json$/, '')
      const texts = JSON.parse(await readFile(join(SOURCES, area, file), 'utf8')) as Record<string, string>
      wanted.set(`${area}.${locale}`, JSON.stringify(compileCatalogue(texts, locale)))
    }
  }
  // Only what changed is written: a build runs this more than once, at the same time.
  for (const file of await readdir(COMPILED))
    if (!wanted.has(basename(file, '.json'))) await rm(join(COMPILED, file), { force: true })
  for (const [name, text] of wanted) {
    const file = join(COMPILED, `${name}.json`)
    const current = await readFile(file, 'utf8').catch(() => null)
    if (current !== text) await writeFile(file, text)
  }
  return wanted
}

/** Texts by key, in the library’s compiled form. Untranslated texts are left out: the page shows the English one. */
export function compileCatalogue(texts: Record<string, string>, locale: string): Record<string, unknown> {
  const compiled: Record<string, unknown> = {}
  for (const [source, translation] of Object.entries(texts)) {
    const text = locale === SOURCE_LOCALE ? withoutMeaning(source) : translation
    if (!text || (locale === SOURCE_LOCALE && !needsCompiling(text))) continue
    const tokens = text.includes('{') ? compileMessageOrThrow(text) : text
    if (catalogueKey(source) in compiled) throw new Error(`Two texts have the same key: ${source}`)
    compiled[catalogueKey(source)] = tokens
  }
  return compiled
}

/** Plurals and choices. Pages fill in plain placeholders of the English text by themselves. */
const needsCompiling = (text: string) => /\{\w+,/.test(text)
