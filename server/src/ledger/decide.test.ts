import { serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CAST,
  type Heard,
  inPlainWords,
  NAMES,
  play,
  RECEIPTS,
  SCRIPT_START,
  SESSIONS,
  script,
  secretHash,
  sessionHash,
  sessionUntil,
  twoAbove,
  type World,
} from '../../test/scripts.ts'
import { IDLE_LIMIT_MS } from '../sessions/lifetime.ts'
import { apply, Journal } from './apply.ts'
import { decide } from './decide.ts'
import type { Account, Command, CommandContext, Outcome, State, SystemJob } from './types.ts'

/** On a busy machine fewer scripts are tried, rather than none to the end. */
const ENOUGH_MS = 12_000
const uuid = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const PLACES = [...NAMES, ...Object.keys(RECEIPTS), 'no receipt']

function newWorld(): World {
  let last = 1_000
  return {
    salt: '',
    id: (name) => uuid(1 + PLACES.indexOf(name)),
    number: (name) => `100000000${PLACES.indexOf(name)}`,
    newId: () => uuid(++last),
  }
}

function newState(world: World, fourEyesAboveCents: bigint | null = null): State {
  const account = (name: keyof typeof CAST): Account => {
    const { pin, code } = CAST[name] as { pin?: string; code?: { digits: string; until: number } }
    return {
      id: world.id(name),
      number: world.number(name),
      balanceCents: 0n,
      heldCents: 0n,
      postingNumber: 0n,
      postingHead: Buffer.alloc(32),
      eventNumber: 0n,
      auditNumber: 0n,
      auditHead: Buffer.alloc(32),
      pinHash: pin ? secretHash('pin', name, pin) : null,
      pinAttempts: 0,
      codeHash: code ? secretHash('code', name, code.digits) : null,
      codeExpiresAt: code ? new Date(code.until) : null,
      codeAttempts: 0,
    }
  }
  const living = SESSIONS.filter((kind) => kind === 'long' || kind === 'brief')
  return {
    zone: 'UTC',
    fourEyesAboveCents,
    accounts: new Map(NAMES.map((name) => [world.id(name), account(name)])),
    people: new Map(
      NAMES.map((name) => {
        const { active, admin } = CAST[name] as { active: boolean; admin?: boolean }
        return [
          world.id(name),
          { role: admin ? 'Admin' : 'User', status: active ? 'Active' : 'Pending', fullName: name },
        ]
      }),
    ),
    sessions: new Map(
      NAMES.flatMap((name) =>
        living.map((kind) => [
          sessionHash(name, kind).toString('hex'),
          {
            personId: world.id(name),
            expiresAt: new Date(sessionUntil(kind)),
            lastSeenAt: new Date(sessionUntil(kind) - IDLE_LIMIT_MS),
          },
        ]),
      ),
    ),
    transactions: new Map(),
    receipts: new Map(
      Object.entries(RECEIPTS).map(([receipt, owner]) => [
        world.id(receipt),
        { ownerId: world.id(owner), used: false },
      ]),
    ),
    accountIdsByNumber: new Map(NAMES.map((name) => [world.number(name), world.id(name)])),
    storedOutcomes: new Map(),
  }
}

function run(state: State, journal: Journal, { command }: Heard): Outcome {
  const { outcome, effects } = decide(state, command)
  apply(state, journal, effects)
  return outcome
}

describe('whatever people ask, in whatever order', () => {
  test('every answer and every balance is that of a bank kept on paper', () => {
    fc.assert(
      fc.property(script, twoAbove, (steps, limit) => {
        const world = newWorld()
        const { heard, plain } = play(steps, world, limit)
        const state = newState(world, limit)
        const journal = new Journal()
        const answers = heard.map((one) => inPlainWords(run(state, journal, one)))

        expect(answers).toEqual(heard.map(({ expected }) => expected))
        for (const name of NAMES) {
          const account = state.accounts.get(world.id(name))
          const book = plain.books.get(name)
          expect({ name, ...account }).toMatchObject({
            name,
            balanceCents: plain.balance(name),
            heldCents: book?.reserved,
            pinAttempts: book?.wrongPins,
            codeAttempts: book?.wrongCodes,
          })
          const posted = journal.postings.filter(({ accountId }) => accountId === account?.id)
          expect(posted.map(({ amountCents: amount }) => amount)).toEqual(book?.posted)
        }
      }),
      { numRuns: 1_500, interruptAfterTimeLimit: ENOUGH_MS },
    )
  })

  test('deciding is pure: the state and the command are as they were, and asking twice gives the same', () => {
    fc.assert(
      fc.property(script, twoAbove, (steps, limit) => {
        const world = newWorld()
        const { heard } = play(steps, world, limit)
        const state = newState(world, limit)
        const journal = new Journal()
        for (const one of heard) {
          const before = serialize([state, one.command])
          const first = decide(state, one.command)
          expect(decide(state, one.command)).toEqual(first)
          expect(serialize([state, one.command]).equals(before)).toBe(true)
          apply(state, journal, first.effects)
        }
      }),
      { numRuns: 40, interruptAfterTimeLimit: ENOUGH_MS },
    )
  })
})

describe('system jobs', () => {
  const world = newWorld()
  const at = new Date(SCRIPT_START)
  const amountCents = 5_00n
  const context = (job: SystemJob): CommandContext => ({
    actor: { kind: 'system', job, personId: world.id('ada') },
    at,
    requestId: 'job',
    idempotency: null,
  })
  const commands = (job: SystemJob): Record<Command['kind'], Command> => {
    const base = { ...context(job), id: world.newId(), auditId: world.newId(), accountId: world.id('ada'), amountCents }
    const decision = { ...context(job), auditId: world.newId(), transactionId: world.newId() }
    const receipt = { receiptId: world.id('receipt 0'), currency: '', rate: null, amountDue: null }
    const counterparty = { name: 'Grace', accountNumber: '1', bankName: 'A Bank', iban: '', swiftCode: '' }
    const pinHash = secretHash('pin', 'ada', '1234')
    return {
      transfer: { ...base, kind: 'transfer', counterparty, pinHash, codeHash: null },
      deposit: { ...base, ...receipt, kind: 'deposit', method: 'bank' },
      approve: { ...decision, kind: 'approve', receivingId: world.newId() },
      decline: { ...decision, kind: 'decline', reason: '' },
      fund: { ...base, kind: 'fund', valueAt: at, note: '' },
      debit: { ...base, kind: 'debit', valueAt: at, note: '' },
    }
  }
  const forbiddenTo = (job: SystemJob) =>
    Object.values(commands(job)).flatMap((command) => {
      const { outcome, effects } = decide(newState(world), command)
      if (outcome.ok || outcome.code !== 'forbidden') return []
      expect(effects).toEqual([])
      return command.kind
    })

  test('may submit only the commands of their job', () => {
    expect(forbiddenTo('opening_balance')).toEqual(['transfer', 'deposit', 'approve', 'decline', 'debit'])
    expect(forbiddenTo('import_history')).toEqual(['debit'])
  })

  test('need no second administrator', () => {
    const { outcome } = decide(newState(world, 1_00n), commands('opening_balance').fund)
    expect(outcome).toMatchObject({ ok: true, transaction: { status: 'Completed', amountCents } })
  })

  test('an actor that names neither a session nor a job is a bug, and nothing is decided', () => {
    const { fund } = commands('opening_balance')
    const actors = [
      { personId: world.id('eve'), sessionHash: null },
      { kind: 'system', job: null, personId: world.id('eve') },
    ]
    for (const actor of actors) expect(() => decide(newState(world), { ...fund, actor: actor as never })).toThrow()
  })
})

test('the scripts reach every refusal the ledger knows', () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(script, twoAbove, (steps, limit) => {
      for (const { expected } of play(steps, newWorld(), limit).heard) {
        reached.add('no' in expected ? expected.no : expected.state)
        if (expected.again) reached.add('again')
      }
    }),
    { numRuns: 1_500, seed: 7 },
  )
  expect([...reached].sort()).toEqual(
    [
      'Completed Declined Pending account_pending again already_decided balance_limit code_expired code_incorrect',
      'code_locked code_required forbidden idempotency_key_reused insufficient_balance not_found pin_incorrect pin_locked',
      'pin_missing receipt_used same_account second_admin_needed unauthenticated',
    ]
      .join(' ')
      .split(' '),
  )
})
