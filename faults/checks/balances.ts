import type { Sql } from '#server/platform/db/connection.ts'
import { REJECTED } from '../clients/payment-reports.ts'
import type { RetryingClient } from '../clients/retrying-client.ts'
import { type History, isInstant, isOk, type Operation } from '../history.ts'
import { accountsOf, type Person } from '../people.ts'
import { type Books, SAVED_BY_RULE, UNDONE } from './effects.ts'

const APPROVALS: readonly Operation['kind'][] = ['approve', 'match statement entry']

/**
 * The balances of all accounts that follow from the clients' results, and what the bank did by itself: scheduled payments, rules of savings
 * accounts, and credits for entries that were undone and payments that were rejected.
 */
export function balancesFrom(
  history: History,
  customers: readonly Person[],
  books?: Pick<Books, 'rows'>,
): Map<string, number> {
  const balances = new Map(
    customers.flatMap(({ id, savings, openingCents }) => [
      [id, openingCents],
      [savings.id, 0],
    ]),
  )
  const add = (id: string, cents: number) => balances.set(id, (balances.get(id) ?? 0) + cents)
  const opened = new Map<string, Operation>()
  const approved = new Set<string>()
  const scheduled = new Map<string, Operation>()
  for (const operation of history.operations) {
    if (!isOk(operation)) continue
    const id = operation.results[0]?.transactionId
    const { accountId } = operation
    if (operation.kind === 'fund') add(accountId, operation.cents)
    else if (operation.kind === 'assign statement entry') add(accountId, operation.cents)
    else if (operation.kind === 'debit') add(accountId, -operation.cents)
    else if (operation.kind === 'move') {
      add(accountId, -operation.cents)
      add(operation.receiverId ?? '', operation.cents)
    } else if (operation.kind === 'reverse' || operation.kind === 'return') {
      add(accountId, operation.cents)
      if (operation.receiverId) add(operation.receiverId, -operation.cents)
    } else if (operation.kind === 'scheduled payment') scheduled.set(operation.id, operation)
    else if (APPROVALS.includes(operation.kind) && operation.subjectId) approved.add(operation.subjectId)
    else if (id) opened.set(id, operation)
    if (id && isInstant(operation)) approved.add(id)
  }
  for (const row of books?.rows.values() ?? []) {
    if (row.marker === SAVED_BY_RULE) {
      add(row.account_id, row.cents)
      add(row.party_id ?? '', -row.cents)
    }
    const isByBank = row.marker === UNDONE || row.marker === REJECTED
    if (isByBank && row.reverses_id !== null && row.status === 'Completed') add(row.account_id, row.cents)
    const operation = scheduled.get(row.origin_id === null ? row.marker : '')
    if (!operation) continue
    opened.set(row.id, { ...operation, cents: -row.cents })
    if (row.status === 'Completed' && row.flags === '' && operation.receiverId) approved.add(row.id)
  }
  for (const id of approved) {
    const operation = opened.get(id)
    if (!operation) continue
    if (operation.kind === 'deposit') add(operation.accountId, operation.cents)
    else add(operation.accountId, -operation.cents)
    if (operation.receiverId) add(operation.receiverId, operation.cents)
  }
  return balances
}

type Account = { id: string; balanceCents: number; heldCents: number }

/** The histories, the tables and the API must agree. */
export async function checkBalances(
  history: History,
  sql: Sql,
  books: Books,
  customers: readonly { person: Person; client: RetryingClient }[],
): Promise<void> {
  const expected = balancesFrom(
    history,
    customers.map(({ person }) => person),
    books,
  )
  const accounts = await sql<Account[]>`
    select id, balance::float8 as "balanceCents", held::float8 as "heldCents" from accounts`
  const byId = new Map(accounts.map((account) => [account.id, account]))
  for (const { person, client } of customers) {
    const { body } = await client.read<{ user: Shown }>('/users')
    const { body: shown } = await client.read<Shown[]>('/accounts')
    const main = { ...body.user, _id: person.id }
    for (const { _id: id, balance, held } of [main, ...shown]) {
      const account = byId.get(id)
      const report = (what: string) => history.report('balances', `${person.email}, account ${id}: ${what}`)
      if (account?.balanceCents !== expected.get(id))
        report(`${account?.balanceCents} cents in the table, ${expected.get(id)} by the history`)
      const [balanceCents, heldCents] = [Math.round((balance + held) * 100), Math.round(held * 100)]
      if (balanceCents !== account?.balanceCents || heldCents !== account?.heldCents)
        report(`the API shows ${balanceCents} and ${heldCents} held, the table has ${JSON.stringify(account)}`)
    }
    if (shown.length !== accountsOf(person).length) history.report('lists', `${person.email}: ${shown.length} accounts`)
    await checkList(history, books, person, client)
  }
}

type Shown = { _id: string; balance: number; held: number }

type ListedTransaction = { _id: string; status: string; amount: number; createdAt: string }

/** Reads the whole list of all accounts page by page. */
async function checkList(history: History, { rows }: Books, person: Person, client: RetryingClient): Promise<void> {
  const ids = accountsOf(person).map(({ id }) => id)
  const own = new Map([...rows.values()].filter((row) => ids.includes(row.account_id)).map((row) => [row.id, row]))
  let seen = 0
  for (let from = ''; ; ) {
    const { body } = await client.read<ListedTransaction[]>(`/transactions?account=all&limit=100${from}`)
    for (const { _id, status, amount } of body) {
      const row = own.get(_id)
      seen += 1
      if (row?.status !== status || row.cents !== Math.round(amount * 100))
        history.report('lists', `${person.email}: ${_id} is listed as ${status} ${amount}`)
    }
    const last = body.at(-1)
    if (body.length < 100 || !last) break
    from = `&cursor=${new Date(last.createdAt).getTime()}_${last._id}`
  }
  if (seen !== own.size)
    history.report('lists', `${person.email}: ${seen} transactions listed, ${own.size} in the table`)
}
