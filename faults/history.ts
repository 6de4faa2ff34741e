import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Checker } from './checks/checkers.ts'

export const OPERATIONS = [
  'transfer',
  'code transfer',
  'deposit',
  'upload',
  'approve',
  'decline',
  'fund',
  'debit',
  'wrong secret',
  'right secret',
  'read',
] as const
export type OperationKind = (typeof OPERATIONS)[number]

/** A definite answer: `ok`, or the word of a refusal. */
export type OperationResult = { code: string; transactionId: string | null; state: string | null; replayed: boolean }

export type Operation = {
  /** Stands in the transaction itself (the payee's name, the note), so that its effects can be counted. */
  id: string
  client: string
  kind: OperationKind
  /** Whose account it is about. */
  personId: string
  cents: number
  /** Of an approval or a refusal: what is decided. Of a deposit: its receipt. Of an upload: none until it is answered. */
  subjectId: string | null
  /** Of a transfer within the bank: who gets it. */
  receiverId: string | null
  startedAt: number
  lastSentAt: number
  endedAt: number
  attempts: number
  /** More than one only when it was sent twice at once. */
  results: OperationResult[]
}

const RECENT = 1_000

export type Intent = Pick<Operation, 'kind' | 'personId' | 'cents'> & { aboutId?: string; receiverId?: string }
export type Anomaly = { checker: Checker; description: string }

/** What every client did and was told. Each writes to a file of its own what it is about to do, before it does it. */
export class History {
  readonly operations: Operation[] = []
  readonly anomalies: Anomaly[] = []
  /** When it became known to somebody that a transaction was decided, and how. */
  readonly decided = new Map<string, { state: string; at: number }>()
  readonly secondsServed = new Set<number>()
  readonly attempts = { answered: 0, refused: 0, unavailable: 0, broken: 0 }
  readonly startedAt = Date.now()
  readonly #files = new Map<string, number>()
  readonly #folder: string
  readonly #waiting = new Set<{ after: number; done: (at: number) => void }>()
  readonly #recent: Operation[] = []
  #count = 0

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
  }

  begin(client: string, intent: Intent): Operation {
    const at = Date.now()
    const operation: Operation = {
      subjectId: null,
      receiverId: null,
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

  end(operation: Operation, answers: OperationResult[]): void {
    operation.endedAt = Date.now()
    operation.results = answers
    this.#write(operation.client, { answer: operation.id, answers, tries: operation.attempts, at: operation.endedAt })
    this.secondsServed.add(Math.floor((operation.endedAt - this.startedAt) / 1_000))
    if (operation.kind === 'read') return
    this.#recent.push(operation)
    if (this.#recent.length > RECENT) this.#recent.shift()
    for (const waiting of this.#waiting) {
      if (operation.lastSentAt < waiting.after) continue
      this.#waiting.delete(waiting)
      waiting.done(operation.endedAt)
    }
  }

  /** When the first operation on money that was sent after this moment had its answer. */
  servedAfter(after: number): Promise<number> {
    const already = this.#recent.find(({ lastSentAt }) => lastSentAt >= after)
    if (already) return Promise.resolve(already.endedAt)
    return new Promise((done) => this.#waiting.add({ after, done }))
  }

  report(checker: Checker, what: string): void {
    this.anomalies.push({ checker, description: what })
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

export const isOk = ({ results: answers }: Operation): boolean => answers[0]?.code === 'ok'
export const isRefused = ({ results: answers }: Operation): boolean => answers.length > 0 && answers[0]?.code !== 'ok'
