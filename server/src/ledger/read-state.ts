import type { Status } from '#contract/customers/people.ts'
import type { Role } from '#contract/permissions.ts'
import { whereAlive } from '../access/session-lifetime.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'
import { parameterRows } from '../platform/db/parameter-rows.ts'
import { withMain } from './account.ts'
import { REPEATED_WITHIN_MS } from './adjustments/decide-adjustment.ts'
import { readApiKeys } from './api-keys-store.ts'
import { readAppointers } from './appointers.ts'
import { paysOut } from './core/customer-payment.ts'
import { storedOutcomeKey } from './core/decide.ts'
import { type CommandRequest, isOfStaff, type Needs } from './core/needs.ts'
import type { Rules } from './core/rules.ts'
import { selectDecidedAlone, toDecidedAlone } from './decided-alone.ts'
import { readSent, toSentCents, withOwnLimit } from './limits-store.ts'
import { payeeNumberOf } from './paid-account.ts'
import { readPayRequests } from './pay-requests-store.ts'
import { readPaid, readRunPayments } from './payment-runs/payment-runs-store.ts'
import type { Person } from './person.ts'
import { type AccountRow, type TransactionRow, toAccount, toTransaction, transactionColumns } from './rows.ts'
import { runKey } from './scheduled-payment.ts'
import { lockScheduledPayments, readRuns, toRun, toScheduledPayment } from './scheduled-payments-store.ts'
import { lockAuthorisations, toAuthorisation } from './transfer-authorisations.ts'
import { mayBeInstant } from './transfers/instant-transfer.ts'
import { addRisks, readRisks } from './transfers/read-risks.ts'
import type { Command, State, StoredOutcome } from './types.ts'
import { isPendingWireDeposit, readDoubts, readReturnDoubts } from './uncleared-deposits.ts'
import { readFundedBesideEntries } from './waiting-entries.ts'

/** The accounts that commands are about, and their owners. */
export type Parties = { accountIds: string[]; ownerIds: string[] }

type OwnedAccount = { id: string; owner_id: string }

/** The accounts of a transaction and their owners never change, so they can be read before locking, to know what to lock. */
export async function findParties(sql: Reader, commands: readonly Command[], rules: Rules): Promise<Parties> {
  const { add, toParties } = collectParties()
  const decided = new Set<string>()
  for (const command of commands) {
    // Revoking a key holds the lock of its owner, who may be a member of staff that decides about others' accounts.
    if (command.actor.kind === 'api_key') add(command.actor.personId)
    // What one member of staff decides alone is added up over all customers.
    if (rules.fourEyesAboveCents !== null && isOfStaff(command)) add(command.actor.personId)
    if ('transactionId' in command) decided.add(command.transactionId)
    else if (command.kind === 'move') add(command.actor.personId, command.fromId, command.toId)
    else add('ownerId' in command ? command.ownerId : command.actor.personId, command.accountId)
  }
  const numbers = commands.flatMap((command) => {
    const isCredited = paysOut(command) && (decided.has(command.id) || mayBeInstant(rules, command))
    return isCredited ? payeeNumberOf(command.counterparty) : []
  })
  const [known, receivers] = await Promise.all([
    decided.size > 0 ? readDecided(sql, [...decided]) : [],
    numbers.length > 0 ? readNumbers(sql, numbers) : [],
  ])
  for (const { id, owner_id } of [...known, ...receivers]) add(owner_id, id)
  return toParties()
}

/** The accounts of these transactions, and their owners. */
export async function findPartiesOf(sql: Reader, transactionIds: string[]): Promise<Parties> {
  const { add, toParties } = collectParties()
  const known = transactionIds.length > 0 ? await readDecided(sql, transactionIds) : []
  for (const { id, owner_id } of known) add(owner_id, id)
  return toParties()
}

function collectParties() {
  const owners = new Set<string>()
  const ids = new Set<string>()
  return {
    add: (ownerId: string, ...accountIds: string[]) => {
      owners.add(ownerId)
      for (const id of withMain(ownerId, ...accountIds)) ids.add(id)
    },
    toParties: (): Parties => ({ accountIds: [...ids], ownerIds: [...owners] }),
  }
}

const readDecided = (sql: Reader, transactionIds: string[]) => sql<OwnedAccount[]>`
  select a.id, a.owner_id from transactions t join accounts a on a.id in (t.account_id, t.party_id)
  where t.id = any(${transactionIds}::uuid[])`

/** Receivers of transfers that are completed at once, or submitted and decided in the same batch. */
const readNumbers = (sql: Reader, numbers: string[]) =>
  sql<OwnedAccount[]>`select id, owner_id from accounts where number = any(${numbers}::text[])`

/**
 * One statement in one order, so that two batches can't deadlock: the people by their rows, then savings accounts. A
 * command that names an account of another owner doesn't lock it. Without owners, the ids are of people.
 */
export const lockAccounts = (tx: Tx, ids: readonly string[], ownerIds = ids) => tx<AccountRow[]>`
  select id, owner_id, number, balance, held, posting_number, posting_head, event_number, audit_number, audit_head,
         pin_hash, pin_attempts, code_hash, code_expires_at, code_attempts, opened_at, closed_at, credentials_changed_at,
         limit_own, limit_next, limit_next_at, limit_staff
  from accounts where id = any(${ids as string[]}::uuid[]) and owner_id = any(${ownerIds as string[]}::uuid[])
  order by kind = 'savings', id for update`

/**
 * Locks the accounts, then reads the rest. The statements are sent together and run in this order, each on its own
 * snapshot: those after the lock see everything committed before it was granted.
 */
export async function readState(tx: Tx, needs: Needs, { accountIds, ownerIds }: Parties, rules: Rules): Promise<State> {
  const { requests, staffIds, transactionIds, receiptIds, authorisationIds, submissions, senderDays, runs } = needs
  // An actor is read with the request.
  const actorIds = new Set(requests.map(({ actor }) => actor.personId))
  const otherIds = ownerIds.filter((id) => !actorIds.has(id))
  const [accounts, contexts, owners, transactions, receipts, authorisations, decided, risks, sent, scheduled, waiting] =
    await Promise.all([
      lockAccounts(tx, accountIds, ownerIds),
      readContexts(tx, requests),
      otherIds.length > 0 ? readPeople(tx, otherIds) : [],
      transactionIds.length > 0 ? readTransactions(tx, transactionIds) : [],
      receiptIds.length > 0 ? readReceipts(tx, receiptIds) : [],
      authorisationIds.length > 0 ? lockAuthorisations(tx, authorisationIds) : [],
      rules.fourEyesAboveCents !== null && staffIds.length > 0
        ? selectDecidedAlone(tx, staffIds, ownerIds, earliest(requests))
        : [],
      submissions.length > 0
        ? readRisks(tx, submissions, accountIds, { earliest: earliest(requests), zone: rules.zone })
        : [],
      senderDays.length > 0 && rules.dailyLimitCents !== null ? readSent(tx, senderDays) : [],
      runs.length > 0 ? lockScheduledPayments(tx, [...new Set(runs.map((run) => run.scheduledPaymentId))]) : [],
      runs.length > 0 ? readRuns(tx, runs) : [],
    ])
  // Results that are no transactions are not found.
  const results = contexts.flatMap(({ transaction_id }) => transaction_id ?? [])
  // The audit entry of a second administrator names the first one too.
  const proposers = [...needs.proposerIds, ...transactions.flatMap(({ proposed_by }) => proposed_by ?? [])]
  // Confirming a reversal reads the halves of its original too.
  const originals = transactions.flatMap(({ reverses_id }) => reverses_id ?? [])
  const reversed = [...needs.reversedIds, ...originals]
  // Where the bank has no limit, the locked rows show who has one.
  const limited = rules.dailyLimitCents === null ? withOwnLimit(senderDays, accounts) : []
  const [apiKeys, replayed, others, halves, paid, inRuns, sentByLimited, doubts, appointers, payRequests, adjusted] =
    await Promise.all([
      readApiKeys(tx, requests, rules.zone),
      results.length > 0 || originals.length > 0 ? readTransactions(tx, [...results, ...originals]) : [],
      proposers.length > 0 ? readPeople(tx, proposers) : [],
      reversed.length > 0 ? readOtherHalves(tx, reversed) : [],
      needs.reversedIds.length > 0 ? readPaid(tx, needs.reversedIds) : [],
      needs.returnedIds.length > 0 ? readRunPayments(tx, needs.returnedIds) : [],
      limited.length > 0 ? readSent(tx, limited) : [],
      readDoubtsAbout(tx, transactions, needs),
      proposers.length > 0 ? readAppointers(tx, [...proposers, ...staffIds]) : [],
      readPayRequests(tx, needs.payRequestIds),
      rules.fourEyesAboveCents !== null && needs.adjustedOwnerIds.length > 0
        ? readProposedAdjustments(tx, needs.adjustedOwnerIds, earliest(requests))
        : [],
    ])
  const state: State = {
    ...rules,
    decidedAloneCents: toDecidedAlone(decided),
    accounts: new Map(accounts.map((row) => [row.id, toAccount(row)])),
    people: new Map([...owners, ...others].map((row) => [row.id, toPerson(row)])),
    appointers: new Map(appointers.map((row) => [row.id, row.appointers])),
    sessions: new Map(),
    apiKeys,
    transactions: new Map(
      [...transactions, ...replayed, ...halves, ...adjusted].map((row) => [row.id, toTransaction(row)]),
    ),
    paidOut: new Set(paid.map(({ id }) => id)),
    inOpenRun: new Set(inRuns.filter(({ is_open }) => is_open).map(({ id }) => id)),
    bookedElsewhere: new Set(inRuns.filter(({ is_booked }) => is_booked).map(({ id }) => id)),
    ...doubts,
    receipts: new Map(receipts.map((row) => [row.id, { ownerId: row.owner_id, used: row.used }])),
    authorisations: new Map(authorisations.map((row) => [row.id, toAuthorisation(row)])),
    accountIdsByNumber: new Map(),
    receiverOwners: new Map(),
    closedNumbers: new Set(),
    sentCents: toSentCents([...sent, ...sentByLimited]),
    knownPayees: new Set(),
    recentSubmissions: new Map(),
    otherAvailableCents: new Map(),
    storedOutcomes: new Map(),
    payRequests,
    scheduledPayments: new Map(scheduled.map((row) => [row.id, toScheduledPayment(row)])),
    scheduledPaymentRuns: new Map(waiting.map(toRun).map((run) => [runKey(run), run])),
  }
  requests.forEach((request, place) => {
    const row = contexts[place]
    if (row) addContext(state, request, row)
  })
  addRisks(state, submissions, risks)
  return state
}

/**
 * About bank transfers that customers have submitted, or that staff made for statement entries, about wires that came back, and about
 * credits by staff.
 */
async function readDoubtsAbout(
  tx: Tx,
  transactions: readonly TransactionRow[],
  { approvedIds, returnedIds, fundings }: Pick<Needs, 'approvedIds' | 'returnedIds' | 'fundings'>,
): Promise<Pick<State, 'doubts' | 'fundedBesideEntries'>> {
  const ids = transactions
    .map(toTransaction)
    .filter((transaction) => approvedIds.includes(transaction.id) && isPendingWireDeposit(transaction))
    .map(({ id }) => id)
  const [deposits, wires, funded] = await Promise.all([
    ids.length > 0 ? readDoubts(tx, ids) : [],
    returnedIds.length > 0 ? readReturnDoubts(tx, returnedIds) : [],
    fundings.length > 0 ? readFundedBesideEntries(tx, fundings) : [],
  ])
  return { doubts: new Map([...deposits, ...wires]), fundedBesideEntries: new Set(funded.map(({ id }) => id)) }
}

type PersonRow = {
  id: string
  role: Role
  status: Status
  full_name: string
  role_given_by: string | null
  role_proposed_by: string | null
  role_given_at: Date | null
  role_confirmed_at: Date | null
  factors_changed_at: Date | null
  verified_by_staff: string | null
  verified_by_staff_at: Date | null
  created_by_staff: string | null
  created_at: Date | null
}
const toPerson = (row: Omit<PersonRow, 'id'>): Person => ({
  role: row.role,
  status: row.status,
  fullName: row.full_name,
  roleGivenBy: row.role_given_by,
  roleProposedBy: row.role_proposed_by,
  roleGivenAt: row.role_given_at,
  roleConfirmedAt: row.role_confirmed_at,
  factorsChangedAt: row.factors_changed_at,
  verifiedBy: row.verified_by_staff,
  verifiedAt: row.verified_by_staff_at,
  createdBy: row.created_by_staff,
  createdAt: row.created_at,
})
const personColumns = (sql: Reader) => sql`
  p.role, p.status, p.full_name, p.role_given_by, p.role_proposed_by, p.role_given_at, p.role_confirmed_at, p.factors_changed_at,
  p.verified_by_staff, p.verified_by_staff_at, p.created_by_staff, p.created_at`
const readPeople = (tx: Tx, ids: string[]) => tx<PersonRow[]>`
  select p.id, ${personColumns(tx)} from people p where p.id = any(${ids}::uuid[])`

type ContextRow = Omit<PersonRow, 'id' | 'role'> & {
  role: PersonRow['role'] | null
  session_of: string | null
  expires_at: Date
  last_seen_at: Date
  receiver_id: string | null
  receiver_owner: string | null
  receiver_closed: boolean | null
  request_hash: Buffer | null
  outcome: StoredOutcome['outcome']
  transaction_id: string | null
}

const contextRows = parameterRows<CommandRequest>([
  ['uuid', ({ actor }) => actor.personId],
  ['bytea', ({ actor }) => (actor.kind === 'session' ? actor.sessionHash : null)],
  ['text', ({ payeeNumber }) => payeeNumber],
  ['text', ({ idempotency }) => idempotency?.route ?? null],
  ['text', ({ idempotency }) => idempotency?.key ?? null],
  ['int', (_, place) => place],
])

/**
 * One row per request: the actor, their session if it is alive, the receiver if in this bank, and the stored outcome of the
 * idempotency key. The lateral join with a limit makes the planner look that up by the whole key, not by the person.
 */
const readContexts = (tx: Tx, requests: readonly CommandRequest[]) => tx<ContextRow[]>`
  select ${personColumns(tx)}, s.person_id as session_of, s.expires_at, s.last_seen_at,
         r.id as receiver_id, r.owner_id as receiver_owner, r.closed_at is not null as receiver_closed, i.request_hash, i.outcome, i.transaction_id
  from ${contextRows(tx, requests)} as context (person_id, session_hash, number, route, key, place)
  left join people p on p.id = context.person_id
  left join sessions s on s.token_hash = context.session_hash and ${whereAlive(tx, earliest(requests))}
  left join accounts r on r.number = context.number
  left join lateral (
    select * from idempotency i
    where i.person_id = context.person_id and i.route = context.route and i.key = context.key limit 1) as i on true
  order by context.place`

const earliest = (requests: readonly CommandRequest[]) => new Date(Math.min(...requests.map(({ at }) => at.getTime())))

function addContext(state: State, { actor, idempotency, payeeNumber }: CommandRequest, row: ContextRow): void {
  const { role, session_of: personId, receiver_id: receiverId, request_hash: requestHash } = row
  if (role) state.people.set(actor.personId, toPerson({ ...row, role }))
  if (personId && actor.kind === 'session')
    state.sessions.set(actor.sessionHash.toString('hex'), {
      personId,
      expiresAt: row.expires_at,
      lastSeenAt: row.last_seen_at,
    })
  if (receiverId && payeeNumber !== null) state.accountIdsByNumber.set(payeeNumber, receiverId)
  if (receiverId && row.receiver_owner) state.receiverOwners.set(receiverId, row.receiver_owner)
  if (row.receiver_closed && payeeNumber !== null) state.closedNumbers.add(payeeNumber)
  if (requestHash && idempotency)
    state.storedOutcomes.set(storedOutcomeKey(actor.personId, idempotency), {
      requestHash,
      outcome: row.outcome,
      resultId: row.transaction_id,
    })
}

const readTransactions = (tx: Tx, ids: string[]) =>
  tx<TransactionRow[]>`select ${transactionColumns(tx)} from transactions t where t.id = any(${ids}::uuid[])`

/** What staff propose to fund and debit of these people, or proposed and a second one has just confirmed. */
export const readProposedAdjustments = (tx: Reader, ownerIds: string[], at: Date) => tx<TransactionRow[]>`
  select ${transactionColumns(tx)} from accounts a join transactions t on t.account_id = a.id
  where a.owner_id = any(${ownerIds}::uuid[]) and t.method = 'adjustment' and t.reverses_id is null and t.proposed_by is not null
    and (t.status = 'Pending' or t.decided_at > ${new Date(at.getTime() - REPEATED_WITHIN_MS)})`

/** The other halves of internal transfers. A receiving half has the value date of its origin, which finds it by index. */
const readOtherHalves = (tx: Tx, ids: string[]) => tx<TransactionRow[]>`
  select ${transactionColumns(tx)}
  from transactions h join transactions t on t.id = h.origin_id where h.id = any(${ids}::uuid[])
  union all
  select ${transactionColumns(tx)}
  from transactions h
  join transactions t on t.account_id = h.party_id and t.type = 'Deposit' and t.value_at = h.value_at and t.origin_id = h.id
  where h.id = any(${ids}::uuid[]) and h.type = 'Transfer'`

type ReceiptRow = { id: string; owner_id: string; used: boolean }
const readReceipts = (tx: Tx, ids: string[]) => tx<ReceiptRow[]>`
  select u.id, u.owner_id, exists (select 1 from transactions t where t.receipt_id = u.id) as used
  from uploads u where u.id = any(${ids}::uuid[])`
