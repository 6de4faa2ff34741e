import type { BankStatement, BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import { bankCurrency } from '#contract/money.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { statementForm } from '../../server/test/statement-files.ts'
import { isOk, type Operation, type OperationKind } from '../history.ts'
import type { Person } from '../people.ts'
import type { OperationRequest, RetryingClient } from './retrying-client.ts'
import { ACCOUNT_NUMBER, StatementFeed } from './statement-feed.ts'

type Clients = { first: RetryingClient; second: RetryingClient }

/** Where an act may be possible, and sometimes where it must be refused. */
const STATES = ['unmatched', 'unmatched', 'unmatched', 'matched', 'suggested', 'ignored', 'booked']

/** Two administrators who import overlapping files, and meanwhile decide about the same entries at the same time. */
export async function runReconcilers({ first, second }: Clients, customers: readonly Person[]): Promise<void> {
  const feed = new StatementFeed(first.random, customers)
  const body = { name: 'Outside', number: ACCOUNT_NUMBER, currency: bankCurrency().code }
  await first.repeatUntilAccepted({ method: 'POST', path: '/admin/outside-accounts', body }, [201, 409])
  await Promise.all([
    whileRunning(first, () => importFiles({ first, second }, feed)),
    whileRunning(second, () => decideEntry({ first: second, second: first }, feed, customers)),
  ])
}

async function whileRunning(client: RetryingClient, act: () => Promise<void>): Promise<void> {
  while (client.context.running) {
    await act()
    await client.think()
  }
}

/** Overlapping files at once, or the same file. */
async function importFiles({ first, second }: Clients, feed: StatementFeed): Promise<void> {
  const { random } = first
  feed.extend(random.chance(0.5) ? await readTransactions(first) : [])
  const own = feed.nextFile()
  const others = random.chance(0.5) ? [random.chance(0.3) ? own : feed.nextFile()] : []
  await Promise.all([importFile(first, own), ...others.map((file) => importFile(second, file))])
  if (random.chance(0.2)) await undoImport({ first, second }, own)
}

/** A file has no key: the bank recognises it, and entries that it knows. */
const importFile = (client: RetryingClient, { file, references }: { file: string; references: string[] }) =>
  client.perform({ kind: 'import statement', personId: '', cents: 0, references }, () => {
    const { headers, body } = statementForm(file)
    return { method: 'POST', path: '/admin/bank-statements', form: { headers, body } }
  })

/** The newest import, by one or both, while the same file is imported again. Others decide about its entries meanwhile. */
async function undoImport({ first, second }: Clients, file: { file: string; references: string[] }): Promise<void> {
  const { body } = await first.read<BankStatement[]>('/admin/bank-statements?limit=5')
  const newest = body.find(({ undoneAt }) => undoneAt === null)
  if (!newest) return
  const undo = (client: RetryingClient) =>
    client.perform({ kind: 'undo import', personId: '', cents: 0 }, () => ({
      method: 'POST',
      path: `/admin/bank-statements/${newest._id}/undo`,
    }))
  const clients = first.random.chance(0.5) ? [first, second] : [first]
  await Promise.all(clients.map(undo))
  await importFile(first, file)
}

/** A deposit that waits for approval, and a wire that left. */
async function readTransactions(client: RetryingClient): Promise<AdminTransaction[]> {
  const queries = ['status=Pending&type=Deposit&method=bank', 'status=Completed&type=Transfer&method=wire']
  const found: AdminTransaction[] = []
  for (const query of queries) {
    const { body } = await client.read<AdminTransaction[]>(`/transactions/admin?${query}&limit=10`)
    if (body.length > 0) found.push(client.random.pick(body))
  }
  return found
}

/** Of two who decide about an entry at once, one wins. */
async function decideEntry({ first, second }: Clients, feed: StatementFeed, customers: readonly Person[]) {
  const { random } = first
  const { body } = await first.read<BankStatementEntry[]>(
    `/admin/bank-statements/lines?state=${random.pick(STATES)}&limit=20`,
  )
  if (body.length === 0) return
  const entry = random.pick(body)
  const clients = random.chance(0.6) ? [first, second] : [random.pick([first, second])]
  await Promise.all(clients.map((client) => actOn(client, entry, feed, random.pick(customers))))
}

async function actOn(client: RetryingClient, entry: BankStatementEntry, feed: StatementFeed, customer: Person) {
  const { random } = client
  const transactionId = feed.transactionOf(entry.bankReference)
  if (transactionId && random.chance(0.7)) return match(client, entry, transactionId)
  // Matching with its own customer would approve the deposit that the entry was made from.
  if (entry.amount > 0 && !transactionId && random.chance(0.5)) return assign(client, entry, customer)
  if (entry.amount > 0 && random.chance(0.35)) return send(client, 'return statement entry', entry, 'return')
  if (random.chance(0.3)) return book(client, entry)
  return random.chance(0.5)
    ? send(client, 'ignore statement entry', entry, 'ignore')
    : send(client, 'undo statement entry', entry, 'undo')
}

/** Approves a deposit that is pending. */
async function match(client: RetryingClient, { _id: statementEntryId }: BankStatementEntry, transactionId: string) {
  const intent = {
    kind: 'match statement entry',
    personId: '',
    cents: 0,
    subjectId: transactionId,
    statementEntryId,
  } as const
  const body = { transactionId, ...confirmation(client) }
  const operation = await client.perform(intent, () => request(statementEntryId, 'match', body))
  const { decided } = client.context.history
  if (isOk(operation) && !decided.has(transactionId))
    decided.set(transactionId, { state: 'Completed', at: operation.endedAt })
}

/** Some say at once that it is none of the customer's other deposits; without that, the bank asks where it may be one. */
const confirmation = ({ random }: RetryingClient) => (random.chance(0.6) ? { confirm: true } : {})

/** Makes a deposit for the customer. */
function assign(
  client: RetryingClient,
  { _id: statementEntryId, amount }: BankStatementEntry,
  { id: userId }: Person,
): Promise<Operation> {
  const body = { userId, ...confirmation(client) }
  return client.perform(
    { kind: 'assign statement entry', personId: userId, cents: Math.round(amount * 100), statementEntryId },
    () => request(statementEntryId, 'match', body),
  )
}

/** The accounts of the chart are such that no one else uses. */
const book = (client: RetryingClient, { _id: statementEntryId }: BankStatementEntry): Promise<Operation> =>
  client.perform({ kind: 'book statement entry', personId: '', cents: 0, statementEntryId }, ({ id }) =>
    request(statementEntryId, 'book', { account: client.random.pick(['5100', '4000', '5900']), text: id }),
  )

const send = (
  client: RetryingClient,
  kind: OperationKind,
  { _id: statementEntryId }: BankStatementEntry,
  act: 'ignore' | 'undo' | 'return',
): Promise<Operation> =>
  client.perform({ kind, personId: '', cents: 0, statementEntryId }, ({ id }) =>
    request(statementEntryId, act, act === 'undo' ? null : { reason: id }),
  )

const request = (statementEntryId: string, act: string, body: object | null): OperationRequest => ({
  method: 'POST',
  path: `/admin/bank-statements/lines/${statementEntryId}/${act}`,
  keyed: true,
  ...(body ? { body } : {}),
})
