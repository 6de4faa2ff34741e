import { readdir, readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { isPermission } from '#contract/permissions.ts'
import { bindRoutes } from '../src/http/requests/bind-routes.ts'
import {
  architectureRules,
  commentsNeedNeighbour,
  forbiddenImports,
  ledgerReadsClock,
  plannerHints,
  type SourceFile,
  unportableSql,
  writesLedger,
} from './architecture-rules.ts'
import { useBank } from './bank.ts'
import { unsafeMigrations } from './migration-rules.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

async function read(folder: string, names: RegExp): Promise<SourceFile[]> {
  const entries = await readdir(new URL(folder, pathToFileURL(ROOT)), { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) => entry.isFile() && names.test(entry.name) && !entry.parentPath.includes('node_modules'),
  )
  return Promise.all(
    files.map(async ({ parentPath, name }) => ({
      path: relative(ROOT, `${parentPath}/${name}`).replaceAll('\\', '/'),
      text: await readFile(`${parentPath}/${name}`, 'utf8'),
    })),
  )
}

describe('every source file', () => {
  let files: SourceFile[]
  beforeAll(async () => {
    const folders = [
      'contract/src/',
      'server/src/',
      'server/test/',
      'web/app/',
      'e2e/',
      'faults/',
      'bench/',
      'scripts/',
    ]
    const sources = await Promise.all(folders.map((folder) => read(folder, /\.(?:tsx?|mjs)$/)))
    files = [...sources.flat(), ...(await read('server/migrations/', /\.sql$/))]
    for (const folder of folders) expect(files.filter(({ path }) => path.startsWith(folder)).length).toBeGreaterThan(5)
  })

  for (const rule of [...architectureRules, unsafeMigrations])
    test(rule.name, () => expect(files.flatMap(rule)).toEqual([]))
  test('migrations have numbers of their own', () => {
    const numbers = files.flatMap(({ path }) => /^server\/migrations\/(\d+)/.exec(path)?.[1] ?? [])
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  })
})

const source = (path: string, text: string): SourceFile => ({ path, text })

describe('each rule finds its violations', () => {
  test.each([
    ['server/src/payments/transfers/a.ts', "import { x } from '../../office/tags/store.ts'"],
    ['server/src/payments/transfers/a.ts', "import { x } from '../../office/search.ts'"],
    ['server/src/payments/transfers/a.ts', "import { x } from '../../identity/pin/change-pin.ts'"],
    ['server/src/payments/transfers/a.ts', "import {\n  x,\n  y,\n} from '../../office/search.ts'"],
    ['server/src/payments/transfers/a.ts', "import type { X } from '#server/office/search.ts'"],
    ['server/src/payments/transfers/a.ts', "export * from '../../office/search.ts'"],
    ['server/src/payments/transfers/a.ts', "const x = await import('../../office/search.ts')"],
    ['server/src/payments/transfers/a.ts', "import '../../bootstrap/start-bank.ts'"],
    ['server/src/ledger/core/a.ts', "import { x } from '../../http/route.ts'"],
    ['server/src/ledger/a.ts', "import { x } from '../http/requests/errors.ts'"],
    ['server/src/platform/db/a.ts', "import { x } from '../../ledger/types.ts'"],
    ['server/src/platform/runtime/a.ts', "import { x } from '../db/transaction.ts'"],
    ['server/src/http/a.ts', "import { x } from '../customers/person.ts'"],
    ['server/src/office/notes/a.ts', "import { x } from '../../demo/people.ts'"],
    ['server/src/office/notes/a.ts', "import { x } from '../../app.ts'"],
    ['server/src/office/notes/a.ts', "import { x } from '../../../test/bank.ts'"],
    ['web/app/bank/a.tsx', "import { x } from '../office/users/store.ts'"],
    ['web/app/office/a.tsx', "import { x } from '../bank/overview/balance.tsx'"],
    ['web/app/shared/ui/a.tsx', "import { x } from '../../bank/balance.tsx'"],
    ['web/app/site/a.tsx', "import { x } from '#server/platform/config/config.ts'"],
    ['web/app/site/a.tsx', "import { x } from '../../../server/src/platform/config/config.ts'"],
    ['contract/src/a.ts', "import { x } from '#server/platform/config/config.ts'"],
    ['contract/src/a.ts', "import { x } from './payments/transfers.ts'"],
    ['contract/src/customers/a.ts', "import { x } from '../payments/transfers.ts'"],
    ['contract/src/a.ts', "import { readFile } from 'node:fs'"],
    ['e2e/a.spec.ts', "import { x } from '../server/src/ledger/ledger.ts'"],
    ['e2e/a.spec.ts', "import { x } from '../web/app/root.tsx'"],
    ['faults/a.ts', "import { x } from '../e2e/visits.ts'"],
    ['bench/a.ts', "import { x } from '../faults/run.ts'"],
    ['scripts/a.mjs', "import { x } from '../server/src/app.ts'"],
    ['server/test/a.ts', "import { x } from '../../faults/run.ts'"],
    ['server/src/services/a.ts', ''],
    ['server/src/loose.ts', ''],
    ['contract/src/services/a.ts', ''],
    ['web/app/services/a.ts', ''],
  ])('a forbidden import or folder: %s, %s', (path, text) => {
    expect(forbiddenImports(source(path, text))).toHaveLength(1)
  })

  test('allowed imports are allowed', () => {
    const command = `
      import { z } from 'zod'
      import { x } from './store.ts'
      import { u } from '../payees/store.ts'
      import { y } from '#contract/payments/transfers.ts'
      import { requireUser } from '../../customers/person.ts'
      import { submit } from '../../ledger/ledger.ts'
      import { inTransaction } from '../../platform/db/transaction.ts'
      // a line about import and 'quotes'
      const text = 'to import from "../../office/x.ts" is forbidden'`
    expect(forbiddenImports(source('server/src/payments/transfers/a.ts', command))).toEqual([])
    for (const path of ['server/src/app.ts', 'server/src/demo/a.ts', 'server/src/programs/a.ts'])
      expect(forbiddenImports(source(path, "import { x } from '#server/payments/transfers/routes.ts'"))).toEqual([])
    const contract = "import { z } from 'zod'\nimport '../money.ts'\nimport '../customers/people.ts'"
    expect(forbiddenImports(source('contract/src/payments/a.ts', contract))).toEqual([])
    expect(forbiddenImports(source('web/app/bank/a.tsx', "import '../shared/ui/button.tsx'"))).toEqual([])
  })

  test.each([
    'insert into postings (x) values (1)',
    'UPDATE accounts SET balance = 0',
    'update  transactions t set status = 1',
    'delete\nfrom outbox where true',
    'truncate audit',
    'insert into public.seals values (1)',
  ])('a ledger table written from outside: %s', (statement) => {
    const text = `await tx\`${statement}\``
    expect(writesLedger(source('server/src/payments/transfers/store.ts', text))).toHaveLength(1)
    expect(writesLedger(source('server/src/demo/store.ts', text))).toHaveLength(1)
    expect(writesLedger(source('server/src/ledger/core/write-rows.ts', text))).toEqual([])
  })

  test.each(['await tx`set local enable_sort = off`', "plan_cache_mode: 'auto'"])(
    'a hint to the planner: %s',
    (text) => {
      expect(plannerHints(source('server/src/office/search/store.ts', text))).toHaveLength(1)
      expect(plannerHints(source('server/src/platform/db/plans.ts', text))).toEqual([])
    },
  )

  test('allows reading ledger tables and writing others', () => {
    const text = 'select * from accounts; update people set x = 1; insert into uploads values (1); delete from sessions'
    expect(writesLedger(source('server/src/payments/transfers/store.ts', text))).toEqual([])
  })

  test('comments that need their neighbour', () => {
    const comment = (text: string) => commentsNeedNeighbour(source('server/src/a.ts', `/** ${text} */`))
    expect(comment('The same for push services.')).toHaveLength(1)
    expect(comment('Those whose account is closed.')).toHaveLength(1)
    expect(comment('Themes of the pages.')).toEqual([])
  })

  test('a clock in the ledger', () => {
    expect(ledgerReadsClock(source('server/src/ledger/core/decide.ts', 'const at = new Date()'))).toHaveLength(1)
    expect(ledgerReadsClock(source('server/src/ledger/core/decide.ts', 'const at = new Date(command.at)'))).toEqual([])
    expect(ledgerReadsClock(source('server/src/http/a.ts', 'const at = new Date()'))).toEqual([])
  })

  test.each([
    'create function f() returns int language plpgsql as $$ begin end $$',
    'create or replace function f() returns int language sql as $$ select 1 $$',
    'create trigger t before update on accounts execute function f()',
    'select pg_advisory_xact_lock(1)',
    'select pg_try_advisory_lock(1)',
    'notify outbox',
    "select pg_notify('outbox', '')",
    'create sequence numbers',
    'create table t (id bigserial primary key)',
    'create table t (id bigint generated always as identity)',
    "select nextval('numbers')",
    'create table t (at timestamptz default now())',
    'create table t (at timestamptz default current_timestamp)',
    'create table t (id uuid default gen_random_uuid())',
  ])('unportable SQL: %s', (statement) => {
    expect(unportableSql(source('server/migrations/0009-a.sql', statement)).length).toBeGreaterThan(0)
    expect(
      unportableSql(source('server/src/payments/transfers/store.ts', `await tx\`${statement}\``)).length,
    ).toBeGreaterThan(0)
  })

  test('portable SQL, comments and other listeners are left alone', () => {
    const sql =
      "-- no trigger, no plpgsql, no sequences\ncreate table t (n bigint not null default 0, at timestamptz, s text default '')"
    expect(unportableSql(source('server/migrations/0009-a.sql', sql))).toEqual([])
    const ts =
      '// pg_notify is not used\nawait app.listen({ port })\n/** LISTEN and NOTIFY\n * notify x */\nserver.listen(0)'
    expect(unportableSql(source('server/src/a.ts', ts))).toEqual([])
  })
})

describe('the routes', () => {
  const bank = useBank()
  let declared: Endpoint[]
  beforeAll(async () => {
    const files = (await read('contract/src/', /\.ts$/)).filter(({ path }) => !path.endsWith('.test.ts'))
    const modules = await Promise.all(files.map(({ path }) => import(pathToFileURL(`${ROOT}/${path}`).href)))
    declared = modules.flatMap((exported) => Object.values(exported)).filter(isEndpoint)
  })

  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'success' in value
  const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

  test('bind every endpoint of the contract exactly once, and nothing else', () => {
    const bound = bank.routes.map(({ endpoint }) => nameOf(endpoint)).sort()
    expect(bound).toEqual(declared.map(nameOf).sort())
    expect(new Set(bound).size).toBe(bound.length)
  })

  test('each have a policy', () => {
    const without = bank.routes.filter(
      ({ endpoint }) => !['public', 'signedIn'].includes(endpoint.policy) && !isPermission(endpoint.policy),
    )
    expect(without.map(({ endpoint }) => nameOf(endpoint))).toEqual([])
  })

  test.each([
    [{ method: 'GET' }, 'GET /x has no policy'],
    [{ method: 'POST', policy: 'signedIn' }, 'POST /x does not say whether it needs a fresh session'],
    [{ method: 'POST', policy: 'signedIn', fresh: true, keyScope: 'read' }, 'POST /x can’t be opened to API keys'],
  ])('%j stops the start', async (declared, message) => {
    const endpoint = { ...declared, path: '/x', tag: 'X', summary: 'X', success: { status: 200, body: null } }
    const route = { endpoint: endpoint as unknown as Endpoint, handle: async () => null }
    await expect((async () => bindRoutes(bank.app, [route], {} as never))()).rejects.toThrow(message)
  })
})
