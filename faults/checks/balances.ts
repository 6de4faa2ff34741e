import type { Sql } from '#server/db/connection.ts'
import type { RetryingClient } from '../clients/retrying-client.ts'
import { type History, isOk, type Operation } from '../history.ts'
import type { Person } from '../people.ts'
import type { Books } from './effects.ts'

/** What everybody must have, from what clients were told and nothing else. */
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
    else if (operation.kind === 'approve' && operation.subjectId) approved.add(operation.subjectId)
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

type Account = { id: string; balance: number; held: number }

/** The histories, the tables and what the bank shows must tell the same. */
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
  const accounts = await sql<Account[]>`select id, balance::float8 as balance, held::float8 as held from accounts`
  const byId = new Map(accounts.map((account) => [account.id, account]))
  for (const { person, client } of customers) {
    const account = byId.get(person.id)
    if (account?.balance !== expected.get(person.id))
      history.report(
        'balances',
        `${person.email}: ${account?.balance} in the books, ${expected.get(person.id)} by what was told`,
      )
    const { body } = await client.read<{ user: { balance: number; held: number } }>('/users')
    const shown = {
      balance: Math.round((body.user.balance + body.user.held) * 100),
      held: Math.round(body.user.held * 100),
    }
    if (shown.balance !== account?.balance || shown.held !== account?.held)
      history.report('balances', `${person.email}: shown ${JSON.stringify(shown)}, booked ${JSON.stringify(account)}`)
    await checkList(history, books, person, client)
  }
}

type Shown = { _id: string; status: string; amount: number; createdAt: string }

/** The whole list, page by page, as a person would scroll through it. */
async function checkList(history: History, { rows }: Books, person: Person, client: RetryingClient): Promise<void> {
  const own = new Map([...rows.values()].filter((row) => row.account_id === person.id).map((row) => [row.id, row]))
  let seen = 0
  for (let from = ''; ; ) {
    const { body } = await client.read<Shown[]>(`/transactions?limit=100${from}`)
    for (const { _id, status, amount } of body) {
      const row = own.get(_id)
      seen += 1
      if (row?.status !== status || row.cents !== Math.round(amount * 100))
        history.report('lists', `${person.email}: ${_id} is shown as ${status} ${amount}`)
    }
    const last = body.at(-1)
    if (body.length < 100 || !last) break
    from = `&cursor=${new Date(last.createdAt).getTime()}_${last._id}`
  }
  if (seen !== own.size)
    history.report('lists', `${person.email}: ${seen} transactions shown, ${own.size} in the books`)
}
