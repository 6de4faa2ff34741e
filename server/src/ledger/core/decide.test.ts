import { serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ModelPerson, ownerOf } from '../../../test/model-bank/commands.ts'
import { runOnModel, type TestCase, type TestIds, toModelOutcome } from '../../../test/run-script.ts'
import {
  ACCOUNTS,
  BANK_NAMES,
  fourEyesAboveCents,
  NAMES,
  type Name,
  RECEIPTS,
  REQUESTS,
  SCRIPT_START,
  SESSIONS,
  script,
  secretHash,
  sessionHash,
  sessionUntil,
  TEST_PEOPLE,
  UNKNOWN_ID,
} from '../../../test/scripts.ts'
import { IDLE_LIMIT_MS } from '../../access/session-lifetime.ts'
import type { Account, Command, CommandContext, Outcome, State, SystemJob } from '../types.ts'
import { apply, Journal } from './apply.ts'
import { decide } from './decide.ts'
import { NO_LIMITS } from './no-limits.ts'

/** A busy machine tries fewer scripts instead of timing out. */
const TIME_LIMIT_MS = 12_000
const uuid = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const ID_ORDER = [...ACCOUNTS, ...Object.keys(RECEIPTS), 'no receipt', ...Object.keys(REQUESTS)]

function newTestIds(): TestIds {
  let last = 1_000
  return {
    salt: '',
    id: (name) => (ID_ORDER.includes(name) ? uuid(1 + ID_ORDER.indexOf(name)) : UNKNOWN_ID),
    number: (name) => (ACCOUNTS.includes(name) ? `100000000${ID_ORDER.indexOf(name)}` : ''),
    newId: () => uuid(++last),
  }
}

function statusOf(name: Name) {
  const { active, status }: ModelPerson = TEST_PEOPLE[name]
  return active ? 'Active' : (status ?? 'Pending')
}

function newState(ids: TestIds, fourEyesAboveCents: bigint | null = null): State {
  const account = (name: string): Account => {
    const { pin, code }: ModelPerson = TEST_PEOPLE[name as Name] ?? {}
    return {
      id: ids.id(name),
      ownerId: ids.id(ownerOf(name)),
      number: ids.number(name),
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
      closedAt: statusOf(ownerOf(name) as Name) === 'Closed' ? new Date(SCRIPT_START) : null,
      openedAt: new Date(0),
      credentialsChangedAt: null,
      limits: { ownCents: null, next: null, staffCents: null },
    }
  }
  const alive = SESSIONS.filter((kind) => kind === 'long' || kind === 'brief')
  return {
    zone: 'UTC',
    ...NO_LIMITS,
    bankNames: BANK_NAMES,
    apiKeys: new Map(),
    paidOut: new Set(),
    doubts: new Map(),
    fundedBesideEntries: new Set(),
    inOpenRun: new Set(),
    bookedElsewhere: new Set(),
    fourEyesAboveCents,
    decidedAloneCents: new Map(),
    accounts: new Map(ACCOUNTS.map((name) => [ids.id(name), account(name)])),
    appointers: new Map(),
    people: new Map(
      NAMES.map((name) => {
        const { admin } = TEST_PEOPLE[name] as { admin?: boolean }
        const role = admin ? 'Admin' : 'User'
        const origin = { roleGivenBy: null, roleProposedBy: null, roleGivenAt: null, roleConfirmedAt: null }
        const history = {
          ...origin,
          factorsChangedAt: null,
          verifiedBy: null,
          verifiedAt: null,
          createdBy: null,
          createdAt: null,
        }
        return [ids.id(name), { role, status: statusOf(name), fullName: name, ...history }]
      }),
    ),
    sessions: new Map(
      NAMES.flatMap((name) =>
        alive.map((kind) => [
          sessionHash(name, kind).toString('hex'),
          {
            personId: ids.id(name),
            expiresAt: new Date(sessionUntil(kind)),
            lastSeenAt: new Date(sessionUntil(kind) - IDLE_LIMIT_MS),
          },
        ]),
      ),
    ),
    transactions: new Map(),
    receipts: new Map(
      Object.entries(RECEIPTS).map(([receipt, owner]) => [ids.id(receipt), { ownerId: ids.id(owner), used: false }]),
    ),
    authorisations: new Map(),
    receiverOwners: new Map(),
    sentCents: new Map(),
    riskLargeCents: 10_000_00n,
    knownPayees: new Set(),
    recentSubmissions: new Map(),
    otherAvailableCents: new Map(),
    payRequests: new Map(
      Object.entries(REQUESTS).map(([name, { by, cents: amountCents }]) => {
        const [id, personId] = [ids.id(name), ids.id(by)]
        const open = { isCancelled: false, isExpired: false, live: null }
        return [id, { id, personId, accountId: personId, amountCents, ...open }]
      }),
    ),
    scheduledPayments: new Map(),
    scheduledPaymentRuns: new Map(),
    accountIdsByNumber: new Map(ACCOUNTS.map((name) => [ids.number(name), ids.id(name)])),
    closedNumbers: new Set(NAMES.filter((name) => statusOf(name) === 'Closed').map(ids.number)),
    storedOutcomes: new Map(),
  }
}

function run(state: State, journal: Journal, { command }: TestCase): Outcome {
  const { outcome, effects } = decide(state, command)
  apply(state, journal, effects)
  return outcome
}

describe('any commands in any order', () => {
  test('lead to the outcomes and balances of the model bank', () => {
    fc.assert(
      fc.property(script, fourEyesAboveCents, (steps, limit) => {
        const ids = newTestIds()
        const { cases, model } = runOnModel(steps, ids, limit)
        const state = newState(ids, limit)
        const journal = new Journal()
        const outcomes = cases.map((testCase) => toModelOutcome(run(state, journal, testCase)))

        expect(outcomes).toEqual(cases.map(({ expected }) => expected))
        for (const name of ACCOUNTS) {
          const account = state.accounts.get(ids.id(name))
          const expected = model.accounts.get(name)
          expect({ name, ...account }).toMatchObject({
            name,
            balanceCents: model.balanceCents(name),
            heldCents: expected?.heldCents,
            pinAttempts: expected?.wrongPins,
            codeAttempts: expected?.wrongCodes,
          })
          const posted = journal.postings.filter(({ accountId }) => accountId === account?.id)
          expect(posted.map(({ amountCents: amount }) => amount)).toEqual(expected?.postingsCents)
        }
      }),
      { numRuns: 1_500, interruptAfterTimeLimit: TIME_LIMIT_MS },
    )
  })

  test('are decided by a pure function: state and command stay unchanged, and a second call returns the same', () => {
    fc.assert(
      fc.property(script, fourEyesAboveCents, (steps, limit) => {
        const ids = newTestIds()
        const { cases } = runOnModel(steps, ids, limit)
        const state = newState(ids, limit)
        const journal = new Journal()
        for (const testCase of cases) {
          const before = serialize([state, testCase.command])
          const first = decide(state, testCase.command)
          expect(decide(state, testCase.command)).toEqual(first)
          expect(serialize([state, testCase.command]).equals(before)).toBe(true)
          apply(state, journal, first.effects)
        }
      }),
      { numRuns: 40, interruptAfterTimeLimit: TIME_LIMIT_MS },
    )
  })
})

describe('system jobs', () => {
  const ids = newTestIds()
  const at = new Date(SCRIPT_START)
  const amountCents = 5_00n
  const context = (job: SystemJob): CommandContext => ({
    actor: { kind: 'system', job, personId: ids.id('ada') },
    at,
    requestId: 'job',
    idempotency: null,
  })
  const commands = (job: SystemJob): Record<Command['kind'], Command> => {
    const base = { ...context(job), id: ids.newId(), auditId: ids.newId(), accountId: ids.id('ada'), amountCents }
    const decision = { ...context(job), auditId: ids.newId(), transactionId: ids.newId() }
    const receipt = { receiptId: ids.id('receipt 0'), currency: '', rate: null, amountDue: null }
    const counterparty = { name: 'Grace', accountNumber: '1', bankName: 'A Bank', iban: '', swiftCode: '' }
    const run = { scheduledPaymentId: ids.newId(), dueOn: '2026-01-05', receivingId: ids.newId() }
    const approval = { kind: 'pin' as const, pinHash: secretHash('pin', 'ada', '1234') }
    return {
      transfer: { ...base, kind: 'transfer', receivingId: ids.newId(), counterparty, approval, codeHash: null },
      run_scheduled_payment: { ...base, ...run, kind: 'run_scheduled_payment', counterparty },
      deposit: { ...base, ...receipt, kind: 'deposit', method: 'bank' },
      approve: {
        ...decision,
        kind: 'approve',
        receivingId: ids.newId(),
        receivingAuditId: ids.newId(),
        fresh: true,
        confirm: false,
      },
      decline: { ...decision, kind: 'decline', reason: '' },
      cancel: { ...decision, kind: 'cancel' },
      move: { ...base, kind: 'move', fromId: ids.id('ada'), toId: ids.newId(), receivingId: ids.newId() },
      fund: { ...base, ownerId: ids.id('ada'), kind: 'fund', valueAt: at, note: '' },
      debit: { ...base, ownerId: ids.id('ada'), kind: 'debit', valueAt: at, note: '' },
      reverse: {
        ...decision,
        kind: 'reverse',
        reason: '',
        id: ids.newId(),
        otherId: ids.newId(),
        otherAuditId: ids.newId(),
      },
      return: { ...decision, kind: 'return', reason: '', isRejection: false, confirm: false, id: ids.newId() },
    }
  }
  const forbiddenTo = (job: SystemJob) =>
    Object.values(commands(job)).flatMap((command) => {
      const { outcome, effects } = decide(newState(ids), command)
      if (outcome.ok || outcome.code !== 'forbidden') return []
      expect(effects).toEqual([])
      return command.kind
    })

  test('may submit only the commands of their job', () => {
    expect(forbiddenTo('opening_balance')).toEqual([
      'transfer',
      'run_scheduled_payment',
      'deposit',
      'approve',
      'decline',
      'cancel',
      'move',
      'debit',
      'reverse',
      'return',
    ])
    expect(forbiddenTo('import_history')).toEqual(['run_scheduled_payment', 'cancel', 'debit', 'reverse', 'return'])
    expect(forbiddenTo('import_pending')).toEqual([
      'run_scheduled_payment',
      'approve',
      'decline',
      'cancel',
      'move',
      'fund',
      'debit',
      'reverse',
      'return',
    ])
    expect(forbiddenTo('secure_account')).toEqual([
      'transfer',
      'run_scheduled_payment',
      'deposit',
      'approve',
      'decline',
      'move',
      'fund',
      'debit',
      'reverse',
      'return',
    ])
    expect(forbiddenTo('run_scheduled_payments')).toEqual([
      'transfer',
      'deposit',
      'approve',
      'decline',
      'cancel',
      'move',
      'fund',
      'debit',
      'reverse',
      'return',
    ])
  })

  test('need no second administrator', () => {
    const { outcome } = decide(newState(ids, 1_00n), commands('opening_balance').fund)
    expect(outcome).toMatchObject({ ok: true, transaction: { status: 'Completed', amountCents } })
  })

  test('throws for an actor that is neither a session nor a job', () => {
    const { fund } = commands('opening_balance')
    const actors = [
      { personId: ids.id('eve'), sessionHash: null },
      { kind: 'system', job: null, personId: ids.id('eve') },
    ]
    for (const actor of actors) expect(() => decide(newState(ids), { ...fund, actor: actor as never })).toThrow()
  })
})

test('the scripts reach every refusal of the ledger', () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(script, fourEyesAboveCents, (steps, limit) => {
      for (const { expected } of runOnModel(steps, newTestIds(), limit).cases) {
        reached.add('refusal' in expected ? expected.refusal : expected.status)
        if (expected.replayed) reached.add('replayed')
      }
    }),
    { numRuns: 1_500, seed: 7 },
  )
  expect([...reached].sort()).toEqual(
    [
      'Completed Declined Pending account_closed account_frozen account_pending already_decided already_reversed balance_limit code_expired code_incorrect',
      'code_locked code_required forbidden idempotency_key_reused insufficient_balance not_found not_reversible own_account pay_request_differs pay_request_invalid pay_request_pending',
      'pin_incorrect pin_locked pin_missing receipt_used receiver_closed replayed reversal_pending same_account second_admin_needed unauthenticated unknown_account use_move',
    ]
      .join(' ')
      .split(' '),
  )
})
