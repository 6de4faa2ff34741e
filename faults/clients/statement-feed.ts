import { bankCurrency } from '#contract/money.ts'
import { paymentReferenceOf } from '#contract/payments/payment-reference.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import type { SeededRandom } from '#server/demo/seeded-random.ts'
import { type MadeLine, mt940 } from '../../server/test/statement-files.ts'
import type { Person } from '../people.ts'

/** The bank's account at another bank. */
export const OUTSIDE_NUMBER = '7700112233'
const FIRST_DAY = Date.UTC(2020, 0, 1)
const DAY_MS = 86_400_000
const LINES_PER_DAY = 5
const MAX_OVERLAP = 8
const MAX_NEW = 5

type FeedLine = MadeLine & { reference: string; transactionId: string | null }

/** All lines of the outside account. Each file is a part of them, and the parts overlap. */
export class StatementFeed {
  readonly #lines: FeedLine[] = []
  readonly #random: SeededRandom
  readonly #customers: readonly Person[]

  constructor(random: SeededRandom, customers: readonly Person[]) {
    this.#random = random
    this.#customers = customers
  }

  /** Lines for the transactions, in the order in which they are given, and for money of which no one knows. */
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
    const place = this.#lines.length
    const on = new Date(FIRST_DAY + Math.floor(place / LINES_PER_DAY) * DAY_MS).toISOString().slice(0, 10)
    this.#lines.push({ on, cents, text, reference: `FEED${String(place).padStart(8, '0')}`, transactionId })
  }

  /** The last lines, from some that earlier files have too. */
  nextFile(): { file: string; references: string[] } {
    const to = this.#lines.length - this.#random.between(0, 2)
    const from = Math.max(0, to - this.#random.between(1, MAX_OVERLAP + MAX_NEW))
    const lines = this.#lines.slice(from, to)
    const openingCents = this.#lines.slice(0, from).reduce((sum, { cents }) => sum + cents, 0)
    const file = mt940({ account: OUTSIDE_NUMBER, openingCents, lines }, bankCurrency().code)
    return { file, references: lines.map(({ reference }) => reference) }
  }

  /** What the line is, if the outside bank paid or received it for a transaction. */
  transactionOf(reference: string | null): string | null {
    return this.#lines.find((line) => line.reference === reference)?.transactionId ?? null
  }
}
