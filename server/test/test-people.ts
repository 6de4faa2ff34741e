import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { IDLE_LIMIT_MS } from '../src/access/session-lifetime.ts'
import { newAccountNumber } from '../src/ledger/open-account.ts'
import { column } from '../src/platform/db/arrays.ts'
import type { Sql } from '../src/platform/db/connection.ts'
import { type ModelPerson, ownerOf } from './model-bank/commands.ts'
import type { TestIds } from './run-script.ts'
import {
  ACCOUNTS,
  NAMES,
  type Name,
  RECEIPTS,
  REQUESTS,
  SAVINGS,
  SCRIPT_START,
  SESSIONS,
  secretHash,
  sessionHash,
  sessionUntil,
  TEST_PEOPLE,
  UNKNOWN_ID,
} from './scripts.ts'

/** Inserts the scripts' people, with new ids, into a real database. */
export async function insertTestPeople(sql: Sql): Promise<TestIds> {
  const salt = randomBytes(8).toString('hex')
  const idsByName = new Map(
    [...ACCOUNTS, ...Object.keys(RECEIPTS), 'no receipt', ...Object.keys(REQUESTS)].map((name) => [name, newId()]),
  )
  const numbersByName = new Map(ACCOUNTS.map((name) => [name, newAccountNumber()]))
  const id = (name: string) => idsByName.get(name) ?? UNKNOWN_ID
  const number = (name: string) => numbersByName.get(name) ?? ''
  const at = new Date(SCRIPT_START)
  const person = (name: Name): ModelPerson => TEST_PEOPLE[name]

  const statusOf = (name: Name) => (person(name).active ? 'Active' : (person(name).status ?? 'Pending'))

  await sql.begin(async (tx) => {
    await tx`
      insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
      select id, id::text, id::text, name, 'none', role, status, ${at}, ${at}
      from unnest(${column(NAMES, id)}::uuid[], ${column(NAMES, (name) => name)}::text[],
        ${column(NAMES, (name) => (person(name).admin ? 'Admin' : 'User'))}::text[],
        ${column(NAMES, statusOf)}::text[]) as p (id, name, role, status)`
    await tx`
      insert into accounts (id, owner_id, opened_at, number, pin_hash, code_hash, code_expires_at, closed_at)
      select id, id, ${at}, number, pin_hash, code_hash, code_expires_at, closed_at from unnest(${column(NAMES, id)}::uuid[], ${column(NAMES, number)}::text[],
        ${column(NAMES, (name) => hashed('pin', name, person(name).pin))}::bytea[],
        ${column(NAMES, (name) => hashed('code', name, person(name).code?.digits))}::bytea[],
        ${column(NAMES, (name) => toDate(person(name).code?.until))}::timestamptz[],
        ${column(NAMES, (name) => (statusOf(name) === 'Closed' ? at : null))}::timestamptz[])
        as a (id, number, pin_hash, code_hash, code_expires_at, closed_at)`
    await tx`
      insert into accounts (id, owner_id, kind, name, opened_at, number)
      select id, owner_id, 'savings', 'Savings', ${at}, number
      from unnest(${column(SAVINGS, id)}::uuid[], ${column(SAVINGS, (name) => id(ownerOf(name)))}::uuid[],
        ${column(SAVINGS, number)}::text[]) as a (id, owner_id, number)`
    const sessions = NAMES.flatMap((name) =>
      SESSIONS.filter((kind) => kind !== 'unknown').map((kind) => ({ name, kind, until: sessionUntil(kind) })),
    )
    await tx`
      insert into sessions (token_hash, id, person_id, created_at, last_seen_at, expires_at, ended_at)
      select hash, id, person_id, ${at}, seen, expires, ended
      from unnest(${column(sessions, ({ name, kind }) => sessionHash(name, kind, salt))}::bytea[],
        ${column(sessions, () => newId())}::uuid[], ${column(sessions, ({ name }) => id(name))}::uuid[],
        ${column(sessions, ({ until }) => new Date(until - IDLE_LIMIT_MS))}::timestamptz[],
        ${column(sessions, ({ until }) => new Date(until))}::timestamptz[],
        ${column(sessions, ({ kind }) => (kind === 'ended' ? at : null))}::timestamptz[])
        as s (hash, id, person_id, seen, expires, ended)`
    const receipts = Object.entries(RECEIPTS)
    await tx`
      insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
      select id, owner_id, 'image', 'image/png', '', '', ${at}
      from unnest(${column(receipts, ([receipt]) => id(receipt))}::uuid[],
        ${column(receipts, ([, owner]) => id(owner))}::uuid[]) as r (id, owner_id)`
    const requests = Object.entries(REQUESTS)
    await tx`
      insert into pay_requests (id, person_id, account_id, amount, reference, created_at, expires_at)
      select id, person_id, person_id, amount, '', ${at}, now() + interval '1 year'
      from unnest(${column(requests, ([request]) => id(request))}::uuid[],
        ${column(requests, ([, { by }]) => id(by))}::uuid[],
        ${column(requests, ([, { cents }]) => cents)}::bigint[]) as r (id, person_id, amount)`
  })
  return { salt, id, number, newId: () => newId() }
}

const hashed = (kind: 'pin' | 'code', name: string, digits: string | undefined) =>
  digits ? secretHash(kind, name, digits) : null
const toDate = (time: number | undefined) => (time === undefined ? null : new Date(time))
