import { bankCurrency } from '#contract/money.ts'
import { paymentReferenceOf } from '#contract/payments/payment-reference.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import type { SeededRandom } from '#server/demo/seeded-random.ts'
import { type MadeEntry, mt940 } from '../../server/test/statement-files.ts'
import type { Person } from '../people.ts'

/** The bank's account at another bank. */
export const ACCOUNT_NUMBER = '7700112233'
const FIRST_DAY = Date.UTC(2020, 0, 1)
const DAY_MS = 86_400_000
const ENTRIES_PER_DAY = 5
const MAX_OVERLAP = 8
const MAX_NEW = 5

type FeedEntry = MadeEntry & { reference: string; transactionId: string | null }

/** All entries of the external account. Each file is a part of them, and the parts overlap. */
export class StatementFeed {
  readonly #entries: FeedEntry[] = []
  readonly #random: SeededRandom
  readonly #customers: readonly Person[]

  constructor(random: SeededRandom, customers: readonly Person[]) {
    this.#random = random
    this.#customers = customers
  }

  /** Entries for the transactions, in the order in which they are given, and for money of which no one knows. */
  extend(transactions: readonly AdminTransaction[]): void {
    for (const { _id, amount, type, reference } of transactions)
      this.#add(Math.round(amount * 100), type === 'Transfer' ? reference : 'Deposit', _id)
    for (let more = this.#random.between(1, MAX_NEW); more > 0; more -= 1) {
      const isCredit = this.#random.chance(0.8)
      const { number } = this.#random.pick(this.#customers)
      const text = isCredit && this.#random.chance(0.3) ? paymentReferenceOf(number) : 'Without a reference'
      this.#add((isCredit ? 1 : -1) * this.#random.between(1_00, 90_00), text, null)
    }
  }

  #add(cents: number, text: string, transactionId: string | null): void {
    const place = this.#entries.length
    const on = new Date(FIRST_DAY + Math.floor(place / ENTRIES_PER_DAY) * DAY_MS).toISOString().slice(0, 10)
    this.#entries.push({ on, cents, text, reference: `FEED${String(place).padStart(8, '0')}`, transactionId })
  }

  /** The last entries, from some that earlier files have too. */
  nextFile(): { file: string; references: string[] } {
    const to = this.#entries.length - this.#random.between(0, 2)
    const from = Math.max(0, to - this.#random.between(1, MAX_OVERLAP + MAX_NEW))
    const entries = this.#entries.slice(from, to)
    const openingCents = this.#entries.slice(0, from).reduce((sum, { cents }) => sum + cents, 0)
    const file = mt940({ account: ACCOUNT_NUMBER, openingCents, entries }, bankCurrency().code)
    return { file, references: entries.map(({ reference }) => reference) }
  }

  /** What the entry is, if the external bank paid or received it for a transaction. */
  transactionOf(reference: string | null): string | null {
    return this.#entries.find((entry) => entry.reference === reference)?.transactionId ?? null
  }
}
