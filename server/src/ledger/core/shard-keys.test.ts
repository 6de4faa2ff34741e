import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'

/* What a distributed database would need, and costs nothing now: docs/scale.md, "Shards", has the reasons of the exceptions. */

const bank = useBank()

const LEDGER_TABLES = ['accounts', 'transactions', 'postings', 'account_months', 'audit', 'outbox', 'idempotency']
const OWNER_COLUMNS = ['owner_id', 'account_id', 'person_id', 'chain_id']

test('keys of ledger tables begin with the owner or the account', async () => {
  const indexes = await bank.owner<{ name: string; first: string }[]>`
    select i.indexrelid::regclass::text as name, a.attname as first
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and i.indrelid = any(${LEDGER_TABLES}::text[]::regclass[]) order by 1`
  expect(indexes.length).toBeGreaterThan(LEDGER_TABLES.length)
  expect(indexes.filter(({ first }) => !OWNER_COLUMNS.includes(first)).map(({ name }) => name)).toEqual([
    'accounts_number_key',
    'accounts_pkey',
    'audit_id_key',
    'postings_transaction',
    'transactions_pkey',
    'transactions_receipt',
    'transactions_reverses',
  ])
})

/** Every command passes through this file. */
const WRITE_PATH = ['read-state.ts']
const NOT_WRITE_PATH = [
  // Checks and erasure.
  'erase-records.ts',
  'books/invariants.ts',
  // What staff decide, and no customer.
  'appointers.ts',
  'decided-alone.ts',
  // Staff make some payment runs a day.
  'make-payment-run.ts',
  'payment-runs/payment-runs-store.ts',
]

test('only these files of the ledger read people in SQL, and the write path joins them once', async () => {
  const folder = new URL('../', import.meta.url)
  const all = await readdir(folder, { recursive: true })
  const names = all.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  const readers = names.filter((_, index) => /\b(?:from|join|update|into)\s+people\b/.test(texts[index] ?? ''))
  expect(readers.sort()).toEqual([...WRITE_PATH, ...NOT_WRITE_PATH].sort())
  const joins = WRITE_PATH.flatMap((name) => texts[names.indexOf(name)]?.match(/\bjoin\s+people\b/g) ?? [])
  expect(joins).toHaveLength(1)
})
