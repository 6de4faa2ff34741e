import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Checker } from './checks/checkers.ts'
import type { CampaignAccount } from './people.ts'

/** What each kind of operation leaves behind if it succeeds. `none`: other checks than that of effects look at it. */
export const OPERATIONS = {
  transfer: 'transaction',
  'code transfer': 'transaction',
  'passkey transfer': 'transaction',
  'instant transfer': 'transaction',
  'request transfer': 'transaction',
  'request money': 'none',
  'reused approval': 'none',
  authorise: 'none',
  preview: 'none',
  'unknown account': 'transaction',
  'scheduled payment': 'none',
  'pause scheduled payment': 'none',
  'resume scheduled payment': 'none',
  'change scheduled payment': 'none',
  'delete scheduled payment': 'none',
  deposit: 'transaction',
  move: 'transaction',
  upload: 'upload',
  approve: 'decision',
  decline: 'decision',
  cancel: 'decision',
  fund: 'transaction',
  debit: 'transaction',
  reverse: 'transaction',
  return: 'transaction',
  'payment run': 'none',
  'payment report': 'none',
  'import statement': 'none',
  'undo import': 'none',
  'match statement entry': 'decision',
  'assign statement entry': 'none',
  'book statement entry': 'none',
  'ignore statement entry': 'none',
  'undo statement entry': 'none',
  'return statement entry': 'none',
  freeze: 'none',
  unfreeze: 'none',
  close: 'none',
  document: 'none',
  'submit documents': 'none',
  'approve documents': 'none',
  'reject documents': 'none',
  propose: 'none',
  confirm: 'none',
  'confirm role': 'none',
  'journal entry': 'none',
  'confirm entry': 'none',
  'leave staff': 'none',
  reject: 'none',
  demote: 'none',
  'add push device': 'none',
  'wrong secret': 'transaction',
  'right secret': 'transaction',
  read: 'none',
} as const
export type OperationKind = keyof typeof OPERATIONS
export const OPERATION_KINDS = Object.keys(OPERATIONS) as OperationKind[]

/** A definite response: `code` is 'ok' or the code of a refusal. */
export type OperationResult = { code: string; transactionId: string | null; state: string | null; replayed: boolean }

export type Operation = {
  /** Stored in the transaction itself (payee name or note), so that the checks can count its effects. */
  id: string
  client: string
  kind: OperationKind
  /** The account's owner. */
  personId: string
  /** The main account unless the intent names another. */
  accountId: string
  /** Of a reversal: signed, as it changes the account. */
  cents: number
  /**
   * Of an approval, decline, reversal, return or match: the transaction. Of a deposit: its receipt. Of an upload: the upload, once it is done. Of a
   * reused approval: the authorisation. Of submitted documents: the upload, of their decision: the submission. Of a confirmed or
   * rejected proposal: the proposal. Of a request transfer: the request that it pays.
   */
  subjectId: string | null
  /** Of an internal transfer or a move: the receiving account. Of its reversal: the account of the other half. */
  receiverId: string | null
  /** The statement entry that the act is about. */
  statementEntryId: string | null
  /** The references of the entries of an imported file, or of the payments of a status file. */
  references: readonly string[]
  /** Of a passkey transfer: more than one only if the first expired. */
  authorisationIds: string[]
  startedAt: number
  lastSentAt: number
  endedAt: number
  attempts: number
  /** More than one only if the request was sent to both servers. */
  results: OperationResult[]
}

const RECENT = 1_000

export type Intent = Pick<Operation, 'kind' | 'personId' | 'cents'> & {
  accountId?: string
  subjectId?: string
  receiverId?: string
  statementEntryId?: string
  references?: readonly string[]
}
export type OpenRequest = { id: string; code: string; cents: number; by: CampaignAccount }
export type Anomaly = { checker: Checker; description: string }

/** All operations and their results. Each client logs an operation to its own file before it sends the request. */
export class History {
  readonly operations: Operation[] = []
  readonly anomalies: Anomaly[] = []
  /** Decided transactions: the state, and when a client first learned of it. */
  readonly decided = new Map<string, { state: string; at: number }>()
  /** Requests for money of all customers, which everybody may pay. */
  readonly payRequests: OpenRequest[] = []
  readonly secondsServed = new Set<number>()
  /** Requests, retries included, by how they ended. */
  readonly requests = { succeeded: 0, refused: 0, unavailable: 0, broken: 0 }
  readonly startedAt = Date.now()
  readonly #files = new Map<string, number>()
  readonly #folder: string
  readonly #waiters = new Set<{ after: number; resolve: (at: number) => void }>()
  readonly #recent: Operation[] = []
  #count = 0
  #moves = 0

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
  }

  begin(client: string, intent: Intent): Operation {
    const at = Date.now()
    const operation: Operation = {
      accountId: intent.personId,
      subjectId: null,
      receiverId: null,
      statementEntryId: null,
      references: [],
      authorisationIds: [],
      ...intent,
      id: `op-${++this.#count}`,
      client,
      startedAt: at,
      lastSentAt: at,
      endedAt: 0,
      attempts: 0,
      results: [],
    }
    this.#write(client, { intent: operation.id, ...intent, at })
    this.operations.push(operation)
    return operation
  }

  /** A move carries no text: the checks recognise it by its amount, which no other move has. */
  nextMoveCents(): number {
    return ++this.#moves
  }

  /** Before the request that uses the authorisation is sent. */
  authorised(operation: Operation, authorisationId: string): void {
    operation.authorisationIds.push(authorisationId)
    this.#write(operation.client, { authorised: operation.id, authorisationId, at: Date.now() })
  }

  end(operation: Operation, results: OperationResult[]): void {
    operation.endedAt = Date.now()
    operation.results = results
    const { id, client, attempts, endedAt } = operation
    this.#write(client, { result: id, results, attempts, at: endedAt })
    this.secondsServed.add(Math.floor((endedAt - this.startedAt) / 1_000))
    if (operation.kind === 'read') return
    this.#recent.push(operation)
    if (this.#recent.length > RECENT) this.#recent.shift()
    for (const waiter of this.#waiters) {
      if (operation.lastSentAt < waiter.after) continue
      this.#waiters.delete(waiter)
      waiter.resolve(endedAt)
    }
  }

  /** Resolves with the time of the first result of a write that was sent after `after`. */
  servedAfter(after: number): Promise<number> {
    const served = this.#recent.find(({ lastSentAt }) => lastSentAt >= after)
    if (served) return Promise.resolve(served.endedAt)
    return new Promise((resolve) => this.#waiters.add({ after, resolve }))
  }

  report(checker: Checker, description: string): void {
    this.anomalies.push({ checker, description })
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file)
    this.#files.clear()
  }

  #write(client: string, line: object): void {
    const file = this.#files.get(client) ?? openSync(join(this.#folder, `${client.replaceAll(' ', '-')}.jsonl`), 'a')
    this.#files.set(client, file)
    writeSync(file, `${JSON.stringify(line)}\n`)
  }
}

export const isOk = ({ results }: Operation): boolean => results[0]?.code === 'ok'
export const isRefused = ({ results }: Operation): boolean => results.length > 0 && results[0]?.code !== 'ok'
/** Completed by its own request, without a decision of staff. */
export const isInstant = (operation: Operation): boolean =>
  isOk(operation) && operation.kind.endsWith('transfer') && operation.results[0]?.state === 'Completed'
