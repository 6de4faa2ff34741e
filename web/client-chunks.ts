import { existsSync } from 'node:fs'
import { join } from 'node:path'

type ModuleInfo = { importedIds: readonly string[]; code: string | null }
type ModuleGraph = { getModuleInfo: (id: string) => ModuleInfo | null }

const FRAMEWORK =
  /node_modules[\\/](?:react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]|rolldown[\\/]runtime/
const ICONS = /node_modules[\\/]lucide-react[\\/]/
const QUERY = /node_modules[\\/]@tanstack[\\/]/
/** Public pages load it only to send a form. */
const API = /[\\/]app[\\/]shared[\\/]api[\\/](?:call|api-error)\.ts$/
const FORMS = /node_modules[\\/]react-hook-form[\\/]/
/** The layout needs it without the dialogs, which need it too. */
const DIRECTION = /@base-ui[\\/]react[\\/].*direction-(?:context|provider)/
const FIRST_PRIORITY = 100
const SHARED = /[\\/]app[\\/]shared[\\/]/
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
/** Four public pages have it, and it is shorter than what a file costs. */
const FIRST_PARTS = ['site/page-head.tsx']
const OTHER_ROUTES = [
  'site/about/about-page.tsx',
  'site/services/services-page.tsx',
  'site/contact/contact-page.tsx',
  'site/verify/verify-page.tsx',
  'site/not-found-page.tsx',
]
/** What public pages load after their start. Their icons are those of public pages, not those of all others. */
const LATER_PARTS = ['shared/i18n/language-select.tsx']
/**
 * Files of the other pages, first come first served: what these modules import and several pages share. Every page loads
 * the list of the files of all pages, so one file instead of ten makes all of them smaller.
 */
const OTHER_FILES: Record<string, string[]> = {
  // Every signed-in page has the layout, and the log-in page loads it for them.
  bank: [
    'bank/bank-layout.tsx',
    'shared/show-error.ts',
    'shared/ui/forms/form-problem.tsx',
    'shared/ui/forms/select-field.tsx',
    'shared/ui/feedback/skeleton.tsx',
    'shared/api/factors-query.ts',
    'bank/settings/time-ago.ts',
  ],
  // Customers load it too, on the dashboard.
  staff: ['office/admin-home/admin-home-route.tsx'],
  // The page after logging in; the others have most of it in common, and a few lines more.
  overview: [
    'bank/overview/overview-page.tsx',
    'shared/save-file.ts',
    'shared/ui/forms/parse-amount.ts',
    'shared/ui/forms/amount-field.tsx',
    'bank/method-picker.tsx',
    'bank/accounts/account-select.tsx',
    'bank/accounts/own-account-field.tsx',
    'bank/limits-query.ts',
    'bank/payees/saved-payees-query.ts',
    'bank/payees/payee-details.ts',
  ],
  dialog: ['bank/ask-dialog.tsx'],
  auth: ['auth/link-state.tsx', 'shared/session/use-link-token.ts', 'auth/form-parts.tsx'],
  password: [
    'shared/ui/forms/password-field.tsx',
    'shared/ui/forms/password-strength.tsx',
    'shared/show-field-errors.ts',
  ],
  passkeys: [
    'shared/api/passkeys.ts',
    'shared/session/passkeys-unavailable.tsx',
    'shared/session/remind-of-recovery-codes.ts',
  ],
  'log-in': ['shared/session/second-factor-step.tsx', 'shared/session/verification-form.tsx'],
  digits: ['shared/ui/forms/digit-boxes.tsx'],
  chat: ['shared/chat/conversation.tsx'],
  lists: ['bank/transactions/transactions-page.tsx'],
  statements: ['bank/statements/statements-page.tsx'],
  upload: ['bank/upload/use-upload.ts', 'shared/api/upload-file.ts', 'bank/upload/selected-file.tsx'],
  office: [
    'office/layout/office-query.ts',
    'office/overview/overview-query.ts',
    'office/users/list/users-query.ts',
    'office/users/person/person-query.ts',
    'office/verifications/verifications-query.ts',
    'office/transactions/list/transactions-query.ts',
    'office/proposals/proposals-query.ts',
    'office/external-money/reconciliation/reconciliation-query.ts',
    'office/external-money/entries/entries-query.ts',
    'office/external-money/statements/statements-query.ts',
    'office/external-money/payment-runs/payment-runs-query.ts',
    'office/books/reports/reports-query.ts',
    'office/settings/settings-query.ts',
    'office/webhooks/webhooks-query.ts',
    'office/audit/audit-query.ts',
    'office/support/inbox-query.ts',
  ],
}

/**
 * How the browser's code is split. By default every shared module is a file of its own: a public page would load 20
 * scripts, most below one kilobyte, over the six connections of HTTP/1.1. Instead it loads the framework, the
 * modules of the first page, the icons of all public pages, its own code, and what some of these pages share (`pages`, `fields`).
 * Icons that only other pages share are another file.
 */
export function clientChunks(appDirectory: string) {
  const inApp = (file: string) => {
    const path = join(appDirectory, file)
    if (!existsSync(path)) throw new Error(`client-chunks.ts names a file that does not exist: ${file}`)
    return path
  }
  const firstRoutes = FIRST_ROUTES.map(inApp)
  const publicRoutes = [...firstRoutes, ...OTHER_ROUTES.map(inApp)]
  let ofFirst: Set<string> | undefined
  let ofPublic: Set<string> | undefined
  let publicIcons: Set<string> | undefined

  function isOfSite(id: string, graph: ModuleGraph): boolean {
    ofFirst ??= staticImports([...firstRoutes, ...FIRST_PARTS.map(inApp)], graph)
    ofPublic ??= staticImports(publicRoutes, graph)
    publicIcons ??= importedIcons(staticImports([...publicRoutes, ...LATER_PARTS.map(inApp)], graph), graph)
    const icon = ICONS.test(id) ? ICON_FILE.exec(id)?.[1] : undefined
    // What all icons are made of has no name of its own.
    if (ICONS.test(id)) return icon === undefined || publicIcons.has(icon)
    return ofFirst.has(id) && !firstRoutes.includes(id)
  }
  /** What some public pages share with signed-in pages, such as fields of forms. */
  function isOfSomePublic(id: string, graph: ModuleGraph): boolean {
    return !isOfSite(id, graph) && SHARED.test(id) && (ofPublic?.has(id) ?? false)
  }
  /** What some public pages share, such as contact details. */
  function isOfPages(id: string, graph: ModuleGraph): boolean {
    return !isOfSite(id, graph) && !SHARED.test(id) && (ofPublic?.has(id) ?? false) && !publicRoutes.includes(id)
  }
  /** What a file's entries import. A group of a higher priority takes a module first, and all that it imports. */
  function isIn(entries: string[]) {
    let modules: Set<string> | undefined
    return (id: string, graph: ModuleGraph) => {
      modules ??= staticImports(entries.map(inApp), graph)
      return modules.has(id)
    }
  }
  const files = Object.entries(OTHER_FILES).map(([name, entries], index) => {
    const isInFile = isIn(entries)
    return {
      name: (id: string, graph: ModuleGraph) => (isInFile(id, graph) ? name : null),
      debugName: name,
      minShareCount: 2,
      priority: FIRST_PRIORITY - index,
    }
  })
  return {
    groups: [
      { name: 'framework', test: FRAMEWORK, priority: 102 },
      {
        name: (id: string, graph: ModuleGraph) => (isOfSite(id, graph) ? 'site' : null),
        debugName: 'site',
        minShareCount: 2,
        priority: 101,
      },
      {
        name: (id: string, graph: ModuleGraph) => (isOfSomePublic(id, graph) ? 'fields' : null),
        debugName: 'fields',
        minShareCount: 2,
        priority: 101,
      },
      {
        name: (id: string, graph: ModuleGraph) => (isOfPages(id, graph) ? 'pages' : null),
        debugName: 'pages',
        minShareCount: 2,
        priority: 101,
      },
      { name: 'api', test: API, minShareCount: 2, priority: 101 },
      { name: 'icons', test: ICONS, minShareCount: 2, priority: 101 },
      { name: 'direction', test: DIRECTION, minShareCount: 2, priority: 101 },
      { name: 'forms', test: FORMS, minShareCount: 2, priority: 101 },
      ...files,
      { name: 'query', test: QUERY, minShareCount: 2, priority: FIRST_PRIORITY - 0.5 },
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
