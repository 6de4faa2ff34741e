/** Random scripts of commands, translated for the ledger and for the model bank (`run-script.ts`). */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { bankNamesOf } from '#contract/account-numbers.ts'
import { type Job, type ModelPerson, type ModelRequest, savingsOf } from './model-bank/commands.ts'

export const MINUTE = 60_000
export const SCRIPT_START = Date.UTC(2026, 0, 31, 22, 0)
const CODE_UNTIL = SCRIPT_START + 45 * MINUTE
export const BRIEF_SESSION_UNTIL = SCRIPT_START + 20 * MINUTE
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

export const sha256 = (text: string) => createHash('sha256').update(text).digest()
export const secretHash = (kind: 'pin' | 'code', name: string, digits: string) => sha256(`${kind} ${name} ${digits}`)

/** `foreign`: another person's session. */
export type Session = SessionKind | 'foreign' | Job
type Size = bigint | 'all' | 'too much' | 'huge'
/** An account of the person, who may have no savings account, or another person's. */
export type Pocket = 'main' | 'savings' | 'foreign'
export type Line =
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
