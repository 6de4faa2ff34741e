import { join } from 'node:path'

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const FRAMEWORK =
  /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]|rolldown[\\/]runtime/
const ICONS = /node_modules[\\/]lucide-react[\\/]/
const PUBLIC_ROUTES = [
  'root.tsx',
  'site/site-layout.tsx',
  'site/landing/landing-page.tsx',
  'site/about/about-page.tsx',
  'site/services/services-page.tsx',
  'site/contact/contact-page.tsx',
  'site/verify/verify-page.tsx',
  'site/not-found-page.tsx',
]

/**
 * How the browser's code is split. By default every shared module is a file of its own: a public page would load 20
 * scripts, most below one kilobyte, over the six connections of HTTP/1.1. Instead it loads the framework, the icons,
 * the modules that public pages share, and its own code.
 */
export function clientChunks(appDirectory: string) {
  const routes = PUBLIC_ROUTES.map((file) => join(appDirectory, file))
  let publicModules: Set<string> | undefined

  function isShared(id: string, graph: ModuleGraph): boolean {
    publicModules ??= staticImports(routes, graph)
    return ICONS.test(id) || (publicModules.has(id) && !routes.includes(id))
  }
  return {
    groups: [
      { name: 'framework', test: FRAMEWORK, priority: 2 },
      {
        name: (id: string, graph: ModuleGraph) => (isShared(id, graph) ? 'site' : null),
        minShareCount: 2,
        priority: 1,
      },
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
