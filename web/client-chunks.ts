import { existsSync } from 'node:fs'
import { join } from 'node:path'

type ModuleInfo = { importedIds: readonly string[]; code: string | null }
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null }

const FRAMEWORK =
  /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]|rolldown[\\/]runtime/
const ICONS = /node_modules[\\/]lucide-react[\\/]/
const QUERY = /node_modules[\\/]@tanstack[\\/]/
const FORMS = /node_modules[\\/]react-hook-form[\\/]/
/** Routes of the back office request their data while the code of their page loads. */
const OFFICE_QUERIES = /[\\/]app[\\/]office[\\/].*-query\.ts$/
/** Customers and staff: without a file of its own it would be in the one of the back office. */
const CHAT = /[\\/]app[\\/]shared[\\/]chat[\\/]/
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
const PUBLIC_ROUTES = [
  'site/about/about-page.tsx',
  'site/services/services-page.tsx',
  'site/contact/contact-page.tsx',
  'site/verify/verify-page.tsx',
  'site/not-found-page.tsx',
]
/** What public pages load after their start. */
const LATER_PARTS = ['shared/i18n/language-select.tsx']
const START_ROUTES = [
  'bank/bank-layout.tsx',
  'office/admin-home/admin-home-route.tsx',
  'bank/overview/overview-page.tsx',
]
const SIGN_IN_ROUTES = [
  'auth/auth-layout.tsx',
  'auth/auth-page.tsx',
  'auth/reset-password-page.tsx',
  'auth/secure-account-page.tsx',
  'auth/confirm-email-page.tsx',
  'auth/undo-email-page.tsx',
]
/** Small modules about payees, settings and statements: each in a file of its own would lengthen the list of routes, which every page loads. */
const SETTINGS_ROUTES = ['bank/settings/settings-page.tsx', ...LATER_PARTS]
const STATEMENT_ROUTES = [
  'bank/statements/statements-page.tsx',
  'bank/statements/statement-page.tsx',
  'bank/access-log/access-log-page.tsx',
]
const PAYEE_ROUTES = ['bank/send/send-page.tsx', 'bank/transfer/transfer-page.tsx']
const DIALOG_PARTS = ['bank/ask-dialog.tsx']

/**
 * How the browser's code is split. By default every module that pages share is a file of its own: a public page would load
 * 45 scripts over the six connections of HTTP/1.1. A module that several pages share is in the first of these files that
 * takes it: what public pages need comes before what is only needed after signing in, so that their scripts stay small.
 */
export function clientChunks(appDirectory: string) {
  const inApp = (file: string) => {
    const path = join(appDirectory, file)
    if (!existsSync(path)) throw new Error(`client-chunks.ts names a file that does not exist: ${file}`)
    return path
  }
  const publicParts = [...FIRST_ROUTES, ...PUBLIC_ROUTES, ...LATER_PARTS].map(inApp)
  let publicIcons: Set<string> | undefined

  /** Our own modules that these routes import. A file also takes what its modules import, such as their icons. */
  const importedBy = (name: string, files: string[]) => {
    const routes = files.map(inApp)
    let modules: Set<string> | undefined
    return (id: string, graph: ModuleGraph) => {
      modules ??= staticImports(routes, graph)
      return modules.has(id) && !routes.includes(id) ? name : null
    }
  }
  const isOfFirst = importedBy('site', FIRST_ROUTES)
  /** The file also has the icons of all public pages, and what icons are made of, which has no name of its own. */
  const site = (id: string, graph: ModuleGraph) => {
    if (!ICONS.test(id)) return isOfFirst(id, graph)
    publicIcons ??= importedIcons(staticImports(publicParts, graph), graph)
    const icon = ICON_FILE.exec(id)?.[1]
    return icon === undefined || publicIcons.has(icon) ? 'site' : null
  }
  const shared = { minShareCount: 2 }
  return {
    groups: [
      { name: 'framework', test: FRAMEWORK, priority: 9 },
      { name: site, debugName: 'site', ...shared, priority: 8 },
      { name: importedBy('pages', PUBLIC_ROUTES), debugName: 'pages', ...shared, priority: 7 },
      { name: 'icons', test: ICONS, ...shared, priority: 6 },
      { name: importedBy('bank', START_ROUTES), debugName: 'bank', ...shared, priority: 5 },
      { name: importedBy('auth', SIGN_IN_ROUTES), debugName: 'auth', ...shared, priority: 4 },
      { name: importedBy('dialog', DIALOG_PARTS), debugName: 'dialog', ...shared, priority: 3 },
      { name: importedBy('payees', PAYEE_ROUTES), debugName: 'payees', ...shared, priority: 3 },
      { name: importedBy('settings', SETTINGS_ROUTES), debugName: 'settings', ...shared, priority: 2 },
      { name: importedBy('statements', STATEMENT_ROUTES), debugName: 'statements', ...shared, priority: 2 },
      { name: 'query', test: QUERY, ...shared, priority: 3 },
      { name: 'forms', test: FORMS, ...shared, priority: 3 },
      { name: 'chat', test: CHAT, ...shared, priority: 3 },
      { name: 'office', test: OFFICE_QUERIES, ...shared, priority: 2 },
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
