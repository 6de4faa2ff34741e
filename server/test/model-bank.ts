/**
 * A model of the bank for property tests: no hashes, batches or rows. Written from the specification, not from the
 * ledger, whose outcomes are compared with it (see `scripts.ts`).
 */
export const MAX_BALANCE_CENTS = 7_036_874_417_766_399n
const MAX_WRONG_ATTEMPTS = 5

export type ModelPerson = {
  admin?: boolean
  active?: boolean
  /** When not active: Pending unless it says otherwise. */
  status?: 'Frozen' | 'Closed'
  pin?: string
  code?: { digits: string; until: number }
  /** Has a savings account beside the main one. */
  saver?: boolean
}

/** A main account has its person's name. */
export const savingsOf = (person: string) => `${person} savings`
function addMoved(moved: Map<string, bigint>, by: string, account: string, amountCents: bigint): void {
  for (const key of [by, `${by} ${ownerOf(account)}`]) moved.set(key, (moved.get(key) ?? 0n) + amountCents)
}

export const ownerOf = (account: string) => account.replace(/ savings$/, '')

export type ModelStatus = 'Active' | 'Pending' | 'Frozen' | 'Closed'

type ModelAccount = {
  postingsCents: bigint[]
  heldCents: bigint
  wrongPins: number
  wrongCodes: number
}

type ModelTransaction = {
  account: string
  amountCents: bigint
  to: string | null
  outgoing: boolean
  /** A payment of the customer, not a debit by the bank. */
  byCustomer?: boolean
  /** The administrator who approved or submitted it first, when a second one must approve. */
  firstAdmin?: string
  /** The transaction it reverses. */
  reverses?: string
  status: 'Pending' | 'Completed' | 'Declined'
}

export type Job = 'import_history' | 'opening_balance'

type ModelContext = {
  /** The session's person; `alive` is false for an ended, foreign or unknown session. */
  by: string
  alive: boolean
  /** A system job submits the command, without a session. */
  job?: Job | null
  at: number
  key?: { route: string; value: string; content: string } | null
}
export type ModelCommand = ModelContext &
  (
    | {
        kind: 'transfer'
        id: string
        from?: string
        amountCents: bigint
        to: string | null
        /** The payee's bank is this one by name. */
        here?: boolean
        /** The request for money that it pays. */
        asked?: string | null
        pin: string
        code: string | null
      }
    | { kind: 'move'; id: string; from: string; to: string; amountCents: bigint }
    | { kind: 'deposit'; id: string; amountCents: bigint; receipt: string }
    | { kind: 'approve' | 'decline'; transactionId: string }
    | { kind: 'cancel'; transactionId: string }
    | { kind: 'reverse'; id: string; transactionId: string }
    | { kind: 'fund' | 'debit'; id: string; customer: string; amountCents: bigint }
  )

type ModelTransfer = Extract<ModelCommand, { kind: 'transfer' }>

/** `cents`: null where the payer chooses, and several may pay. */
export type ModelRequest = { by: string; cents: bigint | null }

export type ModelOutcome = (
  | { transactionId: string; status: ModelTransaction['status']; amountCents: bigint }
  | { refusal: string }
) & { replayed?: true }

const refuse = (code: string): ModelOutcome => ({ refusal: code })

/** Staff don't decide about money of their own; jobs act in the names of the people they replay. */
const isOwn = ({ by, job }: ModelContext, ...accounts: (string | null)[]) =>
  !job && accounts.some((account) => account !== null && ownerOf(account) === by)

export class ModelBank {
  readonly accounts = new Map<string, ModelAccount>()
  readonly transactions = new Map<string, ModelTransaction>()
  readonly #people: Record<string, ModelPerson>
  readonly #statuses = new Map<string, ModelStatus>()
  readonly #fourEyesAboveCents: bigint | null
  /** What each administrator moved alone, on each person's accounts and in all; scripts are shorter than a day. */
  readonly #movedAloneCents = new Map<string, bigint>()
  readonly #receipts: Map<string, { owner: string; used: boolean }>
  readonly #requests: Record<string, ModelRequest>
  /** What pays a request for a fixed amount. */
  readonly #payments = new Map<string, string>()
  readonly #outcomes = new Map<string, { content: string; outcome: ModelOutcome }>()

  constructor(
    people: Record<string, ModelPerson>,
    receipts: Record<string, string>,
    fourEyesAboveCents: bigint | null = null,
    requests: Record<string, ModelRequest> = {},
  ) {
    this.#requests = requests
    this.#people = people
    this.#fourEyesAboveCents = fourEyesAboveCents
    this.#receipts = new Map(Object.entries(receipts).map(([name, owner]) => [name, { owner, used: false }]))
    for (const name of Object.entries(people).flatMap(([name, { saver }]) =>
      saver ? [name, savingsOf(name)] : [name],
    ))
      this.accounts.set(name, { postingsCents: [], heldCents: 0n, wrongPins: 0, wrongCodes: 0 })
  }

  balanceCents(name: string): bigint {
    return this.#account(name).postingsCents.reduce((sum, amountCents) => sum + amountCents, 0n)
  }

  availableCents(name: string): bigint {
    return this.balanceCents(name) - this.#account(name).heldCents
  }

  statusOf(account: string): ModelStatus {
    const name = ownerOf(account)
    const { active, status } = this.#people[name] ?? {}
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

  submit(command: ModelCommand): ModelOutcome {
    if (command.job === 'opening_balance' && command.kind !== 'fund') return refuse('forbidden')
    if (command.job === 'import_history' && ['cancel', 'debit', 'reverse'].includes(command.kind))
      return refuse('forbidden')
    if (!command.job && !command.alive) return refuse('unauthenticated')
    const { key } = command
    if (!key) return this.#execute(command)
    const storedKey = JSON.stringify([command.by, key.route, key.value])
    const stored = this.#outcomes.get(storedKey)
    if (stored) {
      if (stored.content !== key.content) return refuse('idempotency_key_reused')
      return this.#wrongSecretAgain(command, stored.outcome) ?? { ...stored.outcome, replayed: true }
    }
    const outcome = this.#execute(command)
    if (!('refusal' in outcome && /^(pin|code)_/.test(outcome.refusal)))
      this.#outcomes.set(storedKey, { content: key.content, outcome })
    return outcome
  }

  /** A replay tells nothing about a secret: a wrong one is refused and counted before the stored outcome is returned. */
  #wrongSecretAgain(command: ModelCommand, stored: ModelOutcome): ModelOutcome | null {
    if (command.kind !== 'transfer') return null
    if (
      'refusal' in stored &&
      /^(not_found|same_account|use_move|account_(pending|frozen|closed))$/.test(stored.refusal)
    )
      return null
    const refusal = this.#checkPin(command)
    if (refusal) return refusal
    const { code } = this.#people[command.by] ?? {}
    return code && command.code !== null && command.at < code.until ? this.#checkCode(command) : null
  }

  #execute(command: ModelCommand): ModelOutcome {
    switch (command.kind) {
      case 'transfer':
        return this.#transfer(command)
      case 'move':
        return this.#move(command)
      case 'deposit':
        return this.#deposit(command)
      case 'approve':
      case 'decline':
        return this.#decide(command)
      case 'cancel':
        return this.#cancel(command)
      case 'reverse':
        return this.#reverse(command)
      default:
        return this.#adjust(command)
    }
  }

  #account(name: string): ModelAccount {
    const account = this.accounts.get(name)
    if (!account) throw new Error(`Unknown person ${name}`)
    return account
  }

  #outcomeOf(id: string): ModelOutcome {
    const transaction = this.transactions.get(id)
    return transaction
      ? { transactionId: id, status: transaction.status, amountCents: transaction.amountCents }
      : refuse('not_found')
  }

  #transfer(command: ModelTransfer): ModelOutcome {
    const { by, id, from = by, to, here = false, job, amountCents, asked } = command
    const request = asked ? this.#requests[asked] : undefined
    if (request?.by === by) return refuse('same_account')
    if (!this.#isOwnAccount(by, from)) return refuse('not_found')
    if (to === from) return refuse('same_account')
    if (!job && to && ownerOf(to) === by) return refuse('use_move')
    const status = this.statusOf(by)
    if (status !== 'Active') return refuse(`account_${status.toLowerCase()}`)
    const refusal = this.#checkPin(command) ?? this.#checkCode(command)
    if (refusal) return refusal
    if (to && this.statusOf(to) === 'Closed') return refuse('receiver_closed')
    const notAsked = asked && this.#refuseRequest(asked, to, amountCents)
    if (notAsked) return notAsked
    if (amountCents > this.availableCents(from)) return refuse('insufficient_balance')
    if (!job && here && !to) return refuse('unknown_account')
    if (asked && request?.cents) this.#payments.set(asked, id)
    this.#account(from).heldCents += amountCents
    this.transactions.set(id, {
      account: from,
      amountCents: -amountCents,
      to,
      outgoing: true,
      byCustomer: true,
      status: 'Pending',
    })
    return this.#outcomeOf(id)
  }

  /** A declined payment leaves its request open. */
  #refuseRequest(asked: string, to: string | null, amountCents: bigint): ModelOutcome | null {
    const request = this.#requests[asked]
    if (!request) return refuse('pay_request_invalid')
    const status = this.transactions.get(this.#payments.get(asked) ?? '')?.status
    if (status === 'Pending') return refuse('pay_request_pending')
    if (status === 'Completed') return refuse('pay_request_paid')
    const fits = to === request.by && (request.cents === null || request.cents === amountCents)
    return fits ? null : refuse('pay_request_differs')
  }

  #isOwnAccount = (person: string, account: string) => this.accounts.has(account) && ownerOf(account) === person

  /** At once, without a PIN, and only between accounts of one person. */
  #move({ by, id, from, to, amountCents }: Extract<ModelCommand, { kind: 'move' }>): ModelOutcome {
    if (!this.#isOwnAccount(by, from) || !this.#isOwnAccount(by, to)) return refuse('not_found')
    if (from === to) return refuse('same_account')
    const status = this.statusOf(by)
    if (status !== 'Active') return refuse(`account_${status.toLowerCase()}`)
    if (amountCents > this.availableCents(from)) return refuse('insufficient_balance')
    if (this.balanceCents(to) + amountCents > MAX_BALANCE_CENTS) return refuse('balance_limit')
    this.#account(from).postingsCents.push(-amountCents)
    this.#account(to).postingsCents.push(amountCents)
    const move = { account: from, amountCents: -amountCents, to, outgoing: true, byCustomer: true }
    this.transactions.set(id, { ...move, status: 'Completed' })
    return this.#outcomeOf(id)
  }

  #checkPin({ by, pin }: ModelTransfer): ModelOutcome | null {
    const person = this.#people[by] ?? {}
    const account = this.#account(by)
    if (!person.pin) return refuse('pin_missing')
    if (account.wrongPins === MAX_WRONG_ATTEMPTS) return refuse('pin_locked')
    if (person.pin !== pin) {
      account.wrongPins++
      return refuse('pin_incorrect')
    }
    account.wrongPins = 0
    return null
  }

  #checkCode({ by, code, at }: ModelTransfer): ModelOutcome | null {
    const person = this.#people[by] ?? {}
    const account = this.#account(by)
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

  #deposit({ by, id, amountCents, receipt: name }: Extract<ModelCommand, { kind: 'deposit' }>): ModelOutcome {
    if (this.statusOf(by) === 'Closed') return refuse('account_closed')
    const receipt = this.#receipts.get(name)
    if (receipt?.owner !== by) return refuse('not_found')
    if (receipt.used) return refuse('receipt_used')
    receipt.used = true
    this.transactions.set(id, { account: by, amountCents, to: null, outgoing: false, status: 'Pending' })
    return this.#outcomeOf(id)
  }

  #mayDecide({ by, job }: ModelContext): boolean {
    const person = this.#people[by]
    return Boolean(job) || (person?.admin === true && this.statusOf(by) === 'Active')
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

  #cancel({ by, transactionId }: Extract<ModelCommand, { kind: 'cancel' }>): ModelOutcome {
    if (this.statusOf(by) === 'Closed') return refuse('account_closed')
    const transaction = this.transactions.get(transactionId)
    const isTransfer = transaction?.outgoing && transaction.byCustomer
    if (!isTransfer || ownerOf(transaction.account) !== by) return refuse('not_found')
    if (transaction.status !== 'Pending') return refuse('already_decided')
    transaction.status = 'Declined'
    this.#account(transaction.account).heldCents += transaction.amountCents
    return this.#outcomeOf(transactionId)
  }

  #decide(command: Extract<ModelCommand, { kind: 'approve' | 'decline' }>): ModelOutcome {
    if (!this.#mayDecide(command)) return refuse('forbidden')
    const transaction = this.transactions.get(command.transactionId)
    if (!transaction) return refuse('not_found')
    if (isOwn(command, transaction.account, transaction.to)) return refuse('own_account')
    const status = command.kind === 'approve' ? 'Completed' : 'Declined'
    if (transaction.status !== 'Pending')
      return transaction.status === status ? this.#outcomeOf(command.transactionId) : refuse('already_decided')

    const { by } = command
    const payment = transaction.outgoing && transaction.byCustomer === true
    if (command.kind === 'approve' && payment && this.statusOf(transaction.account) !== 'Active')
      return refuse('sender_frozen')
    if (command.kind === 'approve' && transaction.to && this.statusOf(transaction.to) === 'Closed')
      return refuse('receiver_closed')
    if (command.kind === 'approve' && transaction.firstAdmin === by) return refuse('second_admin_needed')
    const receiver = transaction.outgoing ? transaction.to : transaction.account
    const sizeCents = transaction.outgoing ? -transaction.amountCents : transaction.amountCents
    if (command.kind === 'approve' && receiver && this.balanceCents(receiver) + sizeCents > MAX_BALANCE_CENTS)
      return refuse('balance_limit')
    const alone = command.kind === 'approve' && !transaction.firstAdmin
    if (alone && this.#needsSecondAdmin(command, sizeCents, transaction.account)) {
      transaction.firstAdmin = by
      return this.#outcomeOf(command.transactionId)
    }
    if (alone) this.#countAlone(by, transaction.account, sizeCents)
    transaction.status = status
    if (transaction.outgoing) this.#account(transaction.account).heldCents -= sizeCents
    if (command.kind === 'approve') {
      this.#account(transaction.account).postingsCents.push(transaction.amountCents)
      if (transaction.outgoing && transaction.to) this.#account(transaction.to).postingsCents.push(sizeCents)
    }
    return this.#outcomeOf(command.transactionId)
  }

  #reverse(command: Extract<ModelCommand, { kind: 'reverse' }>): ModelOutcome {
    const { id, by, transactionId } = command
    if (!this.#mayDecide(command)) return refuse('forbidden')
    const original = this.transactions.get(transactionId)
    if (!original) return refuse('not_found')
    if (isOwn(command, original.account, original.to)) return refuse('own_account')
    if (original.status !== 'Completed' || original.reverses) return refuse('not_reversible')
    const reversals = [...this.transactions.values()].filter(({ reverses }) => reverses === transactionId)
    if (reversals.some(({ status }) => status === 'Completed')) return refuse('already_reversed')
    if (reversals.some(({ status }) => status === 'Pending')) return refuse('reversal_pending')

    const { account, amountCents, outgoing } = original
    const sizeCents = outgoing ? -amountCents : amountCents
    const [payer, payee] = outgoing ? [original.to, account] : [account, null]
    if (payer && sizeCents > this.availableCents(payer)) return refuse('insufficient_balance')
    if (payee && this.balanceCents(payee) + sizeCents > MAX_BALANCE_CENTS) return refuse('balance_limit')
    // Both sides count, even where they are two accounts of one person.
    const sides = [payer, payee].filter((side) => side !== null)
    if (this.#needsSecondAdmin(command, sizeCents, ...sides)) {
      if (payer) this.#account(payer).heldCents += sizeCents
      const pending = payer
        ? { account: payer, amountCents: -sizeCents, to: payee, outgoing: true }
        : { account, amountCents: sizeCents, to: null, outgoing: false }
      this.transactions.set(id, { ...pending, reverses: transactionId, firstAdmin: by, status: 'Pending' })
    } else {
      for (const side of sides) this.#countAlone(by, side, sizeCents)
      if (payer) this.#account(payer).postingsCents.push(-sizeCents)
      if (payee) this.#account(payee).postingsCents.push(sizeCents)
      const opposite = { account, amountCents: -amountCents, to: original.to, outgoing: !outgoing }
      this.transactions.set(id, { ...opposite, reverses: transactionId, status: 'Completed' })
    }
    return this.#outcomeOf(id)
  }

  #adjust(command: Extract<ModelCommand, { kind: 'fund' | 'debit' }>): ModelOutcome {
    const { id, customer, amountCents, kind } = command
    if (!this.#mayDecide(command)) return refuse('forbidden')
    if (isOwn(command, customer)) return refuse('own_account')
    if (!this.accounts.has(customer)) return refuse('not_found')
    if (this.statusOf(customer) === 'Closed') return refuse('account_closed')
    if (kind === 'debit' && amountCents > this.availableCents(customer)) return refuse('insufficient_balance')
    if (kind === 'fund' && this.balanceCents(customer) + amountCents > MAX_BALANCE_CENTS) return refuse('balance_limit')
    const signedCents = kind === 'fund' ? amountCents : -amountCents
    const transaction = { account: customer, amountCents: signedCents, to: null, outgoing: kind === 'debit' }
    if (this.#needsSecondAdmin(command, amountCents, customer)) {
      if (transaction.outgoing) this.#account(customer).heldCents += amountCents
      this.transactions.set(id, { ...transaction, firstAdmin: command.by, status: 'Pending' })
    } else {
      this.#countAlone(command.by, customer, amountCents)
      this.#account(customer).postingsCents.push(signedCents)
      this.transactions.set(id, { ...transaction, status: 'Completed' })
    }
    return this.#outcomeOf(id)
  }
}
