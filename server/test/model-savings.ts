/**
 * A model of savings rules for property tests, beside that of the bank: no postings, numbers or batches. Written from the
 * specification, not from the job, whose runs are compared with it. Days are those of the bank ('2027-01-15').
 */
export type ModelRules = { roundUp: boolean; every: { cents: bigint; day: number } | null }

/** What the job has to move on a day, in full or not at all. */
export type ModelRun = { account: number; kind: 'round_up' | 'every'; dueOn: string; cents: bigint }

type Payment = { id: string; cents: bigint; day: string }
type Monthly = { cents: bigint; day: number; nextOn: string }

const WHOLE_CENTS = 100n

export class ModelSavings {
  mainCents: bigint
  heldCents = 0n
  readonly savedCents: bigint[]
  isFrozen = false
  #roundsInto: number | null = null
  /** Payments that wait for the end of their day. */
  #waiting: Payment[] = []
  readonly #monthly = new Map<number, Monthly>()
  /** The last month ('2027-01') in which the amount of an account was due. */
  readonly #lastMonth = new Map<number, string>()

  constructor(mainCents: bigint, accounts: number) {
    this.mainCents = mainCents
    this.savedCents = Array.from({ length: accounts }, () => 0n)
  }

  get availableCents(): bigint {
    return this.mainCents - this.heldCents
  }

  /** Payments are rounded up for one account: what waits comes along to the next one, and is given up where there is none. */
  setRules(account: number, { roundUp, every }: ModelRules, today: string): void {
    if (roundUp && this.#roundsInto === null) this.#waiting = []
    if (roundUp) this.#roundsInto = account
    else if (this.#roundsInto === account) this.#roundsInto = null
    const before = this.#monthly.get(account)
    this.#monthly.delete(account)
    if (!every) return
    const nextOn = before?.day === every.day ? before.nextOn : this.#firstOn(account, every.day, today)
    this.#monthly.set(account, { ...every, nextOn })
  }

  /** The next such day, today included, in a month in which nothing was due yet. */
  #firstOn(account: number, day: number, today: string): string {
    let month = today.slice(0, 7)
    while (onDay(month, day) < today || month <= (this.#lastMonth.get(account) ?? '')) month = nextMonth(month)
    return onDay(month, day)
  }

  /** A payment to others is completed. */
  pay(id: string, cents: bigint, day: string): void {
    this.mainCents -= cents
    if (this.#roundsInto !== null) this.#waiting.push({ id, cents, day })
  }

  /** The payment is reversed. On a later day it counts: its day is over. */
  comeBack(id: string, cents: bigint, day: string): void {
    this.mainCents += cents
    this.#waiting = this.#waiting.filter((payment) => payment.id !== id || payment.day !== day)
  }

  move(account: number, cents: bigint): void {
    this.mainCents -= cents
    this.savedCents[account] = (this.savedCents[account] ?? 0n) + cents
  }

  /** Everything that is due until today, each once: the next call has the rest only. */
  takeDue(today: string): ModelRun[] {
    const runs: ModelRun[] = []
    if (this.#roundsInto !== null) {
      const account = this.#roundsInto
      const over = this.#waiting.filter(({ day }) => day < today)
      this.#waiting = this.#waiting.filter(({ day }) => day >= today)
      for (const [dueOn, payments] of Map.groupBy(over, ({ day }) => day)) {
        const cents = payments.reduce((sum, payment) => sum + roundedUp(payment.cents), 0n)
        if (cents > 0n) runs.push({ account, kind: 'round_up', dueOn, cents })
      }
    }
    for (const [account, monthly] of this.#monthly)
      for (; monthly.nextOn <= today; monthly.nextOn = onDay(nextMonth(monthly.nextOn.slice(0, 7)), monthly.day)) {
        runs.push({ account, kind: 'every', dueOn: monthly.nextOn, cents: monthly.cents })
        this.#lastMonth.set(account, monthly.nextOn.slice(0, 7))
      }
    return runs
  }
}

const roundedUp = (cents: bigint) => (WHOLE_CENTS - (cents % WHOLE_CENTS)) % WHOLE_CENTS
const onDay = (month: string, day: number) => `${month}-${String(day).padStart(2, '0')}`

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? [year + 1, 1] : [year, number + 1]
  return `${next[0]}-${String(next[1]).padStart(2, '0')}`
}
