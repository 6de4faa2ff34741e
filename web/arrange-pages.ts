import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LISTED_PAGES, NOT_FOUND_PAGE } from '../contract/src/pages.ts'
import { holdScripts } from './hold-scripts.ts'

const STYLESHEET = /<link rel="stylesheet"[^>]*>/
/** The others are forms or begin with an empty document: without their scripts nobody gets anywhere with them. */
const PAGES_TO_READ = [...LISTED_PAGES, NOT_FOUND_PAGE].map((page) => join(page.slice(1), 'index.html'))

/** What a page needs to be read comes first: its stylesheet at the top of the head. The framework has it after the scripts. */
export function leadWithStylesheet(html: string): string {
  const [stylesheet] = STYLESHEET.exec(html) ?? []
  if (!stylesheet) throw new Error('a page without a stylesheet: the framework must have changed how it writes them')
  return html.replace(stylesheet, '').replace('<head>', `<head>${stylesheet}`)
}

export async function arrangePages(directory: string) {
  const files = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith('.html'))
  for (const file of files) {
    const page = join(directory, file)
    await writeFile(page, leadWithStylesheet(await readFile(page, 'utf8')))
  }
  for (const file of PAGES_TO_READ) {
    const page = join(directory, file)
    const { html, start } = holdScripts(await readFile(page, 'utf8'))
    await writeFile(join(directory, start.href), start.text)
    await writeFile(page, html)
  }
}
