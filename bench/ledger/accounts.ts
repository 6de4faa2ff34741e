import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { v7 as newId } from 'uuid'
import type { Keys } from '../../server/src/crypto/keys.ts'
import { column } from '../../server/src/db/arrays.ts'
import { openPool, type Sql } from '../../server/src/db/connection.ts'
import { commitHistory } from '../../server/src/ledger/commit-batch.ts'
import { checkDigit } from '../../server/src/ledger/open-account.ts'
import { hashPin } from '../../server/src/ledger/secrets.ts'
import type { Command } from '../../server/src/ledger/types.ts'
import { recountPeople } from '../../server/src/people/people-count.ts'
import { hashToken } from '../../server/src/sessions/session.ts'

export const PIN = '1234'
/** Enough for every transfer of a run out of one account. */
const OPENING_CENTS = 100_000_000_00n
const STEP = 2_000

export type BenchCustomer = { id: string; token: string; number: string; role: 'User' | 'Admin' }

const numberOf = (index: number) => {
  const digits = String(100_000_000 + index)
  return digits + checkDigit(digits)
}

function makeCustomers(count: number): BenchCustomer[] {
  return Array.from({ length: count + 1 }, (_, index) => ({
    id: newId(),
    token: createHash('sha256').update(`bench ${index}`).digest('base64url'),
    number: numberOf(index),
    // The last one approves and funds.
    role: index === count ? 'Admin' : 'User',
  }))
}

/**
 * People with an account, a PIN and a session each, and money that came in through the ledger: the books are sound before
 * the first transfer, so that what is wrong afterwards came from the run.
 */
export async function openAccounts(url: string, keys: Pick<Keys, 'pin'>, count: number): Promise<BenchCustomer[]> {
  const sql = openPool({ url }, { max: 1 })
  try {
    const customers = makeCustomers(count)
    for (let from = 0; from < customers.length; from += STEP)
      await sql.begin(async (tx) => {
        const some = customers.slice(from, from + STEP)
        await insertCustomers(tx, keys, some)
        await commitHistory(tx, 'UTC', some.map(openingBalance))
      })
    await recountPeople(sql)
    // Not the tables that are empty: that they are would be noted, and believed until the next look.
    await sql.unsafe('vacuum (analyze) people, accounts, sessions, transactions, postings, account_months, outbox')
    return customers
  } finally {
    await sql.end()
  }
}

async function insertCustomers(
  tx: Parameters<Parameters<Sql['begin']>[1]>[0],
  keys: Pick<Keys, 'pin'>,
  some: BenchCustomer[],
) {
  const at = new Date()
  const ids = column(some, ({ id }) => id)
  await tx`
    insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
    select id, number || '@bench.example', number || '@bench.example', 'BenchCustomer ' || number, 'none', role, 'Active', ${at}, ${at}
    from unnest(${ids}::uuid[], ${column(some, ({ number }) => number)}::text[], ${column(some, ({ role }) => role)}::text[])
      as made (id, number, role)`
  await tx`
    insert into accounts (id, number, pin_hash)
    select * from unnest(${ids}::uuid[], ${column(some, ({ number }) => number)}::text[],
                         ${column(some, ({ id }) => hashPin(keys.pin, id, PIN))}::bytea[])`
  await tx`
    insert into sessions (token_hash, id, person_id, created_at, last_seen_at, expires_at, user_agent, address)
    select hash, session_id, person_id, ${at}, ${at}, ${new Date(at.getTime() + 12 * 3_600_000)}, 'bench', '127.0.0.1'
    from unnest(${column(some, ({ token }) => hashToken(token))}::bytea[], ${column(some, () => newId())}::uuid[],
                ${ids}::uuid[]) as made (hash, session_id, person_id)`
}

const openingBalance = ({ id: accountId }: BenchCustomer): Command => ({
  kind: 'fund',
  id: newId(),
  auditId: newId(),
  accountId,
  amountCents: OPENING_CENTS,
  valueAt: new Date(),
  note: '',
  actor: { kind: 'system', job: 'opening_balance', personId: accountId },
  at: new Date(),
  requestId: 'bench',
  idempotency: null,
})

/** For the load generator: a line a person. */
export async function writeCustomersFile(path: string, customers: readonly BenchCustomer[]): Promise<void> {
  const lines = customers.map(({ token, number, id }) => `${token} ${number} ${id}\n`)
  await writeFile(path, lines.join(''), { mode: 0o600 })
}
