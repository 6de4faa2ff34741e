import type { Actor, Command, Outcome } from '../src/ledger/types.ts'
import {
  type Job,
  MAX_BALANCE_CENTS,
  type ModelCommand,
  type ModelOutcome,
  type ModelPerson,
  ownerOf,
  savingsOf,
} from './model-bank/commands.ts'
import { ModelBank } from './model-bank/model-bank.ts'
import {
  BRIEF_SESSION_UNTIL,
  type Line,
  MINUTE,
  type Name,
  type Pocket,
  RECEIPTS,
  REQUESTS,
  SCRIPT_START,
  type Session,
  type Step,
  secretHash,
  sessionHash,
  sha256,
  TEST_PEOPLE,
  UNKNOWN_ID,
} from './scripts.ts'

/** The ids and account numbers of the test people. */
export type TestIds = {
  salt: string
  id: (name: string) => string
  number: (name: string) => string
  newId: () => string
}

export type TestCase = { command: Command; expected: ModelOutcome }

/** Runs a script on the model bank. Returns the ledger commands with the outcomes that the ledger must return. */
export function runOnModel(
  steps: readonly Step[],
  ids: TestIds,
  fourEyesAboveCents: bigint | null = null,
): { cases: TestCase[]; model: ModelBank } {
  const model = new ModelBank(TEST_PEOPLE, RECEIPTS, fourEyesAboveCents, REQUESTS)
  const cases: TestCase[] = []
  const transactionIds: string[] = []
  const sent: { line: Line; session: Session; key: string | null; amountCents: bigint; target: string }[] = []

  const send = (one: (typeof sent)[number]) => {
    sent.push(one)
    const at = SCRIPT_START + cases.length * MINUTE
    const id = ids.newId()
    const { line, session, key, amountCents, target } = one
    if (['transfer', 'move', 'deposit', 'reverse'].includes(line.kind) || fourEyesAboveCents !== null)
      transactionIds.push(id)
    // Secrets are no part of what an idempotency key stands for.
    const content = JSON.stringify({ ...line, pin: null, code: null, size: String(amountCents), target })
    const route = `/${line.kind}`
    const idempotencyKey = key ? { route, value: key, content } : null
    const alive = session === 'long' || (session === 'brief' && at < BRIEF_SESSION_UNTIL)
    const context = { by: line.by, alive, job: jobOf(session), at, key: idempotencyKey }
    const command = toLedgerCommand({ line, session, key: idempotencyKey, amountCents, target, id, at }, ids)
    cases.push({ command, expected: model.submit(toModelCommand(line, { ...context, id, amountCents, target })) })
  }

  for (const step of steps) {
    if ('repeat' in step) {
      const before = sent[step.repeat % Math.max(1, sent.length)]
      if (before) send(before)
      continue
    }
    for (let i = 0; i < step.times; i++) {
      const { line } = step
      const target = 'nth' in line ? targetOf(line, transactionIds, model) : ''
      send({ line, session: step.session, key: step.key, amountCents: toAmountCents(line, model), target })
    }
  }
  return { cases, model }
}

const jobOf = (session: Session): Job | null =>
  session === 'import_history' || session === 'opening_balance' ? session : null

/** Most reversals are of completed transactions, which are rare where two administrators must approve. */
function targetOf(
  { kind, nth }: Extract<Line, { nth: number }>,
  transactionIds: readonly string[],
  model: ModelBank,
): string {
  const isCompleted = (id: string) => model.transactions.get(id)?.status === 'Completed'
  const ids = kind === 'reverse' && nth % 3 > 0 ? transactionIds.filter(isCompleted) : transactionIds
  return ids[nth % Math.max(1, ids.length)] ?? UNKNOWN_ID
}

function toAmountCents(line: Line, model: ModelBank): bigint {
  if (!('size' in line)) return 0n
  const askedCents = line.kind === 'transfer' && line.asked?.fits && REQUESTS[line.asked.request]?.cents
  if (askedCents) return askedCents
  const account = 'customer' in line ? line.customer : 'from' in line ? accountIn(line.by, line.from) : line.by
  const availableCents = model.accounts.has(account) ? model.availableCents(account) : 0n
  if (line.size === 'huge') return MAX_BALANCE_CENTS - 1_000_00n
  if (line.size === 'too much') return availableCents + 1n
  if (line.size === 'all') return availableCents > 0n ? availableCents : 1n
  return line.size
}

function accountIn(by: Name, pocket: Pocket): string {
  if (pocket === 'main') return by
  return savingsOf(pocket === 'savings' ? by : by === 'ada' ? 'ben' : 'ada')
}

/** A transfer that fits a request goes to the person who made it. */
const payeeOf = ({ to, asked }: Extract<Line, { kind: 'transfer' }>): string | null =>
  asked?.fits ? (REQUESTS[asked.request]?.by ?? to) : to

type ModelCommandInput = {
  by: Name
  alive: boolean
  job: Job | null
  at: number
  id: string
  amountCents: bigint
  target: string
} & Pick<ModelCommand, 'key'>
function toModelCommand(line: Line, { amountCents, target, ...context }: ModelCommandInput): ModelCommand {
  switch (line.kind) {
    case 'transfer': {
      const person: ModelPerson = TEST_PEOPLE[line.by]
      const code = line.code === 'none' ? null : line.code === 'right' ? (person.code?.digits ?? '00000') : '99999'
      return {
        kind: 'transfer',
        ...context,
        amountCents,
        from: accountIn(line.by, line.from),
        to: payeeOf(line),
        here: line.here,
        asked: line.asked?.request ?? null,
        pin: line.pin === 'right' ? (person.pin ?? '0') : '9',
        code,
      }
    }
    case 'move': {
      const [from, to] = [line.from, line.into].map((pocket) => accountIn(line.by, pocket)) as [string, string]
      return { kind: 'move', ...context, amountCents, from, to }
    }
    case 'deposit':
      return { kind: 'deposit', ...context, amountCents, receipt: line.receipt }
    case 'approve':
    case 'decline':
    case 'cancel':
    case 'reverse':
      return { kind: line.kind, ...context, transactionId: target }
    default:
      return { kind: line.kind, ...context, amountCents, customer: line.customer }
  }
}

type LedgerCommandInput = {
  line: Line
  session: Session
  key: { route: string; value: string; content: string } | null
  amountCents: bigint
  target: string
  id: string
  at: number
}
function toLedgerCommand(
  { line, session, key, amountCents, target, id, at }: LedgerCommandInput,
  ids: TestIds,
): Command {
  const context = {
    actor: actorOf(line.by, session, ids),
    at: new Date(at),
    requestId: 'script',
    idempotency: key ? { route: key.route, key: key.value, requestHash: sha256(key.content) } : null,
  }
  switch (line.kind) {
    case 'transfer': {
      const person: ModelPerson = TEST_PEOPLE[line.by]
      const pin = line.pin === 'right' ? (person.pin ?? '0') : '9'
      const code = line.code === 'right' ? (person.code?.digits ?? '00000') : '99999'
      return {
        kind: 'transfer',
        ...context,
        id,
        receivingId: ids.newId(),
        accountId: ids.id(accountIn(line.by, line.from)),
        amountCents,
        counterparty: {
          name: payeeOf(line) ?? 'Olga Outside',
          accountNumber: ids.number(payeeOf(line) ?? '') || '000000000000',
          bankName: line.here ? 'THIS-BANK' : 'A Bank',
          iban: '',
          swiftCode: '',
        },
        approval: { kind: 'pin', pinHash: secretHash('pin', line.by, pin) },
        codeHash: line.code === 'none' ? null : secretHash('code', line.by, code),
        asked: line.asked ? { requestId: ids.id(line.asked.request) } : undefined,
      }
    }
    case 'move': {
      const [fromId, toId] = [line.from, line.into].map((pocket) => ids.id(accountIn(line.by, pocket))) as [
        string,
        string,
      ]
      return { kind: 'move', ...context, id, receivingId: ids.newId(), fromId, toId, amountCents }
    }
    case 'deposit': {
      const crypto = line.receipt === 'receipt 0'
      return {
        kind: 'deposit',
        ...context,
        id,
        accountId: context.actor.personId,
        amountCents,
        method: crypto ? 'crypto' : 'bank',
        receiptId: ids.id(line.receipt),
        currency: crypto ? 'Bitcoin' : '',
        rate: crypto ? '0.0000101' : null,
        amountDue: crypto ? '0.01' : null,
      }
    }
    case 'approve':
      return {
        kind: 'approve',
        ...context,
        transactionId: target,
        auditId: ids.newId(),
        receivingId: ids.newId(),
        receivingAuditId: ids.newId(),
        fresh: true,
        confirm: false,
      }
    case 'decline':
      return { kind: 'decline', ...context, transactionId: target, auditId: ids.newId(), reason: 'Not today' }
    case 'cancel':
      return { kind: 'cancel', ...context, transactionId: target }
    case 'reverse':
      return {
        kind: 'reverse',
        ...context,
        transactionId: target,
        reason: 'By mistake',
        id,
        auditId: ids.newId(),
        otherId: ids.newId(),
        otherAuditId: ids.newId(),
      }
    default: {
      const account = { ownerId: ids.id(ownerOf(line.customer)), accountId: ids.id(line.customer) }
      const valueAt = new Date(at + line.valueDay * 24 * 60 * MINUTE)
      return {
        kind: line.kind,
        ...context,
        id,
        auditId: ids.newId(),
        ...account,
        amountCents,
        valueAt,
        confirm: true,
        note: '',
      }
    }
  }
}

function actorOf(by: Name, session: Session, { id, salt }: TestIds): Actor {
  const personId = id(by)
  if (session === 'import_history' || session === 'opening_balance') return { kind: 'system', job: session, personId }
  const [owner, kind] = session === 'foreign' ? [by === 'ada' ? 'eve' : 'ada', 'long' as const] : [by, session]
  return { kind: 'session', personId, sessionHash: sessionHash(owner, kind, salt) }
}

/** The ledger's outcome in the model bank's format. */
export function toModelOutcome(outcome: Outcome): ModelOutcome {
  const replayed = outcome.replayed ? ({ replayed: true } as const) : {}
  if (!outcome.ok) return { refusal: outcome.code, ...replayed }
  const { id, status, amountCents } = outcome.transaction
  return { transactionId: id, status, amountCents, ...replayed }
}
