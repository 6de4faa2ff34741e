import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { RiskFlag } from '#contract/payments/risk-flags.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { SessionLifetime } from '../access/session-lifetime.ts'
import type { ApiKeyActor, KeyTransfer, LedgerApiKey } from './core/api-key.ts'
import type { Rules } from './core/rules.ts'
import type { PayRequest, PayRequestPayment, RequestedPayment } from './pay-request.ts'
import type { Approval, AuthorisationUse, Counterparty, Payment, TransferAuthorisation } from './payment.ts'
import type { Person, PersonLimits } from './person.ts'
import type { ScheduledPayment, ScheduledPaymentRun } from './scheduled-payment.ts'
import type { UnclearedDeposit } from './uncleared-deposits.ts'

/** A customer's account. Secrets and the numbers of events and audit entries are the person's: only a main account has them. */
export type Account = {
  id: string
  ownerId: string
  /** Empty: the row stands for a member of staff without an account, and holds no money. */
  number: string
  balanceCents: bigint
  heldCents: bigint
  postingNumber: bigint
  postingHead: Buffer
  eventNumber: bigint
  auditNumber: bigint
  auditHead: Buffer
  pinHash: Buffer | null
  pinAttempts: number
  codeHash: Buffer | null
  codeExpiresAt: Date | null
  codeAttempts: number
  openedAt: Date
  /** Set once: a closed account is empty and stays so. */
  closedAt: Date | null
  /** The last change of password, PIN, email address or second factors. */
  credentialsChangedAt: Date | null
  limits: PersonLimits
}

/** Internal accounts: the contra side of every posting. */
export const CONTRA_ACCOUNTS = ['wire_clearing', 'crypto_clearing', 'adjustments', 'customer_funds'] as const
export type ContraAccount = (typeof CONTRA_ACCOUNTS)[number]

export type TransactionType = 'Deposit' | 'Transfer'
export type TransactionStatus = 'Pending' | 'Completed' | 'Declined'
export type Method = 'wire' | 'bank' | 'crypto' | 'internal' | 'adjustment' | 'move'

export type Transaction = {
  id: string
  accountId: string
  /** The owner of the account. */
  ownerId: string
  type: TransactionType
  /** Signed: positive into the account, negative out of it. */
  amountCents: bigint
  status: TransactionStatus
  method: Method
  reference: string
  message: string
  valueAt: Date
  submittedAt: Date
  bookedAt: Date | null
  decidedAt: Date | null
  decidedBy: string | null
  /** The first of two administrators, where a second one must confirm. */
  proposedBy: string | null
  proposedAt: Date | null
  /** Of an approved deposit: whether staff said that it is other money than what was credited for statement entries. Null: not asked. */
  doubtConfirmed: boolean | null
  reason: string
  note: string
  receiptId: string | null
  counterparty: Counterparty | null
  originId: string | null
  /** For staff only: computed when a customer submits it. */
  flags: RiskFlag[]
  /** The transaction that this one reverses. */
  reverses: string | null
  /** What reverses this one: Completed, or Pending while a second administrator has to confirm it. */
  reversal: { id: string; status: TransactionStatus; isReturn: boolean; decidedAt: Date | null } | null
  /** Whether this transaction reverses a wire because the external bank sent the money back. */
  isReturn: boolean
  currency: string
  rate: string | null
  amountDue: string | null
}

/** Jobs that submit commands without a session, each with the only commands it may submit. */
export const SYSTEM_JOBS = {
  /** Replays past transactions, in the names of the people who made them. */
  import_history: ['transfer', 'deposit', 'move', 'approve', 'decline', 'fund'],
  /** Imports what customers have submitted and staff have not decided yet: with risk flags. */
  import_pending: ['transfer', 'deposit'],
  /** Credits a new account with its opening balance. */
  opening_balance: ['fund'],
  /** Declines what staff proposed and no one confirmed in time, and nothing else. */
  expire_proposals: ['decline'],
  /** Declines what a member of staff proposed who leaves, and nothing else. */
  withdraw_proposals: ['decline'],
  /** Pays what people have scheduled and approved, and nothing else. */
  run_scheduled_payments: ['run_scheduled_payment'],
  /** Moves what people save by rule, between their own accounts. */
  run_savings_rules: ['move'],
  /** Cancels what a thief may have submitted, when the owner takes the account back. */
  secure_account: ['cancel'],
} satisfies Record<string, Command['kind'][]>
export type SystemJob = keyof typeof SYSTEM_JOBS
export type SessionActor = { kind: 'session'; personId: string; sessionHash: Buffer }
/** `personId` is the person in whose name the job acts: the audit log shows it. */
export type SystemActor = { kind: 'system'; job: SystemJob; personId: string }
/** Who submits a command. A session or key is checked again inside the transaction that moves the money. */
export type Actor = SessionActor | ApiKeyActor | SystemActor

export type IdempotencyKey = { route: string; key: string; requestHash: Buffer }

/** The request that a command comes from. */
export type CommandContext = {
  actor: Actor
  /** The server's time when the request arrived: the booking date of its postings. */
  at: Date
  requestId: string
  idempotency: IdempotencyKey | null
}

/** What is paid, from which account. */
export type TransferDetails = CommandContext &
  Payment & {
    id: string
    /** Of the receiver's transaction, where the transfer is completed at once. */
    receivingId: string
    accountId: string
  }
export type TransferCommand = TransferDetails & {
  kind: 'transfer'
  approval: Approval
  codeHash: Buffer | null
  /** The request for money that it pays. */
  asked?: RequestedPayment | undefined
}

/**
 * Pays what is due on one day of a scheduled payment, or tries it again. Payee and amount are those that the job read, and
 * tell what to lock; what is paid is decided by the scheduled payment itself, under lock.
 */
export type ScheduledPaymentRunCommand = TransferDetails & {
  kind: 'run_scheduled_payment'
  scheduledPaymentId: string
  dueOn: string
}

export type DepositCommand = CommandContext & {
  kind: 'deposit'
  id: string
  accountId: string
  amountCents: bigint
  method: 'bank' | 'crypto'
  receiptId: string
  currency: string
  rate: string | null
  amountDue: string | null
}

/** Money between two accounts of the actor, at once. */
export type MoveCommand = CommandContext & {
  kind: 'move'
  /** Of the transaction of the account that pays, and of the one that receives. */
  id: string
  receivingId: string
  fromId: string
  toId: string
  amountCents: bigint
}

export type ApprovalCommand = CommandContext & {
  kind: 'approve'
  transactionId: string
  auditId: string
  receivingId: string
  /** For the audit entry of whom a confirmed reversal credits. */
  receivingAuditId: string
  /** Whether the actor may confirm what another administrator proposed: the session is fresh. */
  fresh: boolean
  /** The actor was asked about credits that the deposit may be. */
  confirm: boolean
}
export type DeclineCommand = CommandContext & {
  kind: 'decline'
  transactionId: string
  auditId: string
  reason: string
}
/** The customer withdraws a pending transfer of their own. */
export type CancelCommand = CommandContext & { kind: 'cancel'; transactionId: string }

export type AdjustmentCommand = CommandContext & {
  kind: 'fund' | 'debit'
  id: string
  auditId: string
  /** Whose account it is: another person's is not found. */
  ownerId: string
  accountId: string
  amountCents: bigint
  valueAt: Date
  /** Why, for the customer and the second of two. */
  message?: string
  /** The actor was asked about the value date, another proposal or a statement entry that waits. */
  confirm?: boolean
  note: string
}

export type ReversalCommand = CommandContext & {
  kind: 'reverse'
  /** Either half of an internal transfer. */
  transactionId: string
  reason: string
  id: string
  auditId: string
  /** For the other half of an internal transfer. */
  otherId: string
  otherAuditId: string
}

/** The external bank sent the money of a wire back. */
export type ReturnCommand = CommandContext & {
  kind: 'return'
  transactionId: string
  reason: string
  /** The external bank says that it did not pay: refused if it has booked the payment. */
  isRejection: boolean
  /** Staff said that it is other money than what was credited for statement entries since. */
  confirm: boolean
  id: string
  auditId: string
}

export type Command =
  | TransferCommand
  | ScheduledPaymentRunCommand
  | DepositCommand
  | MoveCommand
  | ApprovalCommand
  | DeclineCommand
  | CancelCommand
  | AdjustmentCommand
  | ReversalCommand
  | ReturnCommand

export type Outcome = { replayed: boolean } & (
  | { ok: true; transaction: Transaction }
  | { ok: false; code: RefusalCode }
)

/** A row of the outbox. Its kind decides about live events, the bell and mail: see NOTIFICATIONS in the contract. */
export type Notification = {
  personId: string
  kind: NotificationKind
  data: Record<string, unknown>
  at: Date
  /** When its email is due: `at` if absent; null cancels an email that would repeat another. */
  mailAt?: Date | null
  /** Happened in the past, as imported or demo data: read from the start, and no email. */
  historical?: boolean
}

/** An administrator's action in the audit log. */
export type AuditEntry = {
  id: string
  actorId: string
  subjectId: string | null
  action: string
  before: unknown
  after: unknown
  requestId: string
  at: Date
}

/** The outcome returned for an idempotency key. `proposed`: it needed a second administrator and was still Pending. */
export type StoredOutcome = {
  requestHash: Buffer
  outcome: 'ok' | 'proposed' | RefusalCode
  /** The id of what the command made or decided about, mostly a transaction. A key belongs to a path, which tells what it is. */
  resultId: string | null
}

export type Effect =
  | { kind: 'set_pin_attempts' | 'set_code_attempts'; personId: string; attempts: number }
  | { kind: 'open'; transaction: Transaction; isPlanned?: true }
  | { kind: 'propose'; transaction: Transaction }
  | { kind: 'close'; transaction: Transaction }
  /** Amounts are positive: a hold adds to the held money, a release takes from it. */
  | { kind: 'hold' | 'release'; accountId: string; amountCents: bigint }
  | { kind: 'post'; transaction: Transaction; entryId: string; contra: ContraAccount }
  | { kind: 'notify'; notification: Notification }
  | { kind: 'audit'; entry: AuditEntry }
  | { kind: 'use_authorisation'; authorisationId: string; responseHash: Buffer; use: AuthorisationUse; at: Date }
  | { kind: 'open_scheduled_payment' | 'change_scheduled_payment'; scheduledPayment: ScheduledPayment }
  | { kind: 'record_run'; run: ScheduledPaymentRun }
  | { kind: 'record_key_transfer'; keyTransfer: KeyTransfer }
  | { kind: 'pay_request'; payment: PayRequestPayment }
  | { kind: 'touch'; sessionHash: Buffer; at: Date }
  | { kind: 'store_outcome'; personId: string; key: IdempotencyKey; storedOutcome: StoredOutcome }

export type Decision = { outcome: Outcome; effects: Effect[] }

/** Everything that `decide` reads, loaded under lock for a batch of commands. */
export type State = Rules & {
  /** What each actor has decided alone within the last day, by `decidedKey`. Read where a limit is set. */
  decidedAloneCents: Map<string, bigint>
  accounts: Map<string, Account>
  people: Map<string, Person>
  /** Of staff who proposed what is decided, and of who decides it: who gave them their roles, by `readAppointers`. */
  appointers: Map<string, readonly string[]>
  /** By the hex of their hash. */
  sessions: Map<string, SessionLifetime & { personId: string; deviceSince?: Date | null }>
  /** Of the keys by which commands are submitted. */
  apiKeys: Map<string, LedgerApiKey>
  transactions: Map<string, Transaction>
  /** Of the transfers to be reversed, the ids of those whose money has left the bank. */
  paidOut: Set<string>
  /** Of the transfers to be returned, the ids of those that a payment run may still pay. */
  inOpenRun: Set<string>
  /** The ids of the transfers to be returned that the external bank has booked. */
  bookedElsewhere: Set<string>
  /** What deposits that are to be approved may be, by their ids. */
  doubts: Map<string, UnclearedDeposit[]>
  /** The ids of credits by staff that may be the money of a statement entry, which waits. */
  fundedBesideEntries: Set<string>
  receipts: Map<string, { ownerId: string; used: boolean }>
  authorisations: Map<string, TransferAuthorisation>
  /** For the account numbers of this bank that transfers name. */
  accountIdsByNumber: Map<string, string>
  /** Owners of the accounts that receive transfers, by account. */
  receiverOwners: Map<string, string>
  /** What people have sent within a day, by `sentKey`. Read where a limit applies. */
  sentCents: Map<string, bigint>
  /** Account numbers that belong to closed accounts. */
  closedNumbers: Set<string>
  /** The ids of submitted transfers whose payee the customer has paid before. */
  knownPayees: Set<string>
  /** When a person's last transfers or deposits were submitted, by `submissionKey`. */
  recentSubmissions: Map<string, Date[]>
  /** What people who submit have available on accounts that the batch does not lock. The lock of the main account keeps it. */
  otherAvailableCents: Map<string, bigint>
  storedOutcomes: Map<string, StoredOutcome>
  /** The requests for money that transfers pay. */
  payRequests: Map<string, PayRequest>
  scheduledPayments: Map<string, ScheduledPayment>
  /** By `runKey`: those that the batch tries, and all that wait to be tried again. */
  scheduledPaymentRuns: Map<string, ScheduledPaymentRun>
}
