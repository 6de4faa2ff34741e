import { createHash, randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { expect } from 'vitest'
import type { StatementEntryState } from '#contract/external-money/match-reasons.ts'
import { bankCurrency } from '#contract/money.ts'
import { paymentReferenceOf } from '#contract/payments/payment-reference.ts'
import { hashToken } from '../src/access/session.ts'
import { stageMatchedEntries } from '../src/external-money/statement-import/stage-matched-entries.ts'
import { importStatements } from '../src/ledger/import-statements.ts'
import type { StatementEntryToMatch } from '../src/ledger/staged-statement-entries.ts'
import type { Bank, Person } from './bank.ts'

export type TestEntry = Partial<Omit<StatementEntryToMatch, 'place' | 'id' | 'externalAccountId'>> & {
  amountCents: bigint
}

export async function addExternalAccount(
  by: Person,
  number = `TEST${randomBytes(8).toString('hex')}`,
): Promise<string> {
  const body = { name: 'Outside', number, currency: bankCurrency().code }
  const response = await by.call('POST', '/admin/outside-accounts', { body })
  expect(response.statusCode).toBe(201)
  return response.json()._id
}

/** Imports entries as a file of an external bank would be: staged, matched, and taken over in one transaction. */
export async function importEntries(
  bank: Bank,
  by: Person,
  externalAccountId: string,
  entries: readonly TestEntry[],
  fileHash = randomBytes(32),
) {
  const [importId, at, zone] = [newId(), bank.now(), bank.config.bankTimeZone]
  const today = at.toISOString().slice(0, 10)
  const staged = entries.map((entry, place): StatementEntryToMatch => {
    const content = { bookedOn: today, valueOn: null, endToEndId: null, bankReference: null, text: '', ...entry }
    return {
      ...content,
      place,
      id: newId(),
      externalAccountId,
      identity: entry.identity ?? createHash('sha256').update(`${newId()}`).digest(),
      counterpartyName: entry.counterpartyName ?? null,
      counterpartyNumber: entry.counterpartyNumber ?? null,
    }
  })
  await stageMatchedEntries(bank.sql, staged, { importId, zone })
  const statement = {
    id: newId(),
    externalAccountId,
    fileHash,
    format: 'camt053',
    fromOn: today,
    toOn: today,
    openingCents: 0n,
    closingCents: entries.reduce((sum, { amountCents }) => sum + amountCents, 0n),
  }
  const actor = { kind: 'session', personId: by.id, sessionHash: hashToken(by.token) } as const
  const context = { actor, at, requestId: 'test', idempotency: null }
  const [imported] = await importStatements(bank.sql, zone, { importId, statements: [statement] }, context)
  if (!imported) throw new Error('Nothing was imported')
  const stored = await entriesOf(
    bank,
    staged.map(({ id }) => id),
  )
  return { ...imported, entries: stored, ids: staged.map(({ id }) => id) }
}

type StoredEntry = {
  id: string
  state: StatementEntryState
  in_suspense: boolean
  transaction_id: string | null
  person_id: string | null
}

export const entriesOf = (bank: Bank, ids: string[]) => bank.sql<StoredEntry[]>`
  select id, state, in_suspense, transaction_id, person_id from bank_statement_lines where id = any(${ids}::uuid[]) order by id`

export const paymentReference = async (person: Person) => paymentReferenceOf(await person.accountNumber())

/** Signed as the internal accounts of the book check: what they owe is positive. */
export async function contraBalances(bank: Bank): Promise<Record<string, bigint>> {
  const rows = await bank.sql<{ name: string; balance: string }[]>`
    select name, sum(amount) as balance from (
      select credit as name, amount from contra_movements union all select debit, -amount from contra_movements
      union all select contra, -amount from postings where contra = 'wire_clearing') as sides group by name`
  return Object.fromEntries(rows.map(({ name, balance }) => [name.replace(/:.*/, ''), BigInt(balance)]))
}

export const movementsOf = (bank: Bank, entryId: string) => bank.sql`
  select purpose, split_part(debit, ':', 1) as debit, split_part(credit, ':', 1) as credit, amount from contra_movements
  where line_id = ${entryId} order by number`
