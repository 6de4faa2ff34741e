import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { SOURCE_LOCALE } from '../contract/src/locales.ts'
import { textId, withoutMeaning } from '../contract/src/text-id.ts'

const SOURCES = join(import.meta.dirname, '../catalogues')
const COMPILED = join(import.meta.dirname, 'compiled-catalogues')
const AREAS = ['public', 'bank', 'office']

/** Compiles the catalogues before anything imports them, and again when one changes during development. */
export function compileCatalogues(): Plugin {
  return {
    name: 'compile-catalogues',
    config: async () => {
      await compileAll()
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

async function compileAll(): Promise<void> {
  await mkdir(COMPILED, { recursive: true })
  const wanted = new Map<string, string>()
  for (const area of AREAS) {
    for (const file of await readdir(join(SOURCES, area))) {
      const locale = file.replace(/\.json$/, '')
      const texts = JSON.parse(await readFile(join(SOURCES, area, file), 'utf8')) as Record<string, string>
      const compiled = compileCatalogue(texts, locale)
      if (Object.keys(compiled).length > 0) wanted.set(`${area}.${locale}.json`, JSON.stringify(compiled))
    }
  }
  // Only what changed is written: a build runs this more than once, at the same time.
  for (const file of await readdir(COMPILED)) if (!wanted.has(file)) await rm(join(COMPILED, file), { force: true })
  for (const [file, text] of wanted) {
    const current = await readFile(join(COMPILED, file), 'utf8').catch(() => null)
    if (current !== text) await writeFile(join(COMPILED, file), text)
  }
}

/** Texts by key, in the library’s compiled form. Untranslated texts are left out: the page shows the English one. */
export function compileCatalogue(texts: Record<string, string>, locale: string): Record<string, unknown> {
  const compiled: Record<string, unknown> = {}
  for (const [source, translation] of Object.entries(texts)) {
    const text = locale === SOURCE_LOCALE ? withoutMeaning(source) : translation
    if (!text || (locale === SOURCE_LOCALE && !needsCompiling(text))) continue
    const tokens = text.includes('{') ? compileMessageOrThrow(text) : text
    if (textId(source) in compiled) throw new Error(`Two texts have the same key: ${source}`)
    compiled[textId(source)] = tokens
  }
  return compiled
}

/** Plurals and choices. Pages fill in plain placeholders of the English text by themselves. */
const needsCompiling = (text: string) => /\{\w+,/.test(text)
