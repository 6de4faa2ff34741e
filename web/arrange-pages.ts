import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holdScripts } from './hold-scripts.ts'

const STYLESHEET = /<link rel="stylesheet"[^>]*>/
/** The document of pages that only exist in the browser: there is nothing to read until its scripts have run. */
const SHELL_FILE = '__spa-fallback.html'

/** What a page needs to be read comes first: its stylesheet at the top of the head. The framework has it after the scripts. */
export function leadWithStylesheet(html: string): string {
  const [stylesheet] = STYLESHEET.exec(html) ?? []
  if (!stylesheet) throw new Error('a page without a stylesheet: the framework must have changed how it writes them')
  return html.replace(stylesheet, '').replace('<head>', `<head>${stylesheet}`)
}

export async function arrangePages(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const pages = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
  for (const { parentPath, name } of pages) {
    const file = join(parentPath, name)
    const page = leadWithStylesheet(await readFile(file, 'utf8'))
    if (name === SHELL_FILE) {
      await writeFile(file, page)
      continue
    }
    const { html, start } = holdScripts(page)
    await writeFile(join(directory, start.href), start.text)
    await writeFile(file, html)
  }
}
