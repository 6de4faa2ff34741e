import { addAmounts, type FileEntry, negated, StatementBalanceError, type StatementEvent } from './statement-file.ts'

/**
 * Opening and closing balance of a file that has a balance per entry, oldest or newest first. Each entry has to follow from
 * the one before; a file that does so in neither order does not add up.
 */
export class RunningBalance {
  #first: FileEntry | null = null
  #last: FileEntry | null = null
  #isAscending = true
  #isDescending = true
  #isComplete = true

  add(entry: FileEntry, rowNumber: number): void {
    const before = this.#last
    if (entry.balance === null) this.#isComplete = false
    if (before?.balance != null && entry.balance !== null) {
      if (addAmounts(before.balance, entry.amount) !== entry.balance) this.#isAscending = false
      if (addAmounts(entry.balance, before.amount) !== before.balance) this.#isDescending = false
      if (!this.#isAscending && !this.#isDescending)
        throw new StatementBalanceError(`Row ${rowNumber}: the balance does not follow from the one before.`)
    }
    this.#first ??= entry
    this.#last = entry
  }

  *events(): Generator<StatementEvent> {
    const [first, last] = [this.#first, this.#last]
    if (!this.#isComplete || !first || !last || first.balance === null || last.balance === null) return
    const isAscending = this.#isAscending && (!this.#isDescending || first.bookedOn <= last.bookedOn)
    const [oldest, newest] = isAscending ? [first, last] : [last, first]
    const opening = addAmounts(oldest.balance ?? '0', negated(oldest.amount))
    yield { kind: 'balance', which: 'opening', balance: { amount: opening, on: oldest.bookedOn } }
    yield { kind: 'balance', which: 'closing', balance: { amount: newest.balance ?? '0', on: newest.bookedOn } }
  }
}
