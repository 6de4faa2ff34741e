import { expect } from 'vitest'
import type { Bank, Person } from './bank.ts'
import { databaseFingerprint, refusalOf } from './money.ts'

export const ENTRIES = '/admin/journal-entries'

/** The lines of an entry that debits one account and credits another. */
export const pairOf = (debit: string, credit: string, amount: unknown) => [
  { account: debit, debit: amount },
  { account: credit, credit: amount },
]

export const proposeEntry = (by: Person, body: unknown, key?: string) =>
  by.call('POST', ENTRIES, { body, ...(key && { headers: { 'idempotency-key': key } }) })

export const confirmProposal = (by: Person, id: string) => by.call('POST', `/admin/proposals/${id}/confirm`)

/** Returns the id of the entry. */
export async function bookEntry(first: Person, second: Person, body: object): Promise<string> {
  const made = await proposeEntry(first, body)
  expect(made.statusCode, made.body).toBe(202)
  const confirmed = await confirmProposal(second, made.json()._id)
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  return made.json().entryId
}

/** The refusal of a call that may change nothing. */
export async function refusedUnchanged(bank: Bank, response: () => ReturnType<Person['call']>) {
  // A request is noted in its session.
  const before = await databaseFingerprint(bank, ['sessions', 'access_log'])
  const refusal = refusalOf(await response())
  expect(await databaseFingerprint(bank, ['sessions', 'access_log'])).toEqual(before)
  return refusal
}
