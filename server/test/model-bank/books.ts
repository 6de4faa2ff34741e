type ModelLine = { account: string; debitCents: bigint }
type ModelEntry = { on: string; lines: readonly ModelLine[]; reverses: string | null }
type ProposedChange =
  | { kind: 'entry'; entry: ModelEntry }
  | { kind: 'closing'; until: string; after: string | null }
  | { kind: 'reopening'; closing: string }
type ModelProposal = ProposedChange & {
  by: string
  state: 'pending' | 'confirmed' | 'rejected'
  decidedBy: string | null
}
type ModelClosing = { name: string; until: string; hasDocuments: boolean }
export type ModelAnswer = { proposal: string } | { refusal: string }

const RESERVED = ['2000', '2010', '2090']
const SUSPENSE = '2100'

type Start = {
  today: string
  /** Debits less credits, by the codes of the chart. An account that is not in it does not exist. */
  balances: Record<string, bigint>
  closedUntil: string | null
  /** Credits of statements that wait in suspense. */
  statementEntries: readonly bigint[]
  /** The code of the account at the other bank that they arrived on. */
  external: string
}

/**
 * The part of the model bank that no customer sees: journal entries by hand, statement entries booked to the chart, closed accounts and closed
 * periods. Proposals are named in their order; an entry and a closing have the name of the proposal. A refusal is null where it is done.
 */
export class ModelBooks {
  readonly balances: Map<string, bigint>
  readonly proposals = new Map<string, ModelProposal>()
  readonly #today: string
  readonly #external: string
  readonly #closedAccounts = new Set<string>()
  /** In force, the last one at the end. */
  readonly #closings: ModelClosing[]
  readonly #statementEntries: { cents: bigint; bookedTo: string | null }[]

  constructor({ today, balances, closedUntil, statementEntries, external }: Start) {
    this.#today = today
    this.#external = external
    this.balances = new Map(Object.entries(balances))
    this.#closings = closedUntil ? [{ name: '', until: closedUntil, hasDocuments: false }] : []
    this.#statementEntries = statementEntries.map((cents) => ({ cents, bookedTo: null }))
  }

  get closedUntil(): string | null {
    return this.#closings.at(-1)?.until ?? null
  }

  /** The names of all closings, also of reopened ones. */
  get closings(): string[] {
    return this.#confirmed('closing')
  }

  proposeEntry(by: string, entry: Omit<ModelEntry, 'reverses'>): ModelAnswer {
    const proposed = { ...entry, reverses: null }
    return this.#propose({ kind: 'entry', entry: proposed }, by, this.#entryRefusal(proposed))
  }

  proposeReversal(by: string, name: string, on: string): ModelAnswer {
    const original = this.#entry(name)
    if (!original) return { refusal: 'not_found' }
    const lines = original.lines.map(({ account, debitCents }) => ({ account, debitCents: -debitCents }))
    const entry = { on, lines, reverses: name }
    const waits = [...this.proposals.values()].some(
      (one) => one.kind === 'entry' && one.state === 'pending' && one.entry.reverses === name,
    )
    return this.#propose({ kind: 'entry', entry }, by, this.#entryRefusal(entry) ?? (waits ? 'already_proposed' : null))
  }

  /** One day at a time waits; that day again is the proposal that is there. */
  proposeClosing(by: string, until: string): ModelAnswer {
    if (until >= this.#today) return { refusal: 'day_not_over' }
    const after = this.closedUntil
    if (after !== null && until <= after) return { refusal: 'period_closed' }
    for (const [proposal, one] of this.proposals)
      if (one.kind === 'closing' && one.state === 'pending')
        return one.until === until && one.after === after ? { proposal } : { refusal: 'already_proposed' }
    return this.#propose({ kind: 'closing', until, after }, by, null)
  }

  proposeReopening(by: string, closing: string): ModelAnswer {
    if (this.#closings.at(-1)?.name !== closing) return { refusal: 'closing_not_last' }
    for (const [proposal, one] of this.proposals)
      if (one.kind === 'reopening' && one.state === 'pending' && one.closing === closing) return { proposal }
    return this.#propose({ kind: 'reopening', closing }, by, null)
  }

  /** What one person proposed another one confirms, whatever the amount; it may have become impossible meanwhile. */
  confirm(by: string, name: string): string | null {
    const proposal = this.#proposal(name)
    if (proposal.state !== 'pending') return this.#again(proposal, by, 'confirmed')
    if (proposal.by === by) return 'second_admin_needed'
    const refusal = this.#carryOut(name, proposal)
    if (refusal) return refusal
    Object.assign(proposal, { state: 'confirmed', decidedBy: by })
    return null
  }

  reject(by: string, name: string): string | null {
    const proposal = this.#proposal(name)
    if (proposal.state !== 'pending') return this.#again(proposal, by, 'rejected')
    Object.assign(proposal, { state: 'rejected', decidedBy: by })
    return null
  }

  makeDocuments(): void {
    for (const closing of this.#closings) closing.hasDocuments = true
  }

  /** An account that staff added. */
  setClosed(account: string, isClosed: boolean): string | null {
    if (isClosed && !this.#closedAccounts.has(account) && this.balances.get(account)) return 'gl_account_not_empty'
    if (isClosed) this.#closedAccounts.add(account)
    else this.#closedAccounts.delete(account)
    return null
  }

  /** Out of suspense, by one person. */
  book(place: number, account: string): string | null {
    const entry = this.#statementEntry(place)
    if (entry.bookedTo) return 'line_decided'
    if (account === this.#external) return 'gl_account_of_line'
    const refusal = account === SUSPENSE ? 'gl_account_reserved' : this.#accountRefusal(account)
    if (refusal) return refusal
    entry.bookedTo = account
    this.#add(SUSPENSE, entry.cents)
    this.#add(account, -entry.cents)
    return null
  }

  /** Back to suspense. One that waits there stays. */
  undo(place: number): null {
    const entry = this.#statementEntry(place)
    if (!entry.bookedTo) return null
    this.#add(entry.bookedTo, entry.cents)
    this.#add(SUSPENSE, -entry.cents)
    entry.bookedTo = null
    return null
  }

  #propose(what: ProposedChange, by: string, refusal: string | null): ModelAnswer {
    if (refusal) return { refusal }
    const proposal = `proposal ${this.proposals.size}`
    this.proposals.set(proposal, { ...what, by, state: 'pending', decidedBy: null })
    return { proposal }
  }

  #proposal(name: string): ModelProposal {
    const proposal = this.proposals.get(name)
    if (!proposal) throw new Error(`Unknown ${name}`)
    return proposal
  }

  #statementEntry(place: number) {
    const entry = this.#statementEntries[place]
    if (!entry) throw new Error(`Unknown statement entry ${place}`)
    return entry
  }

  /** A decision that its own person repeats is a repeated request. */
  #again({ state, decidedBy }: ModelProposal, by: string, wanted: ModelProposal['state']): string | null {
    return state === wanted && decidedBy === by ? null : 'proposal_decided'
  }

  #carryOut(name: string, proposal: ModelProposal): string | null {
    if (proposal.kind === 'entry') {
      const refusal = this.#entryRefusal(proposal.entry)
      if (!refusal) for (const { account, debitCents } of proposal.entry.lines) this.#add(account, debitCents)
      return refusal
    }
    if (proposal.kind === 'closing') {
      if (proposal.after !== this.closedUntil) return 'proposal_outdated'
      this.#closings.push({ name, until: proposal.until, hasDocuments: false })
      return null
    }
    const last = this.#closings.at(-1)
    const closing = this.#closings.find((one) => one.name === proposal.closing)
    if (closing && !closing.hasDocuments) return 'documents_pending'
    if (!closing || closing !== last) return 'proposal_outdated'
    this.#closings.pop()
    return null
  }

  #confirmed(kind: ModelProposal['kind']): string[] {
    return [...this.proposals].flatMap(([name, one]) => (one.kind === kind && one.state === 'confirmed' ? [name] : []))
  }

  #entry(name: string): ModelEntry | null {
    const proposal = this.proposals.get(name)
    return proposal?.kind === 'entry' && proposal.state === 'confirmed' ? proposal.entry : null
  }

  #entryRefusal({ on, lines, reverses }: ModelEntry): string | null {
    const sideOf = (isDebit: boolean) =>
      lines.filter(({ debitCents }) => debitCents > 0n === isDebit).map(({ account }) => account)
    const credited = sideOf(false)
    if (sideOf(true).some((account) => credited.includes(account))) return 'entry_same_account'
    if (on > this.#today) return 'entry_in_future'
    for (const { account } of lines) {
      const refusal = this.#accountRefusal(account)
      if (refusal) return refusal
    }
    if (reverses !== null && this.#entry(reverses)?.reverses != null) return 'entry_is_reversal'
    const isReversed = this.#confirmed('entry').some((name) => this.#entry(name)?.reverses === reverses)
    if (reverses !== null && isReversed) return 'entry_reversed'
    return this.closedUntil !== null && on <= this.closedUntil ? 'period_closed' : null
  }

  #accountRefusal(account: string): string | null {
    if (!this.balances.has(account)) return 'gl_account_unknown'
    if (RESERVED.includes(account)) return 'gl_account_reserved'
    return this.#closedAccounts.has(account) ? 'gl_account_closed' : null
  }

  #add(account: string, debitCents: bigint): void {
    this.balances.set(account, (this.balances.get(account) ?? 0n) + debitCents)
  }
}
