/**
 * The bank once more, as somebody would keep it on paper: no hashes, no batches, no rows. Written from the specification
 * and not from the ledger, which is compared with it (see `scripts.ts`).
 */
export const MOST_CENTS = 7_036_874_417_766_399n
const MOST_WRONG = 5

export type Holder = {
  admin?: boolean
  active?: boolean
  pin?: string
  code?: { digits: string; until: number }
}

type Book = {
  posted: bigint[]
  reserved: bigint
  wrongPins: number
  wrongCodes: number
}

type Paper = {
  owner: string
  cents: bigint
  to: string | null
  out: boolean
  /** Who asked for it, where two must agree. */
  askedBy?: string
  state: 'Pending' | 'Completed' | 'Declined'
}

export type Job = 'import_history' | 'opening_balance'

type Asked = {
  /** Whose session it is; `alive` false when it is dead, foreign or none at all. */
  by: string
  alive: boolean
  /** A system job submits the command, without a session. */
  job?: Job | null
  at: number
  key?: { route: string; word: string; content: string } | null
}
export type PlainCommand = Asked &
  (
    | { act: 'transfer'; id: string; cents: bigint; to: string | null; pin: string; code: string | null }
    | { act: 'deposit'; id: string; cents: bigint; receipt: string }
    | { act: 'approve' | 'decline'; paper: string }
    | { act: 'fund' | 'debit'; id: string; whom: string; cents: bigint }
  )

export type PlainAnswer = ({ paper: string; state: Paper['state']; cents: bigint } | { no: string }) & { again?: true }

const no = (word: string): PlainAnswer => ({ no: word })

export class PlainBank {
  readonly books = new Map<string, Book>()
  readonly papers = new Map<string, Paper>()
  readonly #holders: Record<string, Holder>
  readonly #twoAbove: bigint | null
  readonly #receipts: Map<string, { owner: string; used: boolean }>
  readonly #answers = new Map<string, { content: string; answer: PlainAnswer }>()

  constructor(holders: Record<string, Holder>, receipts: Record<string, string>, twoAbove: bigint | null = null) {
    this.#holders = holders
    this.#twoAbove = twoAbove
    this.#receipts = new Map(Object.entries(receipts).map(([name, owner]) => [name, { owner, used: false }]))
    for (const name of Object.keys(holders))
      this.books.set(name, { posted: [], reserved: 0n, wrongPins: 0, wrongCodes: 0 })
  }

  balance(name: string): bigint {
    return this.#book(name).posted.reduce((sum, cents) => sum + cents, 0n)
  }

  spendable(name: string): bigint {
    return this.balance(name) - this.#book(name).reserved
  }

  ask(command: PlainCommand): PlainAnswer {
    if (command.job === 'opening_balance' && command.act !== 'fund') return no('forbidden')
    if (command.job === 'import_history' && command.act === 'debit') return no('forbidden')
    if (!command.job && !command.alive) return no('unauthenticated')
    const { key } = command
    if (!key) return this.#do(command)
    const place = JSON.stringify([command.by, key.route, key.word])
    const before = this.#answers.get(place)
    if (before) return before.content === key.content ? { ...before.answer, again: true } : no('idempotency_key_reused')
    const answer = this.#do(command)
    this.#answers.set(place, { content: key.content, answer })
    return answer
  }

  #do(command: PlainCommand): PlainAnswer {
    switch (command.act) {
      case 'transfer':
        return this.#transfer(command)
      case 'deposit':
        return this.#deposit(command)
      case 'approve':
      case 'decline':
        return this.#rule(command)
      default:
        return this.#adjust(command)
    }
  }

  #book(name: string): Book {
    const book = this.books.get(name)
    if (!book) throw new Error(`Nobody is called ${name}`)
    return book
  }

  #answer(id: string): PlainAnswer {
    const paper = this.papers.get(id)
    return paper ? { paper: id, state: paper.state, cents: paper.cents } : no('not_found')
  }

  #transfer(asked: Extract<PlainCommand, { act: 'transfer' }>): PlainAnswer {
    const { by, id, to, cents } = asked
    const holder = this.#holders[by] ?? {}
    const book = this.#book(by)
    if (to === by) return no('same_account')
    if (!holder.active) return no('account_pending')
    if (!holder.pin) return no('pin_missing')
    if (book.wrongPins === MOST_WRONG) return no('pin_locked')
    if (holder.pin !== asked.pin) {
      book.wrongPins++
      return no('pin_incorrect')
    }
    book.wrongPins = 0
    if (holder.code) {
      if (asked.code === null) return no('code_required')
      if (book.wrongCodes === MOST_WRONG) return no('code_locked')
      if (asked.at >= holder.code.until) return no('code_expired')
      if (holder.code.digits !== asked.code) {
        book.wrongCodes++
        return no('code_incorrect')
      }
      book.wrongCodes = 0
    }
    if (cents > this.spendable(by)) return no('insufficient_balance')
    book.reserved += cents
    this.papers.set(id, { owner: by, cents: -cents, to, out: true, state: 'Pending' })
    return this.#answer(id)
  }

  #deposit({ by, id, cents, receipt: name }: Extract<PlainCommand, { act: 'deposit' }>): PlainAnswer {
    const receipt = this.#receipts.get(name)
    if (receipt?.owner !== by) return no('not_found')
    if (receipt.used) return no('receipt_used')
    receipt.used = true
    this.papers.set(id, { owner: by, cents, to: null, out: false, state: 'Pending' })
    return this.#answer(id)
  }

  #mayRule({ by, job }: Asked): boolean {
    const holder = this.#holders[by]
    return Boolean(job) || (holder?.admin === true && holder.active === true)
  }

  #takesTwo({ job }: Asked, cents: bigint): boolean {
    return this.#twoAbove !== null && !job && cents > this.#twoAbove
  }

  #rule(asked: Extract<PlainCommand, { act: 'approve' | 'decline' }>): PlainAnswer {
    if (!this.#mayRule(asked)) return no('forbidden')
    const paper = this.papers.get(asked.paper)
    if (!paper) return no('not_found')
    const wanted = asked.act === 'approve' ? 'Completed' : 'Declined'
    if (paper.state !== 'Pending') return paper.state === wanted ? this.#answer(asked.paper) : no('already_decided')

    const { by } = asked
    if (asked.act === 'approve' && paper.askedBy === by) return no('second_admin_needed')
    const gains = paper.out ? paper.to : paper.owner
    const size = paper.out ? -paper.cents : paper.cents
    if (asked.act === 'approve' && gains && this.balance(gains) + size > MOST_CENTS) return no('balance_limit')
    if (asked.act === 'approve' && !paper.askedBy && this.#takesTwo(asked, size)) {
      paper.askedBy = by
      return this.#answer(asked.paper)
    }
    paper.state = wanted
    if (paper.out) this.#book(paper.owner).reserved -= size
    if (asked.act === 'approve') {
      this.#book(paper.owner).posted.push(paper.cents)
      if (paper.out && paper.to) this.#book(paper.to).posted.push(size)
    }
    return this.#answer(asked.paper)
  }

  #adjust(asked: Extract<PlainCommand, { act: 'fund' | 'debit' }>): PlainAnswer {
    const { id, whom, cents, act } = asked
    if (!this.#mayRule(asked)) return no('forbidden')
    if (!this.books.has(whom)) return no('not_found')
    if (act === 'debit' && cents > this.spendable(whom)) return no('insufficient_balance')
    if (act === 'fund' && this.balance(whom) + cents > MOST_CENTS) return no('balance_limit')
    const signed = act === 'fund' ? cents : -cents
    const paper = { owner: whom, cents: signed, to: null, out: act === 'debit' }
    if (this.#takesTwo(asked, cents)) {
      if (paper.out) this.#book(whom).reserved += cents
      this.papers.set(id, { ...paper, askedBy: asked.by, state: 'Pending' })
    } else {
      this.#book(whom).posted.push(signed)
      this.papers.set(id, { ...paper, state: 'Completed' })
    }
    return this.#answer(id)
  }
}
