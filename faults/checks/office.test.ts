import { beforeEach, describe, expect, test } from 'vitest'
import type { History, Intent, Operation } from '../history.ts'
import type { Office } from './office.ts'
import { checkProposals } from './proposals.ts'
import { recordHistory, result } from './recorded-history.ts'
import { checkStanding } from './standing.ts'
import { checkVerifications } from './verifications.ts'

const recorded = recordHistory()
const { reported } = recorded
let history: History
beforeEach(() => {
  history = recorded.history
})

const ADA = { id: 'ada', role: 'User', status: 'Active' }
const office = (part: Partial<Office>): Office => ({
  people: [ADA],
  events: [],
  changes: [],
  uploads: new Set(),
  verifications: [],
  proposals: [],
  roleConfirmations: [],
  ...part,
})
const event = (kind: string, transaction_id: string | null = null) => ({
  person_id: 'ada',
  kind,
  transaction_id,
  order_id: null,
  change: null,
})
const change = (before: string, value: string, reason: string | null = null) =>
  ({ person_id: 'ada', field: 'status', before, value, reason }) as const

const record = (intent: Partial<Intent>, times: Partial<Operation> = {}, code = 'ok'): Operation =>
  Object.assign(recorded.record(intent, result(code, 't')), { attempts: 1 }, times)

describe('standing', () => {
  test('accepts transfers before a freeze and after it, and a close with nothing pending', () => {
    const events = [
      event('transfer.submitted', 't'),
      event('account.frozen'),
      event('transfer.declined', 't'),
      event('account.unfrozen'),
      event('transfer.submitted', 'u'),
      event('transfer.approved', 'u'),
      event('account.closed'),
    ]
    checkStanding(history, office({ events }))
    expect(history.anomalies).toEqual([])
  })

  test.each([
    ['a transfer is submitted', [event('account.frozen'), event('transfer.submitted', 't')]],
    ['a transfer is completed', [event('account.frozen'), event('transfer.approved', 't')]],
    ['money is booked after the close', [event('account.closed'), event('account.funded', 't')]],
    ['a deposit is submitted after the close', [event('account.closed'), event('deposit.submitted', 't')]],
    ['the close leaves a deposit pending', [event('deposit.submitted', 't'), event('account.closed')]],
  ])('reports when %s', (_, events) => {
    checkStanding(history, office({ events }))
    expect(reported()).toEqual(['standing'])
  })

  test('reports a freeze that was acknowledged before a transfer began, but is committed after it', () => {
    const frozen = record({ kind: 'freeze' }, { startedAt: 100, endedAt: 110 })
    record({}, { startedAt: 120, endedAt: 130 })
    const changes = [change('Active', 'Frozen', frozen.id)]
    const events = [event('transfer.submitted', 't'), event('account.frozen')]
    const people = [{ ...ADA, status: 'Frozen' }]
    checkStanding(history, office({ people, events: events.toReversed(), changes }))
    expect(reported()).toEqual(['standing'])
    checkStanding(history, office({ people, events, changes }))
    expect(reported()).toEqual(['standing', 'standing'])
  })

  test('reports an acknowledged freeze that is not audited, and a status that changed without an entry', () => {
    record({ kind: 'freeze' })
    checkStanding(history, office({}))
    const changes = [change('Pending', 'Active'), change('Frozen', 'Active')]
    checkStanding(history, office({ changes, people: [{ ...ADA, status: 'Closed' }] }))
    expect(reported()).toEqual(['lost writes', 'standing', 'standing', 'lost writes'])
  })
})

describe('verifications', () => {
  const row = { id: 'v', person_id: 'ada', state: 'approved', reason: '', documents: 1 }

  test('accepts the acknowledged decision', () => {
    record({ kind: 'submit documents', subjectId: 'upload' })
    record({ kind: 'approve documents', subjectId: 'v' })
    record({ kind: 'reject documents', subjectId: 'v' }, {}, 'verification_decided')
    checkVerifications(history, office({ verifications: [row] }))
    expect(history.anomalies).toEqual([])
  })

  test('reports another decision, a person who is Active without one, a lost document and a kept upload', () => {
    record({ kind: 'reject documents', subjectId: 'v' })
    checkVerifications(history, office({ verifications: [row] }))
    const rejected = { ...row, state: 'rejected', documents: 0 }
    record({ kind: 'submit documents', subjectId: 'upload' })
    checkVerifications(history, office({ verifications: [rejected], uploads: new Set(['upload']) }))
    expect(history.anomalies.map(({ description }) => description)).toEqual([
      "op-1 (reject documents): v is approved, ''",
      "op-1 (reject documents): v is rejected, ''",
      'op-2: upload upload was submitted but is still an upload',
      'ada is Active with 0 approved verifications',
      'v has 0 documents',
    ])
  })
})

describe('proposals', () => {
  const at = new Date('2026-01-01')
  const row = { id: 'p', subject_id: 'ada', state: 'confirmed', proposed_at: at, decided_at: at, by_puppet: false }
  const given = { person_id: 'ada', field: 'role', before: 'User', value: 'Support', reason: null } as const

  test('accepts the acknowledged decision, carried out once', () => {
    record({ kind: 'confirm', subjectId: 'p' })
    record({ kind: 'reject', subjectId: 'p' }, {}, 'proposal_decided')
    checkProposals(history, office({ proposals: [row], changes: [given] }))
    expect(history.anomalies).toEqual([])
  })

  test('reports another decision, one that came too late, and a role that was given twice', () => {
    record({ kind: 'reject', subjectId: 'p' })
    const late = { ...row, decided_at: new Date(at.getTime() + 7 * 86_400_000) }
    checkProposals(history, office({ proposals: [late], changes: [given, given] }))
    expect(reported()).toEqual(['proposals', 'proposals', 'proposals'])
  })

  test('accepts a role that a third person confirmed, and reports one confirmed twice or by who gave it', () => {
    const third = { person_id: 'ada', by: 'admin 2', by_puppet: false, by_giver: false }
    checkProposals(history, office({ proposals: [row], changes: [given], roleConfirmations: [third] }))
    expect(history.anomalies).toEqual([])
    const others = [
      { ...third, by_giver: true },
      { ...third, by_puppet: true },
    ]
    checkProposals(history, office({ proposals: [row], changes: [given], roleConfirmations: others }))
    expect(reported()).toEqual(['proposals', 'proposals', 'proposals'])
  })

  test('reports a confirmation by someone whom the proposer appointed', () => {
    record({ kind: 'confirm', subjectId: 'p' })
    checkProposals(history, office({ proposals: [{ ...row, by_puppet: true }], changes: [given] }))
    expect(reported()).toEqual(['proposals'])
  })
})
