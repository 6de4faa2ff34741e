import type { LightMyRequestResponse } from 'fastify'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect } from 'vitest'
import { bankNamesOf } from '#contract/account-numbers.ts'
import type { Status } from '#contract/customers/people.ts'
import type { Role } from '#contract/permissions.ts'
import { startSession } from '../src/access/start-session.ts'
import { buildApp } from '../src/app.ts'
import { MAIL_TEMPLATES } from '../src/bootstrap/mail-templates.ts'
import { insertPerson } from '../src/customers/person.ts'
import { ensureSigningKey } from '../src/documents/issuing/signing-keys.ts'
import { checkInvariants } from '../src/ledger/books/invariants.ts'
import { closeAccounts } from '../src/ledger/close-accounts.ts'
import { createLedger } from '../src/ledger/ledger.ts'
import { createPin, hashCode, hashPin, setCode } from '../src/ledger/secrets.ts'
import { type Config, readConfig } from '../src/platform/config/config.ts'
import { deriveKeys } from '../src/platform/crypto/keys.ts'
import { APPLICATION_ROLE, openPool } from '../src/platform/db/connection.ts'
import { DatabaseClock } from '../src/platform/db/database-clock.ts'
import { DatabaseMonitor } from '../src/platform/db/database-monitor.ts'
import { createTestDatabase } from './database.ts'

type BankOptions = { config?: Partial<Config> }
type PersonOptions = {
  fullName?: string
  email?: string
  role?: Role
  /** A closed person has an empty account, which is closed too. */
  status?: Status
  balanceCents?: bigint
  /** null: none. */
  pin?: string | null
  code?: { code: string; expiresAt: Date }
}
type CallOptions = {
  body?: unknown
  query?: Record<string, string>
  headers?: Record<string, string>
  token?: string | null
}

export type Bank = Awaited<ReturnType<typeof openBank>>
export type Person = Awaited<ReturnType<Bank['person']>>

/** A whole bank on its own database: the real server (through inject), the real PostgreSQL and an adjustable clock. */
export async function openBank({ config: given = {} }: BankOptions = {}) {
  const database = await createTestDatabase()
  const clock = createClock()
  const pool = { role: APPLICATION_ROLE, clock: clock.databaseNow }
  const sql = openPool(database.connection, { max: 8, ...pool })
  const ledgerSql = openPool(database.connection, { max: 4, byKey: true, ...pool })
  /** Has all rights: for reading tables, and for corrupting them on purpose. */
  const owner = openPool(database.connection, { max: 2, clock: clock.databaseNow })
  const keys = deriveKeys('a secret for tests that is long enough')
  const config: Config = { ...readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }), ...given }
  const ledger = createLedger(ledgerSql, {
    zone: config.bankTimeZone,
    fourEyesAboveCents: config.fourEyesAboveCents,
    riskLargeCents: config.riskLargeCents,
    instantUpToCents: config.instantUpToCents,
    dailyLimitCents: config.dailyLimitCents,
    bankNames: bankNamesOf(config.institution),
  })
  const { now } = clock
  const machine = () => new Date(Date.now() + clock.serverSkewMs)
  const monitor = new DatabaseMonitor(sql, [], { clock: new DatabaseClock({ machine }) })
  await ensureSigningKey(sql, keys, now(), (work) => work(owner))
  const { app, routes, stopping } = await buildApp({ sql, ledger, keys, config, monitor, now })

  async function call(method: string, path: string, options: CallOptions = {}): Promise<LightMyRequestResponse> {
    const { body, query, headers, token } = options
    return app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      query: query ?? {},
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  }

  /** Funds an account by the opening_balance job, against the adjustments account. */
  async function fund(ownerId: string, amountCents: bigint, valueAt = now(), accountId = ownerId) {
    const actor = { kind: 'system', job: 'opening_balance', personId: ownerId } as const
    const context = { actor, at: now(), requestId: 'test', idempotency: null }
    return ledger.submit({
      kind: 'fund',
      id: newId(),
      auditId: newId(),
      ownerId,
      accountId,
      amountCents,
      valueAt,
      note: '',
      ...context,
    })
  }

  async function person(options: PersonOptions = {}) {
    const { role = 'User', status = 'Active', pin = '1234' } = options
    const email = options.email ?? `${newId()}@people.example`
    const fullName = options.fullName ?? 'Ada Example'
    const id = await sql.begin(async (tx) => {
      const made = await insertPerson(tx, { fullName, email, passwordHash: 'none', role, status, at: now() })
      if (pin) await createPin(tx, made, hashPin(keys.pin, made, pin))
      if (options.code) await setCode(tx, made, hashCode(keys.pin, made, options.code.code), options.code.expiresAt)
      if (status === 'Closed') await closeAccounts(tx, made, now())
      return made
    })
    if (options.balanceCents) expect(await fund(id, options.balanceCents)).toMatchObject({ ok: true })
    const token = await startSession(sql, id, now(), { userAgent: 'test', address: '127.0.0.1' })
    return {
      id,
      email,
      fullName,
      token,
      call: (method: string, path: string, options: CallOptions = {}) => call(method, path, { token, ...options }),
      async balance() {
        const [row] = await sql<{ balance: bigint; held: bigint; number: string }[]>`
          select balance, held, number from accounts where id = ${id}`
        if (!row) throw new Error('The account is gone')
        return { availableCents: row.balance - row.held, heldCents: row.held }
      },
      async accountNumber() {
        const [row] = await sql<{ number: string }[]>`select number from accounts where id = ${id}`
        return row?.number ?? ''
      },
      postings: () => sql<{ amount: bigint; balance_after: bigint; contra: string; transaction_id: string }[]>`
        select amount, balance_after, contra, transaction_id from postings where account_id = ${id} order by number`,
    }
  }

  /** Checks the invariants of the ledger at the end of every test file. */
  async function close() {
    const findings = await checkInvariants(sql, config.bankTimeZone)
    await app.close()
    await Promise.all([sql.end(), ledgerSql.end(), owner.end()])
    await database.drop()
    expect(findings.filter(({ breaches }) => breaches > 0n)).toEqual([])
  }

  const { connection } = database
  const mail = MAIL_TEMPLATES
  return {
    app,
    routes,
    stopping,
    connection,
    sql,
    owner,
    keys,
    config,
    ledger,
    mail,
    clock,
    now,
    call,
    fund,
    person,
    close,
  }
}

/**
 * The time of the database and the server: the machine's, `offsetMs` ahead of it. Stopped, it moves with `offsetMs` alone, however
 * long a test takes. With `serverSkewMs` the clock of the server is wrong, and the database's is not.
 */
function createClock() {
  let stoppedMs: number | null = null
  const databaseNow = () => new Date((stoppedMs ?? Date.now()) + clock.offsetMs)
  const clock = {
    offsetMs: 0,
    serverSkewMs: 0,
    databaseNow,
    now: () => new Date(databaseNow().getTime() + clock.serverSkewMs),
    stop: () => {
      stoppedMs = Date.now()
    },
    start: () => {
      stoppedMs = null
    },
  }
  return clock
}

/** One bank for the tests of a file or a describe block; closing it checks the invariants. */
export function useBank(options: BankOptions | (() => Promise<BankOptions>) = {}): Bank {
  const bank = {} as Bank
  beforeAll(async () => {
    Object.assign(bank, await openBank(typeof options === 'function' ? await options() : options))
  })
  afterAll(() => bank.close())
  return bank
}
