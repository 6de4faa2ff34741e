import { recountPeople } from '../../server/src/customers/people-count.ts'
import { sumStatements } from '../../server/src/documents/statements/statement-sums.ts'
import type { Sql } from '../../server/src/platform/db/connection.ts'
import { dropIndexes, skipLog } from './bulk-load.ts'
import { fillAudit, fillLabels, fillPeople, fillPostings, fillTransactions, labelBusyMonth } from './rows.ts'

export type Size = { people: number; transactions: number }

const FILLED = ['people', 'accounts', 'transactions', 'postings', 'transaction_labels', 'audit']

/**
 * Fills the tables with set operations and without the ledger, because only reads are measured. Indexes are dropped first
 * and created again afterwards; with them, ten million rows would take an hour. `helper` is a second connection, which
 * works at the same time.
 */
export async function fill(sql: Sql, helper: Sql, { people, transactions }: Size): Promise<void> {
  for (const each of [sql, helper]) await prepareSession(each)
  await skipLog(sql)
  const createIndexes = await dropIndexes(sql, FILLED)
  await timed('people and accounts', () => fillPeople(sql, people))
  // Ten transactions each at every size, so that responses of the same length are compared.
  const owners = Math.min(people, transactions / 10)
  await timed('transactions and audit', () =>
    Promise.all([
      fillTransactions(sql, owners, transactions),
      fillAudit(helper, owners, transactions / 10).then(() => createIndexes([helper], ['people', 'accounts', 'audit'])),
    ]),
  )
  await timed('postings, labels, and the indexes of transactions', () =>
    Promise.all([
      fillPostings(sql)
        .then(() => fillLabels(sql))
        .then(() => labelBusyMonth(sql, transactions)),
      createIndexes([helper], ['transactions'], 'gin'),
    ]),
  )
  await timed('other indexes', () => createIndexes([sql, helper], FILLED))
  await recountPeople(sql)
  // As the bank's job does.
  await timed('sums of statements', () => sumStatements(sql, { at: new Date(), zone: 'UTC' }))
  await timed('vacuum', () =>
    Promise.all([
      sql.unsafe('vacuum (analyze) transactions'),
      helper.unsafe(
        'vacuum (analyze) people, accounts, account_months, postings, statement_sums, transaction_labels, payee_categories, audit',
      ),
    ]),
  )
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = Date.now()
  await work()
  const seconds = (Date.now() - startedAt) / 1_000
  if (seconds > 5) console.log(`  ${name}: ${seconds.toFixed(0)} s`)
}

async function prepareSession(sql: Sql): Promise<void> {
  for (const setting of [
    'statement_timeout = 0',
    'lock_timeout = 0',
    'synchronous_commit = off',
    "maintenance_work_mem = '1GB'",
    "work_mem = '512MB'",
    // Both cores are in use already.
    'max_parallel_maintenance_workers = 0',
    // Skips the foreign key check of each row; the generated rows satisfy the foreign keys.
    "session_replication_role = 'replica'",
  ])
    await sql.unsafe(`set ${setting}`)
}

/** The customer with the longest history. */
export async function findBusiestCustomer(sql: Sql): Promise<string> {
  const [first] = await sql<{ id: string }[]>`select id from people order by id limit 1`
  if (!first) throw new Error('There are no people')
  return first.id
}
