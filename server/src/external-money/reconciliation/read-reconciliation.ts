import { startOfDay } from '#contract/bank-day.ts'
import type { ReconciledAccount, Reconciliation, ReconciliationItem } from '#contract/external-money/reconciliation.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { sumBookings } from '../../ledger/day-totals.ts'
import { OWN_TRANSFERS } from '../../ledger/own-transfers.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type Gap, type StatementBalance, statementBalance } from './statement-balance.ts'
import {
  type AccountRow,
  firstStatementDay,
  type ItemRow,
  readAccounts,
  readByHand,
  readClearingEntries,
  readDaySums,
  readDepositDifferences,
  readMovementBalances,
  readOpenTransfers,
  readOpenWires,
  readSenderReturns,
  readStatements,
  readSuspenseEntries,
  readUnbookedEntries,
  sumClearedBefore,
  sumWiresBefore,
} from './store.ts'

type Context = { at: Date; zone: string }
type Item = ReconciliationItem & { totalCents: bigint }
export type ReconciliationResult = { answer: Reconciliation; personIds: string[] }

const ALL_DAYS = '2999-12-31'
const TIMEOUT = '60s'

/** One snapshot. Balances come from statements and bookings, items from their entries and transactions: the rest is unexplained. */
export const readReconciliation = (sql: Sql, accountId: string | undefined, context: Context) =>
  sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx): Promise<ReconciliationResult> => {
    // Years of wires take longer than a request may.
    await tx`select set_config('statement_timeout', ${TIMEOUT}, true)`
    const rows = await readAccounts(tx, accountId)
    if (accountId && rows.length === 0) throw new Refusal('not_found')
    const movements = await readMovementBalances(tx)
    const externalAccounts = await readExternalAccounts(tx, rows, movements)
    const clearing = await readClearing(tx, movements, context)
    const suspenseRows = await readSuspenseEntries(tx)
    const suspenseByHand = await readByHand(tx, 'suspense', -1)
    const suspense = toPositions(-(movements.get('suspense') ?? 0n), toItems([...suspenseRows, ...suspenseByHand]))
    const transferRows = [...(await readOpenTransfers(tx)), ...(await readByHand(tx, OWN_TRANSFERS, 1))]
    const transfers = toPositions(movements.get(OWN_TRANSFERS) ?? 0n, toItems(transferRows))
    const parts = [...externalAccounts.accounts, clearing.positions, transfers, suspense]
    return {
      answer: {
        at: context.at.toISOString(),
        green: parts.every(({ unexplained }) => unexplained === 0),
        accounts: externalAccounts.accounts,
        clearing: clearing.positions,
        transfers,
        suspense,
      },
      personIds: [...externalAccounts.rows, ...clearing.rows, ...suspenseRows].flatMap(
        ({ owner_id }) => owner_id ?? [],
      ),
    }
  })

/** What no item explains, over everything that is reconciled. Differences in opposite directions don't cancel each other. */
export async function readUnexplained(sql: Sql, context: Context): Promise<bigint> {
  const { answer } = await readReconciliation(sql, undefined, context)
  const parts = [...answer.accounts, answer.clearing, answer.suspense]
  return parts.reduce((sum, { unexplained }) => sum + (toCents(Math.abs(unexplained)) ?? 0n), 0n)
}

async function readExternalAccounts(tx: Tx, accounts: readonly AccountRow[], movements: ReadonlyMap<string, bigint>) {
  const ids = accounts.map(({ id }) => id)
  const statements = await readStatements(tx, ids)
  const days = await readDaySums(tx, ids)
  const rows = await readUnbookedEntries(tx, ids)
  const byHand = new Map<string, ItemRow[]>()
  for (const { id, contra } of accounts) byHand.set(id, await readByHand(tx, contra, -1))
  const of = <Row extends { outside_account_id: string | null }>(all: readonly Row[], id: string) =>
    all.filter((row) => row.outside_account_id === id)
  return {
    rows,
    accounts: accounts.map((account) => {
      const ends = of(statements, account.id).map((row) => ({
        id: row.id,
        from: row.from_on,
        to: row.to_on,
        importedAt: row.imported_at,
        openingCents: row.opening,
        closingCents: row.closing,
      }))
      const sums = of(days, account.id).map(({ on, amount }) => ({ on, amountCents: BigInt(amount) }))
      const balance = statementBalance(ends, sums)
      return toAccount(
        account,
        balance,
        movements.get(account.contra) ?? 0n,
        toItems([...of(rows, account.id), ...(byHand.get(account.id) ?? [])]),
      )
    }),
  }
}

function toAccount(
  { id, name, number, currency }: AccountRow,
  { statement, balanceCents, opening, gaps }: StatementBalance,
  ledgerCents: bigint,
  entries: readonly Item[],
): ReconciledAccount {
  const items = [
    ...gapItems('opening_balance', opening ? [opening] : []),
    ...gapItems('statement_gap', gaps),
    ...entries,
  ]
  const explainedCents = items.reduce((sum, { totalCents }) => sum + totalCents, 0n)
  return {
    account: { _id: id, name, number, currency },
    statement: statement && { _id: statement.id, to: statement.to, balance: toAmount(statement.closingCents) },
    statementBalance: toAmount(balanceCents),
    ledgerBalance: toAmount(ledgerCents),
    difference: toAmount(balanceCents - ledgerCents),
    items: items.map(withoutCents),
    unexplained: toAmount(balanceCents - ledgerCents - explainedCents),
  }
}

/** Wires from before the first statement are one item: no statement entry will ever clear most of them. */
async function readClearing(tx: Tx, movements: ReadonlyMap<string, bigint>, { at, zone }: Context) {
  const day = await firstStatementDay(tx)
  const since = day ? startOfDay(day, zone) : at
  const rows = [
    ...(await readOpenWires(tx, since, zone)),
    ...(await readDepositDifferences(tx)),
    ...(await readSenderReturns(tx)),
    ...(await readClearingEntries(tx)),
    ...(await readByHand(tx, 'wire_clearing', 1)),
  ]
  const [booked, cleared] = [await sumWiresBefore(tx, since), await sumClearedBefore(tx, since)]
  const earlier = itemOf('before_statements', booked.count - cleared.count, booked.amountCents - cleared.amountCents)
  const balanceCents = (await wiresBooked(tx, zone)) + (movements.get('wire_clearing') ?? 0n)
  return { rows, positions: toPositions(balanceCents, [...(earlier.count > 0 ? [earlier] : []), ...toItems(rows)]) }
}

/** Debits minus credits that customers' wires booked to wire clearing. */
async function wiresBooked(tx: Tx, zone: string): Promise<bigint> {
  const isCustomers = (account: string) => account.startsWith('customers:')
  let cents = 0n
  for (const { debit, credit, amountCents } of await sumBookings(tx, ALL_DAYS, zone)) {
    if (debit === 'wire_clearing' && isCustomers(credit)) cents += amountCents
    if (credit === 'wire_clearing' && isCustomers(debit)) cents -= amountCents
  }
  return cents
}

function toPositions(balanceCents: bigint, items: readonly Item[]) {
  const explainedCents = items.reduce((sum, { totalCents }) => sum + totalCents, 0n)
  return {
    balance: toAmount(balanceCents),
    items: items.map(withoutCents),
    unexplained: toAmount(balanceCents - explainedCents),
  }
}

const withoutCents = ({ totalCents: _, ...item }: Item): ReconciliationItem => item

const itemOf = (
  kind: Item['kind'],
  count: bigint,
  totalCents: bigint,
  entries: ReconciliationItem['entries'] = [],
): Item => ({ kind, count: Number(count), amount: toAmount(totalCents), totalCents, entries })

function gapItems(kind: 'opening_balance' | 'statement_gap', gaps: readonly Gap[]): Item[] {
  if (gaps.length === 0) return []
  const entries = gaps.map(({ on, statementId, amountCents }) => ({
    on,
    amount: toAmount(amountCents),
    text: '',
    reason: '',
    reference: '',
    lineId: null,
    statementId,
    transactionId: null,
  }))
  const totalCents = gaps.reduce((sum, { amountCents }) => sum + amountCents, 0n)
  return [itemOf(kind, BigInt(gaps.length), totalCents, entries)]
}

function toItems(rows: readonly ItemRow[]): Item[] {
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind)
    return itemOf(kind, own[0]?.count ?? 0n, BigInt(own[0]?.total ?? 0), own.map(toEntry))
  })
}

const toEntry = (row: ItemRow): ReconciliationItem['entries'][number] => ({
  on: row.on,
  amount: toAmount(row.amount),
  text: row.text,
  reason: row.reason,
  reference: row.reference,
  lineId: row.statement_entry_id,
  statementId: row.statement_id,
  transactionId: row.transaction_id,
})
