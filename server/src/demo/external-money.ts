import { createHash } from 'node:crypto'
import { dayOf } from '#contract/bank-day.ts'
import { bankCurrency, sampleCents } from '#contract/money.ts'
import { paymentReferenceOf } from '#contract/payments/payment-reference.ts'
import { stageMatchedEntries } from '../external-money/statement-import/stage-matched-entries.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import { insertExternalAccount } from '../ledger/external-accounts.ts'
import { importStatements } from '../ledger/import-statements.ts'
import { makePaymentRun, markRunSent } from '../ledger/make-payment-run.ts'
import { record } from '../ledger/record.ts'
import type { StatementEntryToMatch } from '../ledger/staged-statement-entries.ts'
import type { Sql } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { newIdAt } from '../platform/runtime/new-id-at.ts'
import { readSettings } from '../settings/read-settings.ts'
import { ADMIN } from './people.ts'
import { readPendingDeposits, readSentWires } from './store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const OPENING_CENTS = 184_250_00n

type Options = { sql: Sql; zone: string; institution: string; now: () => Date }

/**
 * The bank's account at another bank: the wires so far in a payment run, and a statement with entries of every kind. After the
 * people and their history, in steps of its own: the ledger's commands open their own transactions. A demonstration of an
 * earlier version gets it at its next start, without the run: its wires count as paid by hand.
 */
export async function addExternalMoney({ sql, zone, institution, now }: Options): Promise<void> {
  const [missing] = await sql<{ id: string }[]>`
    select id from people where email_key = ${ADMIN} and exists (select 1 from bank_facts where name = 'demonstration')
    and not exists (select 1 from outside_accounts)`
  if (!missing) return
  const at = now()
  const staffAt = (minutesAgo: number): StaffContext => ({
    actorId: missing.id,
    at: new Date(at.getTime() - minutesAgo * MINUTE_MS),
    requestId: 'demonstration',
  })
  const account = await addAccount(sql, staffAt(300))
  // Another server that starts at the same time was faster.
  if (!account) return
  await makeRun(sql, { zone, institution, account, staffAt })
  await importStatement(sql, { zone, accountId: account.id, staff: staffAt(20) })
}

type Account = { id: string; number: string }

async function addAccount(sql: Sql, staff: StaffContext): Promise<Account | null> {
  const { bankName, accountNumber: number } = (await readSettings(sql)).bankingInfo
  const [id, currency] = [newIdAt(staff.at), bankCurrency().code]
  const account = { name: `Deposits at ${bankName}`, number, currency }
  return inTransaction(sql, async (tx) => {
    // People wait for each other here, so that one of two servers adds it.
    await tx`select 1 from people order by id limit 1 for no key update`
    const [known] = await tx`select 1 from outside_accounts limit 1`
    if (known) return null
    await insertExternalAccount(tx, { id, ...account, createdBy: staff.actorId, createdAt: staff.at })
    const after = { outsideAccountId: id, ...account }
    const entry = auditEntry(staff, { subjectId: null, action: 'outside_account.added', before: {}, after })
    await record(tx, { auditEntries: [entry] })
    return { id, number }
  })
}

type RunOptions = Pick<Options, 'zone' | 'institution'> & {
  account: Account
  staffAt: (minutesAgo: number) => StaffContext
}

async function makeRun(sql: Sql, { zone, institution, account, staffAt }: RunOptions): Promise<void> {
  const staff = staffAt(180)
  const id = newIdAt(staff.at)
  const made = await makePaymentRun(sql, staff, async () => ({
    id,
    currency: bankCurrency().code,
    executeOn: dayOf(staff.at, zone),
    initiator: institution,
    debtor: { name: institution, number: account.number, externalAccountId: account.id },
    digest: null,
  }))
  if (!made.ok) return
  await markRunSent(sql, staffAt(170), { id, number: 1 })
}

type ImportOptions = { zone: string; accountId: string; staff: StaffContext }

async function importStatement(sql: Sql, { zone, accountId, staff }: ImportOptions): Promise<void> {
  const { at, actorId } = staff
  const today = dayOf(at, zone)
  const entries = (await statementEntries(sql)).map((entry, place) => toStaged(entry, place, { accountId, today, at }))
  const importId = newIdAt(at)
  await stageMatchedEntries(sql, entries, { importId, zone })
  const openingCents = sampleCents(OPENING_CENTS)
  const statement = {
    id: newIdAt(at),
    externalAccountId: accountId,
    fileHash: hashOf('demonstration'),
    format: 'camt053',
    fromOn: dayOf(new Date(at.getTime() - 6 * DAY_MS), zone),
    toOn: today,
    openingCents,
    closingCents: entries.reduce((sum, { amountCents }) => sum + amountCents, openingCents),
  }
  const actor = { kind: 'system' as const, job: 'import_history' as const, personId: actorId }
  const context = { actor, at, requestId: 'demonstration', idempotency: null }
  await importStatements(sql, zone, { importId, statements: [statement] }, context)
}

type DemoEntry = { amountCents: bigint; name: string | null; number?: string; text: string; endToEndId?: string }

/** Payments of the run, deposits by reference, one that only looks like a deposit, and unknown ones. */
async function statementEntries(sql: Sql): Promise<DemoEntry[]> {
  const [first, second, third] = await readPendingDeposits(sql)
  const paid = await readSentWires(sql)
  return [
    ...paid.map(({ reference, amount, party_name: name }) => ({
      amountCents: amount,
      name,
      text: `Payment ${reference}`,
      endToEndId: reference,
    })),
    ...[first, second].flatMap((deposit) => (deposit ? [byReference(deposit)] : [])),
    ...(third ? [{ amountCents: third.amount, name: third.full_name.toUpperCase(), text: 'Deposit' }] : []),
    { amountCents: sampleCents(640_00n), name: 'Harbor Lane Books', number: '7001004410', text: 'Invoice 2231' },
    { amountCents: sampleCents(75_00n), name: null, text: 'Cash deposit, branch 42' },
    { amountCents: sampleCents(-12_50n), name: null, text: 'Account fee' },
  ]
}

const byReference = ({ amount, full_name, number }: Awaited<ReturnType<typeof readPendingDeposits>>[number]) => ({
  amountCents: amount,
  name: full_name,
  text: `Deposit ${paymentReferenceOf(number)}`,
})

const hashOf = (text: string) => createHash('sha256').update(text).digest()

const toStaged = (
  { amountCents, name, number = '', text, endToEndId }: DemoEntry,
  place: number,
  { accountId, today, at }: { accountId: string; today: string; at: Date },
): StatementEntryToMatch => ({
  place,
  id: newIdAt(at),
  externalAccountId: accountId,
  identity: hashOf(`demonstration ${place}`),
  bookedOn: today,
  valueOn: today,
  amountCents,
  endToEndId: endToEndId ?? null,
  bankReference: `${today.replaceAll('-', '')}${String(place + 1).padStart(4, '0')}`,
  counterpartyName: name,
  counterpartyNumber: number || null,
  text,
})
