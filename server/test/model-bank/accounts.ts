import {
  type ModelOutcome,
  type ModelPerson,
  type ModelStatus,
  type ModelTransaction,
  type ModelTransfer,
  ownerOf,
  refuse,
  savingsOf,
} from './commands.ts'

const MAX_WRONG_ATTEMPTS = 5

type ModelAccount = {
  postingsCents: bigint[]
  heldCents: bigint
  wrongPins: number
  wrongCodes: number
}

/** People with their accounts, statuses and secrets, and all transactions. */
export class ModelAccounts {
  readonly accounts = new Map<string, ModelAccount>()
  readonly transactions = new Map<string, ModelTransaction>()
  readonly people: Record<string, ModelPerson>
  readonly #statuses = new Map<string, ModelStatus>()

  constructor(people: Record<string, ModelPerson>) {
    this.people = people
    for (const name of Object.entries(people).flatMap(([name, { saver }]) =>
      saver ? [name, savingsOf(name)] : [name],
    ))
      this.accounts.set(name, { postingsCents: [], heldCents: 0n, wrongPins: 0, wrongCodes: 0 })
  }

  balanceCents(name: string): bigint {
    return this.account(name).postingsCents.reduce((sum, amountCents) => sum + amountCents, 0n)
  }

  availableCents(name: string): bigint {
    return this.balanceCents(name) - this.account(name).heldCents
  }

  statusOf(account: string): ModelStatus {
    const name = ownerOf(account)
    const { active, status } = this.people[name] ?? {}
    return this.#statuses.get(name) ?? (active ? 'Active' : (status ?? 'Pending'))
  }

  /** Staff change a status. Closing is final and needs an empty account; null: done. */
  setStatus(name: string, status: ModelStatus): string | null {
    if (this.statusOf(name) === 'Closed') return 'account_closed'
    const isOpen = ({ account, status }: ModelTransaction) => ownerOf(account) === name && status === 'Pending'
    const pending = [...this.transactions.values()].some(isOpen)
    const empty = [...this.accounts.keys()].every((account) => ownerOf(account) !== name || !this.balanceCents(account))
    if (status === 'Closed' && (pending || !empty)) return 'account_not_empty'
    this.#statuses.set(name, status)
    return null
  }

  account(name: string): ModelAccount {
    const account = this.accounts.get(name)
    if (!account) throw new Error(`Unknown person ${name}`)
    return account
  }

  outcomeOf(id: string): ModelOutcome {
    const transaction = this.transactions.get(id)
    return transaction
      ? { transactionId: id, status: transaction.status, amountCents: transaction.amountCents }
      : refuse('not_found')
  }

  isOwnAccount(person: string, account: string): boolean {
    return this.accounts.has(account) && ownerOf(account) === person
  }

  checkPin({ by, pin }: ModelTransfer): ModelOutcome | null {
    const person = this.people[by] ?? {}
    const account = this.account(by)
    if (!person.pin) return refuse('pin_missing')
    if (account.wrongPins === MAX_WRONG_ATTEMPTS) return refuse('pin_locked')
    if (person.pin !== pin) {
      account.wrongPins++
      return refuse('pin_incorrect')
    }
    account.wrongPins = 0
    return null
  }

  checkCode({ by, code, at }: ModelTransfer): ModelOutcome | null {
    const person = this.people[by] ?? {}
    const account = this.account(by)
    if (!person.code) return null
    if (code === null) return refuse('code_required')
    if (account.wrongCodes === MAX_WRONG_ATTEMPTS) return refuse('code_locked')
    if (at >= person.code.until) return refuse('code_expired')
    if (person.code.digits !== code) {
      account.wrongCodes++
      return refuse('code_incorrect')
    }
    account.wrongCodes = 0
    return null
  }
}
