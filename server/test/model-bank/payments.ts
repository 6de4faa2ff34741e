import type { ModelAccounts } from './accounts.ts'
import {
  MAX_BALANCE_CENTS,
  type ModelCommand,
  type ModelOutcome,
  type ModelRequest,
  type ModelTransfer,
  ownerOf,
  refuse,
} from './commands.ts'

/** What customers do with their own money: transfers, moves, deposits, and cancelling. */
export class ModelPayments {
  readonly #bank: ModelAccounts
  readonly #receipts: Map<string, { owner: string; used: boolean }>
  readonly #requests: Record<string, ModelRequest>
  /** What pays a request for a fixed amount. */
  readonly #payments = new Map<string, string>()

  constructor(bank: ModelAccounts, receipts: Record<string, string>, requests: Record<string, ModelRequest>) {
    this.#bank = bank
    this.#requests = requests
    this.#receipts = new Map(Object.entries(receipts).map(([name, owner]) => [name, { owner, used: false }]))
  }

  transfer(command: ModelTransfer): ModelOutcome {
    const { by, id, from = by, to, here = false, job, amountCents, asked } = command
    const request = asked ? this.#requests[asked] : undefined
    if (request?.by === by) return refuse('same_account')
    if (!this.#bank.isOwnAccount(by, from)) return refuse('not_found')
    if (to === from) return refuse('same_account')
    if (!job && to && ownerOf(to) === by) return refuse('use_move')
    const status = this.#bank.statusOf(by)
    if (status !== 'Active') return refuse(`account_${status.toLowerCase()}`)
    const refusal = this.#bank.checkPin(command) ?? this.#bank.checkCode(command)
    if (refusal) return refusal
    if (to && this.#bank.statusOf(to) === 'Closed') return refuse('receiver_closed')
    const notAsked = asked && this.#refuseRequest(asked, to, amountCents)
    if (notAsked) return notAsked
    if (amountCents > this.#bank.availableCents(from)) return refuse('insufficient_balance')
    if (!job && here && !to) return refuse('unknown_account')
    if (asked && request?.cents) this.#payments.set(asked, id)
    this.#bank.account(from).heldCents += amountCents
    this.#bank.transactions.set(id, {
      account: from,
      amountCents: -amountCents,
      to,
      outgoing: true,
      byCustomer: true,
      status: 'Pending',
    })
    return this.#bank.outcomeOf(id)
  }

  /** A declined payment leaves its request open. */
  #refuseRequest(asked: string, to: string | null, amountCents: bigint): ModelOutcome | null {
    const request = this.#requests[asked]
    if (!request) return refuse('pay_request_invalid')
    const status = this.#bank.transactions.get(this.#payments.get(asked) ?? '')?.status
    if (status === 'Pending') return refuse('pay_request_pending')
    if (status === 'Completed') return refuse('pay_request_paid')
    const fits = to === request.by && (request.cents === null || request.cents === amountCents)
    return fits ? null : refuse('pay_request_differs')
  }

  /** At once, without a PIN, and only between accounts of one person. */
  move({ by, id, from, to, amountCents }: Extract<ModelCommand, { kind: 'move' }>): ModelOutcome {
    if (!this.#bank.isOwnAccount(by, from) || !this.#bank.isOwnAccount(by, to)) return refuse('not_found')
    if (from === to) return refuse('same_account')
    const status = this.#bank.statusOf(by)
    if (status !== 'Active') return refuse(`account_${status.toLowerCase()}`)
    if (amountCents > this.#bank.availableCents(from)) return refuse('insufficient_balance')
    if (this.#bank.balanceCents(to) + amountCents > MAX_BALANCE_CENTS) return refuse('balance_limit')
    this.#bank.account(from).postingsCents.push(-amountCents)
    this.#bank.account(to).postingsCents.push(amountCents)
    const move = { account: from, amountCents: -amountCents, to, outgoing: true, byCustomer: true }
    this.#bank.transactions.set(id, { ...move, status: 'Completed' })
    return this.#bank.outcomeOf(id)
  }

  deposit({ by, id, amountCents, receipt: name }: Extract<ModelCommand, { kind: 'deposit' }>): ModelOutcome {
    if (this.#bank.statusOf(by) === 'Closed') return refuse('account_closed')
    const receipt = this.#receipts.get(name)
    if (receipt?.owner !== by) return refuse('not_found')
    if (receipt.used) return refuse('receipt_used')
    receipt.used = true
    this.#bank.transactions.set(id, { account: by, amountCents, to: null, outgoing: false, status: 'Pending' })
    return this.#bank.outcomeOf(id)
  }

  cancel({ by, transactionId }: Extract<ModelCommand, { kind: 'cancel' }>): ModelOutcome {
    if (this.#bank.statusOf(by) === 'Closed') return refuse('account_closed')
    const transaction = this.#bank.transactions.get(transactionId)
    const isTransfer = transaction?.outgoing && transaction.byCustomer
    if (!isTransfer || ownerOf(transaction.account) !== by) return refuse('not_found')
    if (transaction.status !== 'Pending') return refuse('already_decided')
    transaction.status = 'Declined'
    this.#bank.account(transaction.account).heldCents += transaction.amountCents
    return this.#bank.outcomeOf(transactionId)
  }
}
