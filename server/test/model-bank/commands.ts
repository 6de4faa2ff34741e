/** What is sent to the model bank, and what it answers. */
export const MAX_BALANCE_CENTS = 7_036_874_417_766_399n

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
export const ownerOf = (account: string) => account.replace(/ savings$/, '')

export type ModelStatus = 'Active' | 'Pending' | 'Frozen' | 'Closed'

export type ModelTransaction = {
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

export type ModelContext = {
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

export type ModelTransfer = Extract<ModelCommand, { kind: 'transfer' }>

/** `cents`: null where the payer chooses, and several may pay. */
export type ModelRequest = { by: string; cents: bigint | null }

export type ModelOutcome = (
  | { transactionId: string; status: ModelTransaction['status']; amountCents: bigint }
  | { refusal: string }
) & { replayed?: true }

export const refuse = (code: string): ModelOutcome => ({ refusal: code })
