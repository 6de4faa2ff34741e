import { join } from 'node:path'

type ModuleInfo = { importedIds: readonly string[]; code: string | null }
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null }

const FRAMEWORK =
  /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]|rolldown[\\/]runtime/
const ICONS = /node_modules[\\/]lucide-react[\\/]/
const QUERY = /node_modules[\\/]@tanstack[\\/]/
/** Public pages load it only to send a form. */
const API = /[\\/]app[\\/]shared[\\/]api[\\/](?:call|api-error)\.ts$/
/** An icon's own file, by its name. */
const ICON_FILE = /[\\/]icons[\\/]([\w-]+)\.m?js$/
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
/** Every visitor loads these, and what they import. */
const FIRST_ROUTES = [
  'entry.client.tsx',
  'root.tsx',
  'locale-route.tsx',
  'site/site-layout.tsx',
  'site/landing/landing-page.tsx',
]
const OTHER_ROUTES = [
  'site/about/about-page.tsx',
  'site/services/services-page.tsx',
  'site/contact/contact-page.tsx',
  'site/verify/verify-page.tsx',
  'site/not-found-page.tsx',
]

/**
 * How the browser's code is split. By default every shared module is a file of its own: a public page would load 20
 * scripts, most below one kilobyte, over the six connections of HTTP/1.1. Instead it loads the framework, the
 * modules of the first page, the icons of all public pages, and its own code. Icons that only other pages share are
 * another file.
 */
export function clientChunks(appDirectory: string) {
  const inApp = (file: string) => join(appDirectory, file)
  const firstRoutes = FIRST_ROUTES.map(inApp)
  const publicRoutes = [...firstRoutes, ...OTHER_ROUTES.map(inApp)]
  const bankLayout = inApp('bank/bank-layout.tsx')
  let ofFirst: Set<string> | undefined
  let ofPublic: Set<string> | undefined
  let ofLayout: Set<string> | undefined
  let publicIcons: Set<string> | undefined

  function isOfSite(id: string, graph: ModuleGraph): boolean {
    ofFirst ??= staticImports(firstRoutes, graph)
    ofPublic ??= staticImports(publicRoutes, graph)
    publicIcons ??= importedIcons(ofPublic, graph)
    const icon = ICONS.test(id) ? ICON_FILE.exec(id)?.[1] : undefined
    // What all icons are made of has no name of its own.
    if (ICONS.test(id)) return icon === undefined || publicIcons.has(icon)
    return ofFirst.has(id) && !firstRoutes.includes(id)
  }
  /** Every signed-in page loads the layout and all it imports. */
  function isOfLayout(id: string, graph: ModuleGraph): boolean {
    ofPublic ??= staticImports(publicRoutes, graph)
    ofLayout ??= staticImports([bankLayout], graph)
    return ofLayout.has(id) && !ofPublic.has(id) && id !== bankLayout
  }
  return {
    groups: [
      { name: 'framework', test: FRAMEWORK, priority: 2 },
      {
        name: (id: string, graph: ModuleGraph) => (isOfSite(id, graph) ? 'site' : null),
        minShareCount: 2,
        priority: 1,
      },
      { name: 'api', test: API, minShareCount: 2, priority: 1 },
      { name: 'icons', test: ICONS, minShareCount: 2, priority: 0 },
      // One file instead of ten or twenty: every page loads the list of files of all pages.
      {
        name: (id: string, graph: ModuleGraph) => (isOfLayout(id, graph) ? 'bank' : null),
        minShareCount: 2,
        priority: 0,
      },
      { name: 'query', test: QUERY, minShareCount: 2, priority: 0 },
    ],
  }
}

/** Our own modules that `entries` import statically, directly or not. Dynamic imports and packages are left out. */
function staticImports(entries: string[], graph: ModuleGraph): Set<string> {
  const found = new Set<string>()
  const follow = (id: string) => {
    if (found.has(id) || id.includes('node_modules')) return
    found.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported)
  }
  for (const entry of entries) follow(entry)
  return found
}

/** The file names of the icons that our modules import: `FileSearch` is in `file-search`. */
function importedIcons(modules: ReadonlySet<string>, graph: ModuleGraph): Set<string> {
  const code = [...modules].map((id) => graph.getModuleInfo(id)?.code ?? '').join('\n')
  const names = [...code.matchAll(ICON_IMPORT)].flatMap(([, list = '']) => list.split(','))
  return new Set(names.map((name) => toFileName(name.trim().split(/\s+as\s+/)[0] ?? '')))
}

const toFileName = (icon: string) =>
  icon.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z0-9])(?=[A-Z][a-z])/g, '-').toLowerCase()
