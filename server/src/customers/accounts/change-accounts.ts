import { type Account, MAX_SAVINGS_ACCOUNTS } from '#contract/customers/accounts.ts'
import type { Status } from '#contract/customers/people.ts'
import { closeAccounts } from '../../ledger/close-accounts.ts'
import { describeAccount, openSavingsAccount } from '../../ledger/open-account.ts'
import { record } from '../../ledger/record.ts'
import { CANNOT_SEND } from '../../ledger/standing.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import { type AccountRow, readAccountRows, toAccountAnswer } from '../accounts.ts'
import { lockPerson } from '../lock-person.ts'

/** Closed ones included: a person can't use up account numbers by opening and closing. */
const MAX_EVER_OPENED = 100

export async function openSavings(
  sql: Sql,
  personId: string,
  { name, goalCents = null }: { name: string; goalCents?: bigint | null },
  at: Date,
): Promise<Account> {
  return change(sql, personId, at, async (tx, rows) => {
    requireCanSend(rows)
    const savings = rows.filter(({ kind }) => kind === 'savings')
    if (savings.filter(({ closed_at }) => !closed_at).length >= MAX_SAVINGS_ACCOUNTS)
      throw new Refusal('too_many_accounts')
    if (savings.length >= MAX_EVER_OPENED)
      throw new Refusal('too_many_accounts', { message: 'Please contact support to open another account.' })
    return openSavingsAccount(tx, personId, name, goalCents, at)
  })
}

type Description = { name?: string | undefined; goalCents?: bigint | null }

export async function describeOwnAccount(
  sql: Sql,
  personId: string,
  accountId: string,
  { name, goalCents }: Description,
  at: Date,
): Promise<Account> {
  return change(sql, personId, at, async (tx, rows) => {
    const account = find(rows, accountId)
    if (account.closed_at) throw new Refusal('account_closed')
    if (account.kind === 'main' && goalCents) throw invalidField('goal', 'Only a savings account has a goal.')
    await describeAccount(tx, accountId, name ?? account.name, goalCents === undefined ? account.goal : goalCents)
    return accountId
  })
}

/** Under the person's lock: no move or transfer is between its decision and its commit. */
export async function closeSavings(sql: Sql, personId: string, accountId: string, at: Date): Promise<Account> {
  return change(sql, personId, at, async (tx, rows) => {
    const account = find(rows, accountId)
    if (account.kind === 'main') throw new Refusal('main_account')
    requireCanSend(rows)
    if (!account.closed_at && !(await closeAccounts(tx, personId, at, accountId)))
      throw new Refusal('account_not_empty')
    return accountId
  })
}

/** Locks the person, changes one account and tells the person's other devices. */
async function change(
  sql: Sql,
  personId: string,
  at: Date,
  work: (tx: Tx, rows: readonly AccountRow[]) => Promise<string>,
): Promise<Account> {
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const changedId = await work(tx, await readAccountRows(tx, personId))
    await record(tx, { notifications: [{ personId, kind: 'accounts.changed', data: { accountId: changedId }, at }] })
    return toAccountAnswer(find(await readAccountRows(tx, personId), changedId))
  })
}

/** An account of another person is told like one that does not exist. */
function find(rows: readonly AccountRow[], accountId: string): AccountRow {
  const account = rows.find(({ id }) => id === accountId)
  if (!account) throw new Refusal('not_found')
  return account
}

const statusOf = (rows: readonly AccountRow[]): Status => rows[0]?.owner_status ?? 'Closed'

function requireCanSend(rows: readonly AccountRow[]): void {
  const refusal = CANNOT_SEND[statusOf(rows)]
  if (refusal) throw new Refusal(refusal)
}
