import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const STYLESHEET = /<link rel="stylesheet"[^>]*>/
const PRELOADED_MODULE = /<link rel="modulepreload"/g

/**
 * What a page needs to be read comes first: its stylesheet at the top of the head. Its scripts, which only make it
 * answer, wait until nothing else is in their way. The framework writes both the other way round.
 */
export function arrangePage(html: string): string {
  const [stylesheet] = STYLESHEET.exec(html) ?? []
  if (!stylesheet) throw new Error('a page without a stylesheet: the framework must have changed how it writes them')
  return html
    .replace(stylesheet, '')
    .replace('<head>', `<head>${stylesheet}`)
    .replaceAll(PRELOADED_MODULE, '<link rel="modulepreload" fetchpriority="low"')
}

export async function arrangePages(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const pages = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
  for (const { parentPath, name } of pages) {
    const file = join(parentPath, name)
    await writeFile(file, arrangePage(await readFile(file, 'utf8')))
  }
}
