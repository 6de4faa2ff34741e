import { join } from 'node:path'

type Chunk = {
  type: 'chunk'
  moduleIds: readonly string[]
  imports: readonly string[]
  dynamicImports: readonly string[]
  viteMetadata?: { importedAssets: Set<string> }
}
type Bundle = Record<string, Chunk | { type: 'asset' }>

const LATIN_FONT = /-latin-(?:opsz|wght)-normal-[\w-]+\.woff2$/
/** The viewer of PDF receipts is larger than everything else together. */
const VIEWER = /node_modules[\\/]pdfjs-dist[\\/]/

/**
 * The files that every page of the online bank needs without a connection: all its code, also what loads on demand.
 * The back office is left out: it shows nothing offline, and customers would load it for nothing.
 */
export function precachedFiles(bundle: Bundle, appDirectory: string): string[] {
  const found = new Set<string>()
  const isLeftOut = ({ moduleIds }: Chunk) =>
    moduleIds.some((id) => VIEWER.test(id)) ||
    (moduleIds.length > 0 && moduleIds.every((id) => id.startsWith(join(appDirectory, 'office'))))
  const follow = (name: string) => {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk' || isLeftOut(chunk)) return
    found.add(name)
    for (const imported of [...chunk.imports, ...chunk.dynamicImports]) follow(imported)
  }
  const starts = ['entry.client.tsx', 'root.tsx', 'bank', 'auth'].map((path) => join(appDirectory, path))
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === 'chunk' && file.moduleIds.some((id) => starts.some((start) => id.startsWith(start)))) follow(name)
    if (file.type === 'asset' && LATIN_FONT.test(name)) found.add(name)
  }
  return [...found].sort()
}
