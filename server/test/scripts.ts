/** Random scripts of commands, translated for the ledger and for the model bank (`model-bank.ts`). */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { bankNamesOf } from '#contract/account-numbers.ts'
import type { Actor, Command, Outcome } from '../src/ledger/types.ts'
import {
  type Job,
  MAX_BALANCE_CENTS,
  ModelBank,
  type ModelCommand,
  type ModelOutcome,
  type ModelPerson,
  type ModelRequest,
  ownerOf,
  savingsOf,
} from './model-bank.ts'

const MINUTE = 60_000
export const SCRIPT_START = Date.UTC(2026, 0, 31, 22, 0)
const CODE_UNTIL = SCRIPT_START + 45 * MINUTE
const BRIEF_SESSION_UNTIL = SCRIPT_START + 20 * MINUTE
const LONG_SESSION_UNTIL = SCRIPT_START + 600 * MINUTE

export const TEST_PEOPLE = {
  ada: { active: true, pin: '1234', saver: true },
  ben: { active: true, pin: '2345', code: { digits: '12345', until: CODE_UNTIL }, saver: true },
  cyd: { active: false, pin: '3456' },
  dan: { active: true },
  eve: { active: true, admin: true, pin: '4567', saver: true },
  fay: { active: false, admin: true, pin: '5678' },
  gil: { active: true, admin: true },
  hal: { active: false, status: 'Frozen', pin: '6789', saver: true },
  ida: { active: false, status: 'Closed', pin: '7890' },
} satisfies Record<string, ModelPerson>
export type Name = keyof typeof TEST_PEOPLE
export const NAMES = Object.keys(TEST_PEOPLE) as Name[]
const isSaver = (name: Name) => (TEST_PEOPLE[name] as ModelPerson).saver === true
export const SAVINGS = NAMES.filter(isSaver).map(savingsOf)
/** Main accounts by the names of their people, then savings accounts. */
export const ACCOUNTS: readonly string[] = [...NAMES, ...SAVINGS]
export const UNKNOWN_ID = '00000000-0000-7000-8000-0000000000ff'

/** The bank's name, as the ledger compares it. */
export const BANK_NAMES = bankNamesOf({ name: 'This Bank', legalName: '' })

export const SESSIONS = ['long', 'brief', 'ended', 'unknown'] as const
type SessionKind = (typeof SESSIONS)[number]
/** `ended` is revoked, `brief` expires in the middle of a script, `unknown` never existed. */
export const sessionUntil = (kind: SessionKind) => (kind === 'brief' ? BRIEF_SESSION_UNTIL : LONG_SESSION_UNTIL)
export const sessionHash = (name: string, kind: SessionKind, salt = '') => sha256(`session ${salt} ${name} ${kind}`)

export const RECEIPTS: Record<string, Name> = Object.fromEntries(
  Array.from({ length: 8 }, (_, i) => [`receipt ${i}`, NAMES[i % 4] ?? 'ada']),
)

/** Requests for money, open at the start of every script. */
export const REQUESTS: Record<string, ModelRequest> = {
  'request 0': { by: 'ben', cents: 2_00n },
  'request 1': { by: 'ada', cents: 3_00n },
  'request 2': { by: 'eve', cents: null },
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
export const secretHash = (kind: 'pin' | 'code', name: string, digits: string) => sha256(`${kind} ${name} ${digits}`)

/** `foreign`: another person's session. */
type Session = SessionKind | 'foreign' | Job
type Size = bigint | 'all' | 'too much' | 'huge'
/** An account of the person, who may have no savings account, or another person's. */
type Pocket = 'main' | 'savings' | 'foreign'
type Line =
  | {
      kind: 'transfer'
      by: Name
      from: Pocket
      to: string | null
      here: boolean
      /** A request that it pays: mostly with its amount, to its requester. */
      asked: { request: string; fits: boolean } | null
      size: Size
      pin: 'right' | 'wrong'
      code: 'right' | 'wrong' | 'none'
    }
  | { kind: 'move'; by: Name; from: Pocket; into: Pocket; size: Size }
  | { kind: 'deposit'; by: Name; size: Size; receipt: string }
  | { kind: 'approve' | 'decline' | 'reverse' | 'cancel'; by: Name; nth: number }
  | { kind: 'fund' | 'debit'; by: Name; customer: string; size: Size; valueDay: number }
export type Step = { line: Line; session: Session; key: string | null; times: number } | { repeat: number }

const account = fc.constantFrom(...ACCOUNTS)
const REQUESTED = [...Array<string>(4).fill('request 0'), 'request 1', 'request 2', 'no request']
const pocket = fc.constantFrom<Pocket>('main', 'main', 'main', 'main', 'savings', 'savings', 'savings', 'foreign')
const sender = fc.constantFrom<Name>('ada', 'ada', 'ben', 'ben', 'cyd', 'dan', 'eve', 'hal', 'ida')
const decider = fc.constantFrom<Name>('eve', 'eve', 'eve', 'gil', 'gil', 'fay', 'ada')
const size: fc.Arbitrary<Size> = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt(1n, 500_00n) },
  { weight: 3, arbitrary: fc.bigInt(1n, 2_00n) },
  { weight: 2, arbitrary: fc.constant('all' as const) },
  { weight: 2, arbitrary: fc.constant('too much' as const) },
)
const line: fc.Arbitrary<Line> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('transfer' as const),
      by: sender,
      from: fc.constantFrom<Pocket>('main', 'main', 'main', 'main', 'main', 'main', 'savings', 'foreign'),
      to: fc.option(account, { freq: 2 }),
      here: fc.boolean(),
      asked: fc.option(
        fc.record({
          request: fc.constantFrom(...REQUESTED),
          fits: fc.constantFrom(true, true, true, true, true, false),
        }),
        { freq: 2 },
      ),
      size,
      pin: fc.constantFrom('right', 'right', 'right', 'wrong' as const),
      code: fc.constantFrom('right', 'right', 'wrong', 'none' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('move' as const), by: sender, from: pocket, into: pocket, size }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('deposit' as const),
      by: sender,
      size: fc.oneof({ weight: 9, arbitrary: fc.bigInt(1n, 500_00n) }, { weight: 1, arbitrary: fc.constant('huge') }),
      receipt: fc.constantFrom(...Object.keys(RECEIPTS), 'no receipt'),
    }) as fc.Arbitrary<Line>,
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constantFrom('approve', 'approve', 'approve', 'decline', 'reverse', 'reverse' as const),
      by: decider,
      nth: fc.nat(12),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('cancel' as const), by: sender, nth: fc.nat(12) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('fund', 'fund', 'debit' as const),
      by: decider,
      // Most often those who can pay.
      customer: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom('ada', 'ben', 'eve') },
        { weight: 9, arbitrary: account },
        { weight: 1, arbitrary: fc.constant('unknown') },
      ),
      size: fc.oneof({ weight: 15, arbitrary: size }, { weight: 1, arbitrary: fc.constant('huge' as const) }),
      valueDay: fc.integer({ min: -400, max: 0 }),
    }) as fc.Arbitrary<Line>,
  },
)
const JOBS: readonly Job[] = ['import_history', 'opening_balance']
const jobOf = (session: Session): Job | null => JOBS.find((job) => job === session) ?? null
const session = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Session>('long') },
  { weight: 4, arbitrary: fc.constantFrom<Session>('brief', 'brief', 'ended', 'unknown', 'foreign', ...JOBS) },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      line,
      session,
      key: fc.option(fc.constantFrom('one', 'two', 'three'), { freq: 2 }),
      times: fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 6),
    }),
  },
  { weight: 2, arbitrary: fc.record({ repeat: fc.nat(40) }) },
)

export const script = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' })
/** The amount above which two administrators must approve; null in half of the scripts. */
export const fourEyesAboveCents = fc.option(fc.constantFrom(0n, 200_00n), { freq: 2 })
/** Where a script is cut into batches. */
export const batchSizes = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 12 })

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
