import type { Sql } from '#server/db/connection.ts'
import type { RetryingClient } from '../clients/retrying-client.ts'
import { type History, isOk, type Operation } from '../history.ts'
import type { Person } from '../people.ts'
import type { Books } from './effects.ts'

/** The balances that follow from the clients' results alone. */
export function balancesFrom(history: History, customers: readonly Person[]): Map<string, number> {
  const balances = new Map(customers.map(({ id, openingCents }) => [id, openingCents]))
  const add = (id: string, cents: number) => balances.set(id, (balances.get(id) ?? 0) + cents)
  const opened = new Map<string, Operation>()
  const approved = new Set<string>()
  for (const operation of history.operations) {
    if (!isOk(operation)) continue
    const id = operation.results[0]?.transactionId
    if (operation.kind === 'fund') add(operation.personId, operation.cents)
    else if (operation.kind === 'debit') add(operation.personId, -operation.cents)
    else if (operation.kind === 'reverse') {
      add(operation.personId, operation.cents)
      if (operation.receiverId) add(operation.receiverId, -operation.cents)
    } else if (operation.kind === 'approve' && operation.subjectId) approved.add(operation.subjectId)
    else if (id) opened.set(id, operation)
  }
  for (const id of approved) {
    const operation = opened.get(id)
    if (!operation) continue
    if (operation.kind === 'deposit') add(operation.personId, operation.cents)
    else add(operation.personId, -operation.cents)
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
  )
  const accounts = await sql<Account[]>`
    select id, balance::float8 as "balanceCents", held::float8 as "heldCents" from accounts`
  const byId = new Map(accounts.map((account) => [account.id, account]))
  for (const { person, client } of customers) {
    const account = byId.get(person.id)
    if (account?.balanceCents !== expected.get(person.id))
      history.report(
        'balances',
        `${person.email}: ${account?.balanceCents} cents in the table, ${expected.get(person.id)} by the history`,
      )
    const { body } = await client.read<{ user: { balance: number; held: number } }>('/users')
    const shown = {
      balanceCents: Math.round((body.user.balance + body.user.held) * 100),
      heldCents: Math.round(body.user.held * 100),
    }
    if (shown.balanceCents !== account?.balanceCents || shown.heldCents !== account?.heldCents)
      history.report(
        'balances',
        `${person.email}: the API shows ${JSON.stringify(shown)}, the table has ${JSON.stringify(account)}`,
      )
    await checkList(history, books, person, client)
  }
}

type ListedTransaction = { _id: string; status: string; amount: number; createdAt: string }

/** Reads the whole list page by page. */
async function checkList(history: History, { rows }: Books, person: Person, client: RetryingClient): Promise<void> {
  const own = new Map([...rows.values()].filter((row) => row.account_id === person.id).map((row) => [row.id, row]))
  let seen = 0
  for (let from = ''; ; ) {
    const { body } = await client.read<ListedTransaction[]>(`/transactions?limit=100${from}`)
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
