import { column } from '../db/arrays.ts'
import type { Reader, Tx } from '../db/connection.ts'
import { rememberedAs } from './decide.ts'
import { type AccountRow, type TransactionRow, toAccount, toTransaction, transactionColumns } from './rows.ts'
import { IDLE_LIMIT_MS } from './session-life.ts'
import type { Command, Remembered, State } from './types.ts'

/** What the bank decides by that is in no table. */
export type Rules = Pick<State, 'zone' | 'fourEyesAboveCents'>

/** A transaction's accounts never change, so they may be read before the lock: they say what to lock. */
export async function findAccounts(sql: Reader, commands: readonly Command[]): Promise<string[]> {
  const ids = new Set<string>()
  const decided = new Set<string>()
  for (const command of commands) {
    if (command.kind === 'approve' || command.kind === 'decline') decided.add(command.transactionId)
    else ids.add(command.accountId)
  }
  if (decided.size > 0) {
    const [known, receivers] = await Promise.all([
      sql<{ account_id: string; party_id: string | null }[]>`
        select account_id, party_id from transactions where id = any(${[...decided]}::uuid[])`,
      findReceivers(sql, commands, decided),
    ])
    for (const row of known) {
      ids.add(row.account_id)
      if (row.party_id) ids.add(row.party_id)
    }
    for (const { id } of receivers) ids.add(id)
  }
  return [...ids]
}

/** Of transfers that are submitted and decided in the same batch, and so are not in the database yet. */
async function findReceivers(sql: Reader, commands: readonly Command[], decided: ReadonlySet<string>) {
  const numbers = commands.flatMap((command) =>
    command.kind === 'transfer' && decided.has(command.id) ? command.party.accountNumber : [],
  )
  return numbers.length > 0 ? readNumbers(sql, numbers) : []
}

/** One statement, in id order, so that two batches can't wait for each other in a circle. */
export const lockAccounts = (tx: Tx, ids: readonly string[]) => tx<AccountRow[]>`
  select id, number, balance, held, posting_number, posting_head, event_number, audit_number, audit_head,
         pin_hash, pin_attempts, code_hash, code_expires_at, code_attempts
  from accounts where id = any(${ids as string[]}::uuid[]) order by id for update`

/**
 * Locks the accounts and reads all that decides. The statements are sent together and run in this order, each on a
 * snapshot of its own: what follows the lock sees everything committed before the lock was granted.
 */
export async function readState(
  tx: Tx,
  commands: readonly Command[],
  accountIds: string[],
  { zone, fourEyesAboveCents }: Rules,
): Promise<State> {
  const mentioned = collect(commands)
  const [accounts, people, sessions, transactions, receipts, numbers, remembered] = await Promise.all([
    lockAccounts(tx, accountIds),
    readPeople(tx, [...new Set([...accountIds, ...mentioned.actors])]),
    mentioned.sessions.length > 0 ? readSessions(tx, mentioned.sessions) : [],
    mentioned.transactions.length > 0 ? readTransactions(tx, mentioned.transactions) : [],
    mentioned.receipts.length > 0 ? readReceipts(tx, mentioned.receipts) : [],
    mentioned.numbers.length > 0 ? readNumbers(tx, mentioned.numbers) : [],
    mentioned.keys.length > 0 ? readRemembered(tx, mentioned.keys) : [],
  ])
  const answered = remembered.flatMap(({ transaction_id }) => transaction_id ?? [])
  // Both names go into the audit log when a second administrator confirms what a first one asked for.
  const proposers = transactions.flatMap(({ proposed_by }) => proposed_by ?? [])
  const [replayed, others] = await Promise.all([
    answered.length > 0 ? readTransactions(tx, answered) : [],
    proposers.length > 0 ? readPeople(tx, proposers) : [],
  ])
  return {
    zone,
    fourEyesAboveCents,
    accounts: new Map(accounts.map((row) => [row.id, toAccount(row)])),
    people: new Map([...people, ...others].map((row) => [row.id, toPerson(row)])),
    sessions: new Map(sessions.map((row) => [row.hash, { personId: row.person_id, livesUntil: row.lives_until }])),
    transactions: new Map([...transactions, ...replayed].map((row) => [row.id, toTransaction(row)])),
    receipts: new Map(receipts.map((row) => [row.id, { ownerId: row.owner_id, used: row.used }])),
    numbers: new Map(numbers.map((row) => [row.number, row.id])),
    remembered: new Map(remembered.map((row) => [rememberedAs(row.person_id, row), toRemembered(row)])),
  }
}

type Keyed = { personId: string; route: string; key: string }

function collect(commands: readonly Command[]) {
  const sessions = new Map<string, Buffer>()
  const actors = new Set<string>()
  const transactions = new Set<string>()
  const receipts = new Set<string>()
  const numbers = new Set<string>()
  const keys: Keyed[] = []
  for (const command of commands) {
    const { actor, idempotency } = command
    actors.add(actor.personId)
    if (actor.sessionHash) sessions.set(actor.sessionHash.toString('hex'), actor.sessionHash)
    if (idempotency) keys.push({ personId: actor.personId, route: idempotency.route, key: idempotency.key })
    if (command.kind === 'transfer') numbers.add(command.party.accountNumber)
    if (command.kind === 'deposit') receipts.add(command.receiptId)
    if (command.kind === 'approve' || command.kind === 'decline') transactions.add(command.transactionId)
  }
  return {
    sessions: [...sessions.values()],
    actors: [...actors],
    transactions: [...transactions],
    receipts: [...receipts],
    numbers: [...numbers],
    keys,
  }
}

type PersonRow = { id: string; role: 'User' | 'Admin'; status: 'Active' | 'Pending'; full_name: string }
const toPerson = (row: PersonRow) => ({ role: row.role, status: row.status, fullName: row.full_name })
const readPeople = (tx: Tx, ids: string[]) =>
  tx<PersonRow[]>`select id, role, status, full_name from people where id = any(${ids}::uuid[])`

type SessionRow = { hash: string; person_id: string; lives_until: Date }
const readSessions = (tx: Tx, hashes: Buffer[]) => tx<SessionRow[]>`
  select encode(token_hash, 'hex') as hash, person_id,
         least(expires_at, last_seen_at + ${IDLE_LIMIT_MS} * interval '1 millisecond') as lives_until
  from sessions where token_hash = any(${column(hashes, (hash) => hash)}::bytea[]) and ended_at is null`

const readTransactions = (tx: Tx, ids: string[]) =>
  tx<TransactionRow[]>`select ${transactionColumns(tx)} from transactions t where t.id = any(${ids}::uuid[])`

type ReceiptRow = { id: string; owner_id: string; used: boolean }
const readReceipts = (tx: Tx, ids: string[]) => tx<ReceiptRow[]>`
  select u.id, u.owner_id, exists (select 1 from transactions t where t.receipt_id = u.id) as used
  from uploads u where u.id = any(${ids}::uuid[])`

const readNumbers = (sql: Reader, numbers: string[]) =>
  sql<{ id: string; number: string }[]>`select id, number from accounts where number = any(${numbers}::text[])`

type RememberedRow = {
  person_id: string
  route: string
  key: string
  request_hash: Buffer
  outcome: Remembered['outcome']
  transaction_id: string | null
}
const readRemembered = (tx: Tx, keys: Keyed[]) => tx<RememberedRow[]>`
  select i.person_id, i.route, i.key, i.request_hash, i.outcome, i.transaction_id
  from unnest(${keys.map((key) => key.personId)}::uuid[], ${keys.map((key) => key.route)}::text[],
              ${keys.map((key) => key.key)}::text[]) as asked (person_id, route, key)
  cross join lateral (
    select * from idempotency i
    where i.person_id = asked.person_id and i.route = asked.route and i.key = asked.key limit 1) as i`

const toRemembered = (row: RememberedRow): Remembered => ({
  requestHash: row.request_hash,
  outcome: row.outcome,
  transactionId: row.transaction_id,
})
