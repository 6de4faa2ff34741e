/**
 * The rules of docs/ARCHITECTURE.md as functions from a file's path and text to violations. `architecture.test.ts`
 * applies them to every file. Lengths of files and functions, the environment, the database driver and import cycles are
 * rules of the linter (`biome.json`).
 */
export type SourceFile = { path: string; text: string }

/**
 * The domains, from the top to the bottom. This list is the whole import rule of the server and the contract: a domain
 * imports from domains below it, and only files that lie directly in their folder. Subfolders are private.
 */
export const DOMAINS: readonly string[] = [
  'office',
  'external-money',
  'books',
  'payments',
  'documents',
  'identity',
  'notifications',
  'settings',
  'authority',
  'customers',
  'http',
  'ledger',
  'access',
  'platform/jobs',
  'platform/personal-data',
  'platform/pdf',
  'platform/texts',
  'platform/db',
  'platform/crypto',
  'platform/config',
  'platform/runtime',
]

/** Files and folders that put the bank together from the domains, and reach everywhere. No domain imports them. */
const COMPOSITION = ['main.ts', 'app.ts', 'jobs.ts', 'programs', 'bootstrap', 'demo']

/** Folders outside of the server and the contract, and what each may import besides itself. */
const ELSEWHERE: Record<string, readonly string[]> = {
  'web/app': ['web/app/site', 'web/app/auth', 'web/app/bank', 'web/app/office', 'web/app/shared', 'contract/src'],
  'web/app/site': ['web/app/shared', 'contract/src'],
  'web/app/auth': ['web/app/shared', 'contract/src'],
  'web/app/bank': ['web/app/shared', 'contract/src'],
  'web/app/office': ['web/app/shared', 'contract/src'],
  'web/app/shared': ['contract/src'],
  'server/test': ['server/src', 'scripts', 'contract/src'],
  e2e: ['server/test', 'scripts', 'contract/src'],
  faults: ['server/test', 'server/src', 'scripts', 'contract/src'],
  bench: ['server/test', 'server/src', 'scripts', 'contract/src'],
  scripts: ['server/test', 'contract/src'],
}

const LEDGER_TABLES =
  'accounts|transactions|postings|account_months|idempotency|outbox|audit|seals|seal_groups|sealed_heads|transfer_authorisations|orders|order_runs|contra_accounts|outside_accounts|bank_statements|bank_statement_lines|contra_movements|payment_runs|run_payments|payment_run_counter|api_key_transfers|pay_requests|pay_request_payments|account_checks|full_book_checks|savings_rules|savings_runs|gl_accounts|closings|closing_sums|cancelled_payments|payment_statuses|journal_entries|journal_lines|journal_head'

const isTest = (path: string) => /\.(?:test|spec)\.tsx?$|^server\/test\//.test(path)
const isServer = (path: string) => path.startsWith('server/src/')

type Place = {
  /** `server/src`, `contract/src`, or a folder of `ELSEWHERE`. */
  root: string
  /** Of the server and the contract. Null: composition, or a file that all domains of the contract share. */
  domain: string | null
  /** The file lies in a subfolder of its domain. */
  isPrivate: boolean
}

const inFolder = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Null: the file is in no known place. */
export function placeOf(path: string): Place | null {
  for (const root of ['server/src', 'contract/src']) {
    if (!inFolder(path, root)) continue
    const below = path.slice(root.length + 1)
    const domain = DOMAINS.find((name) => inFolder(below, name)) ?? null
    const isShared = root === 'contract/src' ? !below.includes('/') : COMPOSITION.some((name) => inFolder(below, name))
    if (domain === null && !isShared && !isTest(path)) return null
    return { root, domain, isPrivate: domain !== null && below.slice(domain.length + 1).includes('/') }
  }
  const folders = Object.keys(ELSEWHERE).filter((folder) => inFolder(path, folder))
  const root = folders.sort((a, b) => b.length - a.length)[0]
  if (root === undefined || (root === 'web/app' && path.slice('web/app/'.length).includes('/'))) return null
  return { root, domain: null, isPrivate: false }
}

const IMPORT = /(?:^|[;\s])(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

const importsOf = (text: string): string[] =>
  [...text.matchAll(IMPORT)].map(([, plain, dynamic]) => plain ?? dynamic ?? '')

/** The file an import names, or null for a package. */
function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('#contract/')) return `contract/src/${specifier.slice(10)}`
  if (specifier.startsWith('#server/')) return `server/src/${specifier.slice(8)}`
  if (!specifier.startsWith('.')) return null
  return new URL(specifier, `file:///${from}`).pathname.slice(1)
}

export function forbiddenImports({ path, text }: SourceFile): string[] {
  if (path.endsWith('.test.ts') || path.endsWith('.sql')) return []
  const from = placeOf(path)
  if (!from) return [`${path}: the folder is in no list of architecture-rules.ts`]
  return importsOf(text).flatMap((specifier) => {
    const target = resolve(path, specifier)
    if (target === null) return from.root === 'contract/src' && specifier !== 'zod' ? [`${path}: ${specifier}`] : []
    const to = placeOf(target)
    return to && mayImport(from, to) ? [] : [`${path}: ${specifier}`]
  })
}

function mayImport(from: Place, to: Place): boolean {
  if (from.root !== to.root) return from.root in ELSEWHERE ? isListed(from, to) : isContractOfServer(from, to)
  if (from.root in ELSEWHERE || from.domain === to.domain) return true
  if (from.domain === null) return from.root === 'server/src'
  if (to.domain === null) return from.root === 'contract/src'
  return DOMAINS.indexOf(from.domain) < DOMAINS.indexOf(to.domain) && !to.isPrivate
}

const isListed = (from: Place, to: Place) => ELSEWHERE[from.root]?.includes(to.root) ?? false
const isContractOfServer = (from: Place, to: Place) => from.root === 'server/src' && to.root === 'contract/src'

const LEDGER_WRITE = new RegExp(
  `\\b(?:insert\\s+into|update(?:\\s+only)?|delete\\s+from|truncate(?:\\s+table)?|merge\\s+into)\\s+(?:public\\.)?(${LEDGER_TABLES})\\b`,
  'gi',
)

export function writesLedger({ path, text }: SourceFile): string[] {
  if (!isServer(path) || isTest(path) || path.startsWith('server/src/ledger/')) return []
  return [...text.matchAll(LEDGER_WRITE)].map(([statement]) => `${path}: only the ledger may '${statement}'`)
}

const NEEDS_NEIGHBOUR = /\/\*\* (?:The same|Those|These|They|Its|Their|Also)\b.*/g

/** A comment is read beside its own line: it can't begin with what another line was about. */
export function commentsNeedNeighbour({ path, text }: SourceFile): string[] {
  return [...text.matchAll(NEEDS_NEIGHBOUR)].map(([comment]) => `${path}: ${comment}`)
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

/** Hints to PostgreSQL's planner are in one place, where each says why it is needed. */
export function plannerHints({ path, text }: SourceFile): string[] {
  if (!isServer(path) || isTest(path) || path === 'server/src/platform/db/plans.ts') return []
  return [...text.matchAll(/\bplan_cache_mode\b|\benable_[a-z]+(?= *= *(?:on|off)\b|: *'o)/g)].map(
    ([setting]) => `${path}: sets ${setting}, which belongs to platform/db/plans.ts`,
  )
}

export const architectureRules = [
  forbiddenImports,
  writesLedger,
  ledgerReadsClock,
  unportableSql,
  plannerHints,
  commentsNeedNeighbour,
] as const
