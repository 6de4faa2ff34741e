import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { v7 as newId } from 'uuid'
import { hashToken } from '../../server/src/access/session.ts'
import { recountPeople } from '../../server/src/customers/people-count.ts'
import { commitHistory } from '../../server/src/ledger/core/commit-batch.ts'
import { checkDigit } from '../../server/src/ledger/open-account.ts'
import { hashPin } from '../../server/src/ledger/secrets.ts'
import type { Command } from '../../server/src/ledger/types.ts'
import type { Keys } from '../../server/src/platform/crypto/keys.ts'
import { column } from '../../server/src/platform/db/arrays.ts'
import { openPool, type Sql } from '../../server/src/platform/db/connection.ts'
import { type BenchCustomer, type BenchPayer, earlierPayment, PIN } from './payers.ts'

/** Enough for every transfer of a run from one account. */
const OPENING_CENTS = 100_000_000_00n
const BATCH_SIZE = 2_000
/** Known payees of the one person who sends all instant transfers of a load. */
const PAYEES_OF_ONE = 1_000

const accountNumber = (index: number) => {
  const digits = String(100_000_000 + index)
  return digits + checkDigit(digits)
}

function makeCustomers(count: number, payers: number): BenchCustomer[] {
  return Array.from({ length: count + 1 + payers }, (_, index) => ({
    id: newId(),
    token: createHash('sha256').update(`bench ${index}`).digest('base64url'),
    number: accountNumber(index),
    // The one after the customers, before the payers, is the administrator, who approves and funds.
    role: index === count ? 'Admin' : 'User',
  }))
}

/**
 * Creates people with an account, a PIN, a session and an opening balance posted by the ledger. The invariants hold before
 * the first transfer, so a breach afterwards was caused by the run.
 */
export async function openAccounts(
  url: string,
  keys: Pick<Keys, 'pin'>,
  counts: { accounts: number; payers: number },
): Promise<{ customers: BenchCustomer[]; payers: BenchPayer[]; payerOfMany: BenchPayer[] }> {
  const sql = openPool({ url }, { max: 1 })
  try {
    const everybody = makeCustomers(counts.accounts, counts.payers)
    for (let from = 0; from < everybody.length; from += BATCH_SIZE)
      await sql.begin(async (tx) => {
        const batch = everybody.slice(from, from + BATCH_SIZE)
        await insertCustomers(tx, keys, batch)
        await commitHistory(tx, 'UTC', batch.map(openingBalance))
      })
    const customers = everybody.slice(0, counts.accounts + 1)
    const payees = customers.slice(0, -1)
    const [one, ...others] = everybody.slice(customers.length)
    const payers = pairUp(others, payees)
    const payerOfMany = one ? payees.slice(-PAYEES_OF_ONE).map((payee) => ({ customer: one, payee })) : []
    const all = [...payers, ...payerOfMany]
    for (let from = 0; from < all.length; from += BATCH_SIZE)
      await sql.begin((tx) =>
        commitHistory(
          tx,
          'UTC',
          all.slice(from, from + BATCH_SIZE).flatMap((payer) => earlierPayment(keys, payer)),
        ),
      )
    await recountPeople(sql)
    // Empty tables are left out: the planner would rely on the recorded row count of zero until the next analyze.
    await sql.unsafe('vacuum (analyze) people, accounts, sessions, transactions, postings, account_months, outbox')
    return { customers, payers, payerOfMany }
  } finally {
    await sql.end()
  }
}

const pairUp = (people: BenchCustomer[], payees: BenchCustomer[]): BenchPayer[] =>
  people.flatMap((customer, index) => {
    const payee = payees[index % payees.length]
    return payee ? [{ customer, payee }] : []
  })

async function insertCustomers(
  tx: Parameters<Parameters<Sql['begin']>[1]>[0],
  keys: Pick<Keys, 'pin'>,
  batch: BenchCustomer[],
) {
  const at = new Date()
  const endsAt = new Date(at.getTime() + 12 * 3_600_000)
  const ids = column(batch, ({ id }) => id)
  await tx`
    insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
    select id, number || '@bench.example', number || '@bench.example', 'Customer ' || number, 'none', role, 'Active', ${at}, ${at}
    from unnest(${ids}::uuid[], ${column(batch, ({ number }) => number)}::text[], ${column(batch, ({ role }) => role)}::text[])
      as new_rows (id, number, role)`
  await tx`
    insert into accounts (id, owner_id, opened_at, number, pin_hash)
    select id, id, ${at}, number, pin_hash from unnest(${ids}::uuid[], ${column(batch, ({ number }) => number)}::text[],
                         ${column(batch, ({ id }) => hashPin(keys.pin, id, PIN))}::bytea[]) as a (id, number, pin_hash)`
  await tx`
    insert into sessions (token_hash, id, person_id, created_at, last_seen_at, expires_at, fresh_until, user_agent, address)
    select hash, session_id, person_id, ${at}, ${at}, ${endsAt}, ${endsAt}, 'bench', '127.0.0.1'
    from unnest(${column(batch, ({ token }) => hashToken(token))}::bytea[], ${column(batch, () => newId())}::uuid[],
                ${ids}::uuid[]) as new_rows (hash, session_id, person_id)`
}

const openingBalance = ({ id: accountId }: BenchCustomer): Command => ({
  kind: 'fund',
  id: newId(),
  auditId: newId(),
  ownerId: accountId,
  accountId,
  amountCents: OPENING_CENTS,
  valueAt: new Date(),
  note: '',
  actor: { kind: 'system', job: 'opening_balance', personId: accountId },
  at: new Date(),
  requestId: 'bench',
  idempotency: null,
})

/** Input of the load generator: one line per person. */
export async function writeCustomersFile(path: string, customers: readonly BenchCustomer[]): Promise<void> {
  const lines = customers.map(({ token, number, id }) => `${token} ${number} ${id}\n`)
  await writeFile(path, lines.join(''), { mode: 0o600 })
}

/** One line per payer, with the number of the payee. */
export async function writePayersFile(path: string, payers: readonly BenchPayer[]): Promise<void> {
  const lines = payers.map(({ customer, payee }) => `${customer.token} ${payee.number} ${customer.id}\n`)
  await writeFile(path, lines.join(''), { mode: 0o600 })
}
