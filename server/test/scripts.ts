/** Random scripts of commands, and how the ledger and the plain bank (`plain-bank.ts`) each hear them. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Actor, Command, Outcome } from '../src/ledger/types.ts'
import { type Holder, type Job, MOST_CENTS, type PlainAnswer, PlainBank, type PlainCommand } from './plain-bank.ts'

const MINUTE = 60_000
export const SCRIPT_START = Date.UTC(2026, 0, 31, 22, 0)
const CODE_UNTIL = SCRIPT_START + 45 * MINUTE
const BRIEF_SESSION_UNTIL = SCRIPT_START + 20 * MINUTE
const LONG_SESSION_UNTIL = SCRIPT_START + 600 * MINUTE

export const CAST = {
  ada: { active: true, pin: '1234' },
  ben: { active: true, pin: '2345', code: { digits: '12345', until: CODE_UNTIL } },
  cyd: { active: false, pin: '3456' },
  dan: { active: true },
  eve: { active: true, admin: true, pin: '4567' },
  fay: { active: false, admin: true, pin: '5678' },
  gil: { active: true, admin: true },
} satisfies Record<string, Holder>
export type Name = keyof typeof CAST
export const NAMES = Object.keys(CAST) as Name[]
const STRANGER = '00000000-0000-7000-8000-0000000000ff'

export const SESSIONS = ['long', 'brief', 'ended', 'unknown'] as const
type SessionKind = (typeof SESSIONS)[number]
/** `ended` is revoked, `brief` runs out in the middle of a script, `unknown` was never made. */
export const sessionUntil = (kind: SessionKind) => (kind === 'brief' ? BRIEF_SESSION_UNTIL : LONG_SESSION_UNTIL)
export const sessionHash = (name: string, kind: SessionKind, salt = '') => sha256(`session ${salt} ${name} ${kind}`)

export const RECEIPTS: Record<string, Name> = Object.fromEntries(
  Array.from({ length: 8 }, (_, i) => [`receipt ${i}`, NAMES[i % 4] ?? 'ada']),
)

const sha256 = (text: string) => createHash('sha256').update(text).digest()
export const secretHash = (kind: 'pin' | 'code', name: string, digits: string) => sha256(`${kind} ${name} ${digits}`)

/** Some other person's session is as good as none. */
type Session = SessionKind | 'foreign' | Job
type Size = bigint | 'all' | 'too much' | 'huge'
type Line =
  | { act: 'transfer'; by: Name; to: Name | null; size: Size; pin: 'right' | 'wrong'; code: 'right' | 'wrong' | 'none' }
  | { act: 'deposit'; by: Name; size: Size; receipt: string }
  | { act: 'approve' | 'decline'; by: Name; nth: number }
  | { act: 'fund' | 'debit'; by: Name; whom: Name | 'stranger'; size: Size; valueDay: number }
export type Step = { line: Line; session: Session; key: string | null; times: number } | { again: number }

const name = fc.constantFrom(...NAMES)
const spender = fc.constantFrom<Name>('ada', 'ada', 'ben', 'ben', 'cyd', 'dan', 'eve')
const ruler = fc.constantFrom<Name>('eve', 'eve', 'eve', 'gil', 'gil', 'fay', 'ada')
const size: fc.Arbitrary<Size> = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt(1n, 500_00n) },
  { weight: 2, arbitrary: fc.constant('all' as const) },
  { weight: 2, arbitrary: fc.constant('too much' as const) },
)
const line: fc.Arbitrary<Line> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('transfer' as const),
      by: spender,
      to: fc.option(name),
      size,
      pin: fc.constantFrom('right', 'right', 'right', 'wrong' as const),
      code: fc.constantFrom('right', 'right', 'wrong', 'none' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('deposit' as const),
      by: spender,
      size: fc.oneof({ weight: 9, arbitrary: fc.bigInt(1n, 500_00n) }, { weight: 1, arbitrary: fc.constant('huge') }),
      receipt: fc.constantFrom(...Object.keys(RECEIPTS), 'no receipt'),
    }) as fc.Arbitrary<Line>,
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom('approve', 'approve', 'decline' as const),
      by: ruler,
      nth: fc.nat(12),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom('fund', 'fund', 'debit' as const),
      by: ruler,
      whom: fc.oneof({ weight: 9, arbitrary: name }, { weight: 1, arbitrary: fc.constant('stranger' as const) }),
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
    weight: 8,
    arbitrary: fc.record({
      line,
      session,
      key: fc.option(fc.constantFrom('one', 'two', 'three'), { freq: 2 }),
      times: fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 6),
    }),
  },
  { weight: 2, arbitrary: fc.record({ again: fc.nat(40) }) },
)

export const script = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' })
/** Above how much two administrators must agree; half of the scripts do without. */
export const twoAbove = fc.option(fc.constantFrom(0n, 200_00n), { freq: 2 })
/** Where a script is cut into batches. */
export const batchSizes = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 12 })

/** What the ledger needs to know of a cast: ids and numbers, the same for every script or made for one. */
export type World = {
  salt: string
  id: (name: string) => string
  number: (name: string) => string
  newId: () => string
}

export type Heard = { command: Command; expected: PlainAnswer }

/** Reads a script out to the plain bank, and writes down the commands with the answers the ledger must give. */
export function play(
  steps: readonly Step[],
  world: World,
  twoAbove: bigint | null = null,
): { heard: Heard[]; plain: PlainBank } {
  const plain = new PlainBank(CAST, RECEIPTS, twoAbove)
  const heard: Heard[] = []
  const papers: string[] = []
  const said: { line: Line; session: Session; key: string | null; cents: bigint; target: string }[] = []

  const say = (one: (typeof said)[number]) => {
    said.push(one)
    const at = SCRIPT_START + heard.length * MINUTE
    const id = world.newId()
    const { line, session, key, cents, target } = one
    if (line.act === 'transfer' || line.act === 'deposit' || twoAbove !== null) papers.push(id)
    const content = JSON.stringify({ ...line, size: String(cents), target })
    const route = `/${line.act}`
    const heardKey = key ? { route, word: key, content } : null
    const alive = session === 'long' || (session === 'brief' && at < BRIEF_SESSION_UNTIL)
    const asked = { by: line.by, alive, job: jobOf(session), at, key: heardKey }
    const command = toCommand({ line, session, key: heardKey, cents, target, id, at }, world)
    heard.push({ command, expected: plain.ask(toPlain(line, { ...asked, id, cents, target })) })
  }

  for (const step of steps) {
    if ('again' in step) {
      const before = said[step.again % Math.max(1, said.length)]
      if (before) say(before)
      continue
    }
    for (let i = 0; i < step.times; i++) {
      const { line } = step
      const target = 'nth' in line ? (papers[line.nth % Math.max(1, papers.length)] ?? STRANGER) : ''
      say({ line, session: step.session, key: step.key, cents: toCents(line, plain), target })
    }
  }
  return { heard, plain }
}

function toCents(line: Line, plain: PlainBank): bigint {
  if (!('size' in line)) return 0n
  const whose = 'whom' in line ? line.whom : line.by
  const has = whose === 'stranger' ? 0n : plain.spendable(whose)
  if (line.size === 'huge') return MOST_CENTS - 1_000_00n
  if (line.size === 'too much') return has + 1n
  if (line.size === 'all') return has > 0n ? has : 1n
  return line.size
}

type Told = { by: Name; alive: boolean; job: Job | null; at: number; id: string; cents: bigint; target: string } & Pick<
  PlainCommand,
  'key'
>
function toPlain(line: Line, { cents, target, ...asked }: Told): PlainCommand {
  switch (line.act) {
    case 'transfer': {
      const holder: Holder = CAST[line.by]
      const code = line.code === 'none' ? null : line.code === 'right' ? (holder.code?.digits ?? '00000') : '99999'
      return {
        act: 'transfer',
        ...asked,
        cents,
        to: line.to,
        pin: line.pin === 'right' ? (holder.pin ?? '0') : '9',
        code,
      }
    }
    case 'deposit':
      return { act: 'deposit', ...asked, cents, receipt: line.receipt }
    case 'approve':
    case 'decline':
      return { act: line.act, ...asked, paper: target }
    default:
      return { act: line.act, ...asked, cents, whom: line.whom }
  }
}

type Written = {
  line: Line
  session: Session
  key: { route: string; word: string; content: string } | null
  cents: bigint
  target: string
  id: string
  at: number
}
function toCommand({ line, session, key, cents, target, id, at }: Written, world: World): Command {
  const asked = {
    actor: actorOf(line.by, session, world),
    at: new Date(at),
    requestId: 'script',
    idempotency: key ? { route: key.route, key: key.word, requestHash: sha256(key.content) } : null,
  }
  switch (line.act) {
    case 'transfer': {
      const holder: Holder = CAST[line.by]
      const pin = line.pin === 'right' ? (holder.pin ?? '0') : '9'
      const code = line.code === 'right' ? (holder.code?.digits ?? '00000') : '99999'
      return {
        kind: 'transfer',
        ...asked,
        id,
        accountId: asked.actor.personId,
        amountCents: cents,
        counterparty: {
          name: line.to ?? 'Somebody Outside',
          accountNumber: line.to ? world.number(line.to) : '000000000000',
          bankName: 'A Bank',
          iban: '',
          swiftCode: '',
        },
        pinHash: secretHash('pin', line.by, pin),
        codeHash: line.code === 'none' ? null : secretHash('code', line.by, code),
      }
    }
    case 'deposit': {
      const crypto = line.receipt === 'receipt 0'
      return {
        kind: 'deposit',
        ...asked,
        id,
        accountId: asked.actor.personId,
        amountCents: cents,
        method: crypto ? 'crypto' : 'bank',
        receiptId: world.id(line.receipt),
        currency: crypto ? 'Bitcoin' : '',
        rate: crypto ? '0.0000101' : null,
        amountDue: crypto ? '0.01' : null,
      }
    }
    case 'approve':
      return { kind: 'approve', ...asked, transactionId: target, auditId: world.newId(), receivingId: world.newId() }
    case 'decline':
      return { kind: 'decline', ...asked, transactionId: target, auditId: world.newId(), reason: 'Not today' }
    default: {
      const accountId = line.whom === 'stranger' ? STRANGER : world.id(line.whom)
      const valueAt = new Date(at + line.valueDay * 24 * 60 * MINUTE)
      return { kind: line.act, ...asked, id, auditId: world.newId(), accountId, amountCents: cents, valueAt, note: '' }
    }
  }
}

function actorOf(by: Name, session: Session, { id, salt }: World): Actor {
  const personId = id(by)
  if (session === 'import_history' || session === 'opening_balance') return { kind: 'system', job: session, personId }
  const [owner, kind] = session === 'foreign' ? [by === 'ada' ? 'eve' : 'ada', 'long' as const] : [by, session]
  return { kind: 'session', personId, sessionHash: sessionHash(owner, kind, salt) }
}

/** The ledger's answer in the plain bank's words. */
export function inPlainWords(outcome: Outcome): PlainAnswer {
  const again = outcome.replayed ? ({ again: true } as const) : {}
  if (!outcome.ok) return { no: outcome.code, ...again }
  const { id, status, amountCents } = outcome.transaction
  return { paper: id, state: status, cents: amountCents, ...again }
}
