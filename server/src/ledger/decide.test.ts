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
import type { Account, Outcome, State } from './types.ts'

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
