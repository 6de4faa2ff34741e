/**
 * The rules of docs/ARCHITECTURE.md as functions from a file's path and text to violations. `architecture.test.ts`
 * applies them to every file.
 */
export type SourceFile = { path: string; text: string }

const MAX_LINES = 300
const MAX_TEST_LINES = 400
const MAX_FUNCTION_LINES = 75

const FOUNDATION = ['runtime', 'contract']
const CORE = ['http', 'texts', 'ledger', 'api-keys', 'sessions', 'db', 'crypto', 'config', ...FOUNDATION]
const SHARED = [
  'bank-statements',
  'payment-runs',
  'proposals',
  'events',
  'push',
  'webhooks',
  'mail',
  'documents',
  'settings',
  'identity',
  'people',
  ...CORE,
]
const SERVER = ['bootstrap', 'app', 'jobs', 'demo', ...SHARED]

/** A folder, and the folders it may import from besides itself. */
const ALLOWED_IMPORTS: Record<string, readonly string[]> = {
  contract: [],
  runtime: ['contract'],
  texts: ['contract'],
  config: FOUNDATION,
  crypto: ['config', ...FOUNDATION],
  db: FOUNDATION,
  sessions: ['db', ...FOUNDATION],
  'api-keys': ['sessions', 'db', ...FOUNDATION],
  ledger: ['api-keys', 'sessions', 'db', ...FOUNDATION],
  http: CORE,
  people: CORE,
  identity: ['people', ...CORE],
  settings: CORE,
  'bank-statements': ['people', 'ledger', 'db', ...FOUNDATION],
  'payment-runs': ['documents', ...FOUNDATION],
  documents: ['texts', 'ledger', 'db', 'crypto', 'config', ...FOUNDATION],
  events: CORE,
  mail: ['settings', 'people', ...CORE],
  proposals: ['events', 'settings', 'people', ...CORE],
  webhooks: ['settings', 'people', ...CORE],
  push: ['webhooks', 'mail', 'people', ...CORE],
  feature: SHARED,
  demo: ['bank-statements', 'people', 'settings', ...CORE],
  jobs: SHARED,
  app: ['feature', ...SHARED],
  bootstrap: SERVER,
  program: SERVER,
  'web root': ['site', 'auth', 'bank', 'office', 'shared', 'contract'],
  site: ['shared', 'contract'],
  auth: ['shared', 'contract'],
  bank: ['shared', 'contract'],
  office: ['shared', 'contract'],
  shared: ['contract'],
  'server tests': ['feature', 'program', 'scripts', ...SERVER],
  e2e: ['server tests', 'scripts', 'contract'],
  faults: ['server tests', 'program', 'scripts', ...SERVER],
  bench: ['server tests', 'feature', 'program', 'scripts', ...SERVER],
  scripts: ['server tests', 'contract'],
}

/** The entry points: the only files of the server that read the environment. */
const PROGRAMS = [
  'main',
  'verify',
  'verify-proof',
  'admin-create',
  'keys-rotate',
  'secret-rotate',
  'backup',
  'restore',
  'migrate',
  'show-config',
]

const LEDGER_TABLES =
  'accounts|transactions|postings|account_months|idempotency|outbox|audit|seals|seal_groups|sealed_heads|transfer_authorisations|orders|order_runs|contra_accounts|outside_accounts|bank_statements|bank_statement_lines|contra_movements|payment_runs|run_payments|payment_run_counter|api_key_transfers'

const isTest = (path: string) => /\.(?:test|spec)\.tsx?$|^server\/test\//.test(path)
const isServer = (path: string) => path.startsWith('server/src/')

export function folderOf(path: string): { folder: string; name: string } | null {
  const [, server, web] = /^(?:server\/src\/(.*)|web\/app\/(.*))$/.exec(path) ?? []
  if (path.startsWith('contract/src/')) return { folder: 'contract', name: 'contract' }
  if (path.startsWith('server/test/')) return { folder: 'server tests', name: 'server tests' }
  const [, tools] = /^(e2e|faults|bench|scripts)\//.exec(path) ?? []
  if (tools) return { folder: tools, name: tools }
  if (server !== undefined) {
    const [first = '', second = '', third] = server.split('/')
    if (first === 'features' && third !== undefined) return { folder: 'feature', name: `feature ${second}` }
    if (second !== '') return { folder: first, name: first }
    const stem = first.replace(/\.tsx?$/, '')
    const folder = stem === 'app' ? 'app' : PROGRAMS.includes(stem) ? 'program' : 'loose file'
    return { folder, name: folder }
  }
  if (web !== undefined) {
    const [first = '', second] = web.split('/')
    return second === undefined ? { folder: 'web root', name: 'web root' } : { folder: first, name: first }
  }
  return null
}

const IMPORT = /(?:^|[;\s])(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

export const importsOf = (text: string): string[] =>
  [...text.matchAll(IMPORT)].map(([, plain, dynamic]) => plain ?? dynamic ?? '')

/** The file an import names, or null for a package. */
function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('#contract/')) return `contract/src/${specifier.slice(10)}`
  if (specifier.startsWith('#server/')) return `server/src/${specifier.slice(8)}`
  if (!specifier.startsWith('.')) return null
  return new URL(specifier, `file:///${from}`).pathname.slice(1)
}

export function forbiddenImports({ path, text }: SourceFile): string[] {
  const from = folderOf(path)
  if (!from || path.endsWith('.test.ts')) return []
  const allowed = ALLOWED_IMPORTS[from.folder]
  if (!allowed) return [`${path}: the folder '${from.folder}' is not in ALLOWED_IMPORTS`]
  return importsOf(text).flatMap((specifier) => {
    const target = resolve(path, specifier)
    if (target === null)
      return from.folder === 'contract' && specifier !== 'zod'
        ? [`${path}: the contract may not import ${specifier}`]
        : []
    const to = folderOf(target)
    if (!to) return [`${path}: ${specifier} is outside of every known folder`]
    if (to.name === from.name || (to.folder !== from.folder && allowed.includes(to.folder))) return []
    return [`${path}: ${from.name} may not import ${to.name} (${specifier})`]
  })
}

/** Import cycles, type-only ones included, each reported once as the path around it. */
export function importCycles(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map(({ path, text }) => [path, importsOf(text).map((name) => resolve(path, name))]))
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' → '))
    if (start >= 0 || done.has(path)) return
    for (const target of imports.get(path) ?? []) if (target !== null) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return cycles
}

export function tooLong({ path, text }: SourceFile): string[] {
  const lines = text.split('\n')
  const cap = isTest(path) ? MAX_TEST_LINES : MAX_LINES
  const file = lines.length - 1 > cap ? [`${path}: ${lines.length - 1} lines, at most ${cap}`] : []
  return isTest(path) ? file : [...file, ...longFunctions(path, lines)]
}

const FUNCTION_START =
  /^(\s*)(?:export )?(?:default )?(?:(?:async )?function\*? ?\w*|(?:static )?(?:async )?[#\w]+ ?\(.*\{$|const \w+ = (?:async )?\(?[^=]*=> \{$)/
const NOT_A_FUNCTION = /^\s*(?:if|for|while|switch|catch|return|else)\b/

/** The formatter indents a function's end as its beginning, so lines are enough to see it. */
function longFunctions(path: string, lines: readonly string[]): string[] {
  return lines.flatMap((line, start) => {
    const indent = FUNCTION_START.exec(line)?.[1]
    if (indent === undefined || NOT_A_FUNCTION.test(line)) return []
    const end = lines.findIndex((later, i) => i > start && later.startsWith(`${indent}}`))
    const length = end - start + 1
    return end > 0 && length > MAX_FUNCTION_LINES
      ? [`${path}:${start + 1}: a function of ${length} lines, at most ${MAX_FUNCTION_LINES}`]
      : []
  })
}

export function readsEnvironment({ path, text }: SourceFile): string[] {
  const mayRead =
    isTest(path) ||
    !/^(?:contract|server|web)\//.test(path) ||
    PROGRAMS.some((program) => path === `server/src/${program}.ts`)
  return !mayRead && /\bprocess\s*\.\s*env\b|\bprocess\[/.test(text) ? [`${path}: reads process.env`] : []
}

const LEDGER_WRITE = new RegExp(
  `\\b(?:insert\\s+into|update(?:\\s+only)?|delete\\s+from|truncate(?:\\s+table)?|merge\\s+into)\\s+(?:public\\.)?(${LEDGER_TABLES})\\b`,
  'gi',
)

export function writesLedger({ path, text }: SourceFile): string[] {
  if (!isServer(path) || isTest(path) || path.startsWith('server/src/ledger/')) return []
  return [...text.matchAll(LEDGER_WRITE)].map(([statement]) => `${path}: only the ledger may '${statement}'`)
}

/** Everything else uses the driver through `Sql`, `Tx` and `Reader`. */
export function importsDriver({ path, text }: SourceFile): string[] {
  if (path.startsWith('server/src/db/') || isTest(path)) return []
  return importsOf(text).some((specifier) => specifier === 'pg') ? [`${path}: imports the database driver`] : []
}

/** The ledger decides by what it is given: a clock or chance in it could not be replayed. */
export function ledgerReadsClock({ path, text }: SourceFile): string[] {
  if (!path.startsWith('server/src/ledger/') || isTest(path)) return []
  return /new Date\(\)|Date\.now\(|performance\.now\(|Math\.random\(/.test(text)
    ? [`${path}: reads a clock or chance`]
    : []
}

/** What PostgreSQL has and its distributed relatives have not, or what hides a decision in the database. */
const UNPORTABLE: [RegExp, string][] = [
  [/\bplpgsql\b/i, 'PL/pgSQL'],
  [/\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?(?:function|procedure|trigger|rule)\b/i, 'code in the database'],
  [/\bpg_(?:try_)?advisory_/i, 'an advisory lock'],
  [/\bpg_notify\b|(?:^|[`;])\s*(?:listen|notify|unlisten)\s+["\w]|\bsql\.(?:listen|notify)\(/im, 'LISTEN or NOTIFY'],
  [/\b(?:create|alter)\s+sequence\b|\bnextval\s*\(|\b(?:small|big)?serial\b|\bas\s+identity\b/i, 'a sequence'],
  [
    /\bdefault\s+\(?\s*(?:now|clock_timestamp|statement_timestamp|random|gen_random_uuid|uuidv\d|uuid_generate_v\d)\s*\(|\bdefault\s+current_/i,
    'a volatile default',
  ],
]

export function unportableSql({ path, text }: SourceFile): string[] {
  const isSql = path.endsWith('.sql')
  if (isTest(path) || !(isSql || isServer(path))) return []
  const code = isSql ? text.replace(/--.*$/gm, '') : text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  return UNPORTABLE.flatMap(([pattern, what]) => (pattern.test(code) ? [`${path}: has ${what}`] : []))
}

export const architectureRules = [
  forbiddenImports,
  tooLong,
  readsEnvironment,
  writesLedger,
  importsDriver,
  ledgerReadsClock,
  unportableSql,
] as const
