import type { ModelAccounts } from './accounts.ts'
import {
  MAX_BALANCE_CENTS,
  type ModelCommand,
  type ModelContext,
  type ModelOutcome,
  ownerOf,
  refuse,
} from './commands.ts'

function addMoved(moved: Map<string, bigint>, by: string, account: string, amountCents: bigint): void {
  for (const key of [by, `${by} ${ownerOf(account)}`]) moved.set(key, (moved.get(key) ?? 0n) + amountCents)
}

/** Staff don't decide about money of their own; jobs act in the names of the people they replay. */
const isOwn = ({ by, job }: ModelContext, ...accounts: (string | null)[]) =>
  !job && accounts.some((account) => account !== null && ownerOf(account) === by)

/** What staff decide about customers' money, alone or with a second person. */
export class ModelDecisions {
  readonly #bank: ModelAccounts
  readonly #fourEyesAboveCents: bigint | null
  /** What each administrator moved alone, on each person's accounts and in all; scripts are shorter than a day. */
  readonly #movedAloneCents = new Map<string, bigint>()

  constructor(bank: ModelAccounts, fourEyesAboveCents: bigint | null) {
    this.#bank = bank
    this.#fourEyesAboveCents = fourEyesAboveCents
  }

  #mayDecide({ by, job }: ModelContext): boolean {
    const person = this.#bank.people[by]
    return Boolean(job) || (person?.admin === true && this.#bank.statusOf(by) === 'Active')
  }

  /** Each side counts for its owner, and for the ten times as much that one administrator moves alone over all customers. */
  #needsSecondAdmin({ job, by }: ModelContext, amountCents: bigint, ...sides: readonly string[]): boolean {
    const limitCents = this.#fourEyesAboveCents
    if (limitCents === null || job) return false
    const moved = new Map(this.#movedAloneCents)
    for (const side of sides) addMoved(moved, by, side, amountCents)
    const isAbove = (key: string, cents: bigint) => (moved.get(key) ?? 0n) > cents
    return isAbove(by, limitCents * 10n) || sides.some((side) => isAbove(`${by} ${ownerOf(side)}`, limitCents))
  }

  #countAlone(by: string, account: string, amountCents: bigint): void {
    addMoved(this.#movedAloneCents, by, account, amountCents)
  }

  decide(command: Extract<ModelCommand, { kind: 'approve' | 'decline' }>): ModelOutcome {
    if (!this.#mayDecide(command)) return refuse('forbidden')
    const transaction = this.#bank.transactions.get(command.transactionId)
    if (!transaction) return refuse('not_found')
    if (isOwn(command, transaction.account, transaction.to)) return refuse('own_account')
    const status = command.kind === 'approve' ? 'Completed' : 'Declined'
    if (transaction.status !== 'Pending')
      return transaction.status === status ? this.#bank.outcomeOf(command.transactionId) : refuse('already_decided')

    const { by } = command
    const payment = transaction.outgoing && transaction.byCustomer === true
    if (command.kind === 'approve' && payment && this.#bank.statusOf(transaction.account) !== 'Active')
      return refuse('sender_frozen')
    if (command.kind === 'approve' && transaction.to && this.#bank.statusOf(transaction.to) === 'Closed')
      return refuse('receiver_closed')
    if (command.kind === 'approve' && transaction.firstAdmin === by) return refuse('second_admin_needed')
    const receiver = transaction.outgoing ? transaction.to : transaction.account
    const sizeCents = transaction.outgoing ? -transaction.amountCents : transaction.amountCents
    if (command.kind === 'approve' && receiver && this.#bank.balanceCents(receiver) + sizeCents > MAX_BALANCE_CENTS)
      return refuse('balance_limit')
    const alone = command.kind === 'approve' && !transaction.firstAdmin
    if (alone && this.#needsSecondAdmin(command, sizeCents, transaction.account)) {
      transaction.firstAdmin = by
      return this.#bank.outcomeOf(command.transactionId)
    }
    if (alone) this.#countAlone(by, transaction.account, sizeCents)
    transaction.status = status
    if (transaction.outgoing) this.#bank.account(transaction.account).heldCents -= sizeCents
    if (command.kind === 'approve') {
      this.#bank.account(transaction.account).postingsCents.push(transaction.amountCents)
      if (transaction.outgoing && transaction.to) this.#bank.account(transaction.to).postingsCents.push(sizeCents)
    }
    return this.#bank.outcomeOf(command.transactionId)
  }

  reverse(command: Extract<ModelCommand, { kind: 'reverse' }>): ModelOutcome {
    const { id, by, transactionId } = command
    if (!this.#mayDecide(command)) return refuse('forbidden')
    const original = this.#bank.transactions.get(transactionId)
    if (!original) return refuse('not_found')
    if (isOwn(command, original.account, original.to)) return refuse('own_account')
    if (original.status !== 'Completed' || original.reverses) return refuse('not_reversible')
    const reversals = [...this.#bank.transactions.values()].filter(({ reverses }) => reverses === transactionId)
    if (reversals.some(({ status }) => status === 'Completed')) return refuse('already_reversed')
    if (reversals.some(({ status }) => status === 'Pending')) return refuse('reversal_pending')

    const { account, amountCents, outgoing } = original
    const sizeCents = outgoing ? -amountCents : amountCents
    const [payer, payee] = outgoing ? [original.to, account] : [account, null]
    if (payer && sizeCents > this.#bank.availableCents(payer)) return refuse('insufficient_balance')
    if (payee && this.#bank.balanceCents(payee) + sizeCents > MAX_BALANCE_CENTS) return refuse('balance_limit')
    // Both sides count, even where they are two accounts of one person.
    const sides = [payer, payee].filter((side) => side !== null)
    if (this.#needsSecondAdmin(command, sizeCents, ...sides)) {
      if (payer) this.#bank.account(payer).heldCents += sizeCents
      const pending = payer
        ? { account: payer, amountCents: -sizeCents, to: payee, outgoing: true }
        : { account, amountCents: sizeCents, to: null, outgoing: false }
      this.#bank.transactions.set(id, { ...pending, reverses: transactionId, firstAdmin: by, status: 'Pending' })
    } else {
      for (const side of sides) this.#countAlone(by, side, sizeCents)
      if (payer) this.#bank.account(payer).postingsCents.push(-sizeCents)
      if (payee) this.#bank.account(payee).postingsCents.push(sizeCents)
      const opposite = { account, amountCents: -amountCents, to: original.to, outgoing: !outgoing }
      this.#bank.transactions.set(id, { ...opposite, reverses: transactionId, status: 'Completed' })
    }
    return this.#bank.outcomeOf(id)
  }

  adjust(command: Extract<ModelCommand, { kind: 'fund' | 'debit' }>): ModelOutcome {
    const { id, customer, amountCents, kind } = command
    if (!this.#mayDecide(command)) return refuse('forbidden')
    if (isOwn(command, customer)) return refuse('own_account')
    if (!this.#bank.accounts.has(customer)) return refuse('not_found')
    if (this.#bank.statusOf(customer) === 'Closed') return refuse('account_closed')
    if (kind === 'debit' && amountCents > this.#bank.availableCents(customer)) return refuse('insufficient_balance')
    if (kind === 'fund' && this.#bank.balanceCents(customer) + amountCents > MAX_BALANCE_CENTS)
      return refuse('balance_limit')
    const signedCents = kind === 'fund' ? amountCents : -amountCents
    const transaction = { account: customer, amountCents: signedCents, to: null, outgoing: kind === 'debit' }
    if (this.#needsSecondAdmin(command, amountCents, customer)) {
      if (transaction.outgoing) this.#bank.account(customer).heldCents += amountCents
      this.#bank.transactions.set(id, { ...transaction, firstAdmin: command.by, status: 'Pending' })
    } else {
      this.#countAlone(command.by, customer, amountCents)
      this.#bank.account(customer).postingsCents.push(signedCents)
      this.#bank.transactions.set(id, { ...transaction, status: 'Completed' })
    }
    return this.#bank.outcomeOf(id)
  }
}
