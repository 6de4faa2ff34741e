import { hash } from 'node:crypto'
import { type FileEntry, fromUnits, toUnits } from '../statement-files/statement-file.ts'
import type { StatementSummary } from '../statement-files/survey-statements.ts'

/*
 * The same entry has the same identity in every file that contains it. The bank's reference identifies it, with day, amount
 * and the payer's reference because a collective entry has one for all its parts. Without one, the balance after the entry
 * tells two equal payments apart, also where one file ends and the next begins between them. Entries that are equal even then
 * are counted within the file, see `stage-file.ts`.
 */
export function identityOf(entry: FileEntry, balanceAfter: string | null): Buffer {
  const { bookedOn, amount, endToEndId, bankReference, counterpartyName, counterpartyNumber, text } = entry
  const what = isUsable(bankReference)
    ? ['reference', bankReference, endToEndId]
    : ['content', endToEndId, counterpartyNumber, plain(counterpartyName), plain(text), balanceAfter]
  return hash('sha256', JSON.stringify([1, bookedOn, amount, ...what]), 'buffer')
}

/** Some banks write '0', 'X' or '000000' for none. */
const isUsable = (reference: string | null): boolean =>
  reference !== null && reference.length >= 4 && !/^(.)\1*$/.test(reference)

/** Banks differ in spaces and letters between two exports of the same entry. */
const plain = (text: string | null): string => (text ?? '').toUpperCase().replace(/\s+/g, '')

/** The balance after each entry of a statement, from its opening balance or, newest entry first, from its closing one. */
export class BalanceAfter {
  #units: bigint | null
  #isDescending: boolean

  constructor({ opening, closing, isDescending }: StatementSummary) {
    const start = isDescending ? closing : opening
    // A closing balance without an opening one may be that of another day.
    this.#units = start && opening ? toUnits(start.amount) : null
    this.#isDescending = isDescending
  }

  next(entry: FileEntry): string | null {
    if (entry.balance !== null) return entry.balance
    if (this.#units === null) return null
    const before = this.#units
    this.#units = this.#isDescending ? before - toUnits(entry.amount) : before + toUnits(entry.amount)
    return fromUnits(this.#isDescending ? before : this.#units)
  }
}
