import { beforeEach, describe, expect, test } from 'vitest'
import type { History, Intent, OperationResult } from '../history.ts'
import { quantile } from '../report.ts'
import { checkApprovals } from './approvals.ts'
import { balancesFrom } from './balances.ts'
import { checkCounters } from './counters.ts'
import { type Books, checkEffects, SAVED_BY_RULE } from './effects.ts'
import { checkInstantTransfers } from './instant-transfers.ts'
import { checkPaymentRuns } from './payment-runs.ts'
import { checkProgress } from './progress.ts'
import { recordHistory, result } from './recorded-history.ts'
import { checkReversals } from './reversals.ts'

const recorded = recordHistory()
const { record, reported: reportedBy } = recorded
let history: History
beforeEach(() => {
  history = recorded.history
})

type Row = Books['rows'] extends Map<string, infer One> ? One : never
function books(rows: Partial<Row>[], authorisations: Books['authorisations'] = new Map()): Books {
  const allRows = rows.map((row): Row => {
    const party = { receipt_id: null, party_id: null, origin_id: null, reverses_id: null, is_return: false }
    return {
      id: 't',
      account_id: 'ada',
      type: 'Transfer',
      cents: -100,
      status: 'Pending',
      marker: '',
      posted: false,
      flags: '',
      ...party,
      ...row,
    }
  })
  const byMarker = new Map<string, Row[]>()
  for (const row of allRows.filter(({ origin_id }) => origin_id === null))
    byMarker.set(row.marker, [...(byMarker.get(row.marker) ?? []), row])
  return {
    rows: new Map(allRows.map((row) => [row.id, row])),
    byMarker,
    uploads: new Set(),
    authorisations,
    scheduledPayments: [],
    runs: [],
  }
}
const TRANSFER: Intent = { kind: 'transfer', personId: 'ada', cents: 100 }

describe('progress', () => {
  const refuseMany = () => {
    for (let times = 0; times < 20; times += 1) record(TRANSFER, result('invalid'))
  }

  test('reports a kind that the bank always refuses', () => {
    refuseMany()
    checkProgress(history)
    expect(history.anomalies).toEqual([
      { checker: 'progress', description: 'none of 20 (transfer) succeeded: invalid' },
    ])
  })

  test('accepts one success, and few refusals', () => {
    refuseMany()
    record(TRANSFER, result('ok', 't'))
    record({ ...TRANSFER, kind: 'deposit' }, result('invalid'))
    checkProgress(history)
    expect(history.anomalies).toEqual([])
  })
})

describe('reversals', () => {
  const ORIGINAL = { id: 'o', status: 'Completed', posted: true }
  const REVERSAL = { id: 'r', cents: 100, status: 'Completed', posted: true, reverses_id: 'o' }

  test('accepts one by the opposite amount, and counts a declined one as none', () => {
    record({ kind: 'reverse', personId: 'ada', cents: 100, subjectId: 'o' }, result('ok', 'r'))
    record({ kind: 'reverse', personId: 'ada', cents: 100, subjectId: 'o' }, result('already_reversed'))
    checkReversals(history, books([ORIGINAL, REVERSAL, { ...REVERSAL, id: 's', status: 'Declined' }]))
    expect(history.anomalies).toEqual([])
  })

  test('reports a second one, in the tables and for the clients, and one of another amount', () => {
    for (const id of ['r', 's'])
      record({ kind: 'reverse', personId: 'ada', cents: 100, subjectId: 'o' }, result('ok', id))
    checkReversals(history, books([ORIGINAL, REVERSAL, { ...REVERSAL, id: 's', cents: 99 }]))
    expect(reportedBy()).toEqual(['reversals', 'reversals', 'reversals'])
  })
})

describe('returns', () => {
  test('reports a second one, and one beside a reversal', () => {
    const [original, back] = [
      { id: 'o', status: 'Completed', posted: true },
      { id: 'r', cents: 100, status: 'Completed', posted: true, reverses_id: 'o', is_return: true },
    ]
    for (const kind of ['return', 'reverse'] as const)
      record({ kind, personId: 'ada', cents: 100, subjectId: 'o' }, result('ok', kind))
    checkReversals(history, books([original, back, { ...back, id: 's' }]))
    expect(history.anomalies.map(({ description }) => description)).toEqual([
      'o was returned by r and by s',
      'o was reversed twice, last by op-2',
    ])
  })
})

describe('payment runs', () => {
  const RUN = { id: 'run', count: 1, total: 100 }
  const PAYMENT = { run_id: 'run', transaction_id: 't', cents: 100, lives: true }
  const made = (id: string) => record({ kind: 'payment run', personId: '', cents: 0 }, result('ok', id))

  test('accepts whole runs of different transfers, and a transfer of a cancelled run in another one', () => {
    made('run')
    const cancelled = { ...PAYMENT, run_id: 'cancelled', lives: false }
    checkPaymentRuns(history, {
      runs: [RUN, { ...RUN, id: 'cancelled' }],
      payments: [PAYMENT, cancelled],
      reported: [],
    })
    expect(history.anomalies).toEqual([])
  })

  test('reports a transfer in two runs, half a run, and a run that is lost or was made twice', () => {
    for (const id of ['run', 'run', 'gone']) made(id)
    const other = { ...RUN, id: 'other' }
    checkPaymentRuns(history, {
      runs: [RUN, other],
      payments: [PAYMENT, { ...PAYMENT, run_id: 'other', cents: 99 }],
      reported: [],
    })
    expect(history.anomalies.map(({ description }) => description)).toEqual([
      't is in the payment runs run and other',
      'The payment run other does not agree with its payments',
      'The payment run run was made by two requests',
      'op-3: the payment run gone is lost',
    ])
  })

  test('reports a status that is lost, and a rejected payment that is not credited once, or without a report', () => {
    const reportAs = (state: string) =>
      record({ kind: 'payment report', references: ['R'] }, { ...result('ok'), state })
    const check = (statuses: string[], credits: number, by_report = credits, reference = 'R') =>
      checkPaymentRuns(history, { runs: [], payments: [], reported: [{ reference, statuses, credits, by_report }] })
    reportAs('rejected')
    reportAs('unknown')
    check(['rejected'], 1)
    expect(history.anomalies).toEqual([])
    check([], 0)
    check(['rejected'], 0)
    check(['rejected', 'booked'], 1)
    expect(history.anomalies.map(({ description }) => description)).toEqual([
      'op-1: R was reported as rejected, and is not',
      'R is rejected, and credited 0 times',
      'R is rejected and booked, and credited 1 times',
    ])
    check(['rejected'], 1, 1, 'another')
    expect(history.anomalies.at(-2)?.description).toBe('another was credited without a report')
  })
})

describe('effects', () => {
  test('accepts results that match the tables', () => {
    const { id } = record(TRANSFER, result('ok', 't'))
    record(TRANSFER, result('insufficient_balance'))
    checkEffects(history, books([{ marker: id }]))
    expect(history.anomalies).toEqual([])
  })

  test('reports an acknowledged transaction that is missing or has another amount', () => {
    record(TRANSFER, result('ok', 'gone'))
    const { id } = record(TRANSFER, result('ok', 't'))
    checkEffects(history, books([{ marker: id, cents: -99 }]))
    expect(reportedBy()).toEqual(['lost writes', 'lost writes'])
  })

  test('reports two effects of one key and two different results of one key', () => {
    const { id } = record(TRANSFER, result('ok', 't'), result('ok', 'u'))
    const rows = [{ marker: id }, { id: 'u', marker: id }]
    checkEffects(history, books(rows))
    expect(reportedBy()).toEqual(['conflicting responses', 'duplicate effects'])
  })

  test('lets two attempts with a used approval be refused for different reasons', () => {
    record({ ...TRANSFER, kind: 'reused approval' }, result('account_frozen'), result('challenge_expired'))
    checkEffects(history, books([]))
    expect(history.anomalies).toEqual([])
  })

  test('recognises a move by its amount, also one that no client requested', () => {
    const move: Intent = { kind: 'move', personId: 'ada', cents: 7, receiverId: 'savings' }
    record(move, result('ok', 't'))
    record({ ...move, cents: 8 }, result('insufficient_balance'))
    const done = { status: 'Completed', posted: true }
    checkEffects(history, books([{ ...done, cents: -7, marker: 'move 7' }]))
    expect(history.anomalies).toEqual([])
    const rows = [8, 9].map((cents) => ({ ...done, id: `${cents}`, cents: -cents, marker: `move ${cents}` }))
    checkEffects(history, books([{ ...done, id: 'u', cents: -7, marker: 'move 7' }, ...rows]))
    expect(reportedBy()).toEqual(['lost writes', 'effects of refusals', 'unrequested effects'])
  })

  test('reports an effect of a refused operation', () => {
    const { id } = record(TRANSFER, result('pin_incorrect'))
    checkEffects(history, books([{ marker: id }]))
    expect(reportedBy()).toEqual(['effects of refusals'])
  })

  test('reports a transaction without an operation', () => {
    checkEffects(history, books([{ marker: 'op-99' }]))
    expect(reportedBy()).toEqual(['unrequested effects'])
  })

  test('reports a transaction that was both approved and declined', () => {
    const { id } = record(TRANSFER, result('ok', 't'))
    record({ kind: 'approve', personId: 'ada', cents: 0, subjectId: 't' }, result('ok', 't'))
    record({ kind: 'decline', personId: 'ada', cents: 0, subjectId: 't' }, result('ok', 't'))
    checkEffects(history, books([{ marker: id, status: 'Completed', posted: true }]))
    expect(reportedBy()).toEqual(['lost writes', 'conflicting decisions'])
  })

  test('reports a transfer that was approved for an administrator and cancelled for its owner', () => {
    const { id } = record(TRANSFER, result('ok', 't'))
    record({ kind: 'cancel', personId: 'ada', cents: 0, subjectId: 't' }, result('ok', 't'))
    record({ kind: 'approve', personId: 'ada', cents: 0, subjectId: 't' }, result('ok', 't'))
    checkEffects(history, books([{ marker: id, status: 'Completed', posted: true }]))
    expect(reportedBy()).toEqual(['lost writes', 'conflicting decisions'])
  })
})

describe('instant transfers', () => {
  const completed = (id = 't') => ({ ...result('ok', id), state: 'Completed' })
  const pay = (cents: number, ...results: OperationResult[]) =>
    record({ kind: 'instant transfer', cents, receiverId: 'ben' }, ...results)
  const rows = (marker: string, part: Partial<Row> = {}) => [
    { id: 't', marker, status: 'Completed', posted: true, ...part },
    { id: 'r', account_id: 'ben', type: 'Deposit', cents: 100, posted: true, status: 'Completed', origin_id: 't' },
  ]

  test('accepts one that is Completed in every response and received once, and one that waits', () => {
    const { id } = pay(100, completed(), completed())
    const waiting = pay(100, result('ok', 'w'))
    const all = books([...rows(id), { id: 'w', marker: waiting.id }])
    checkInstantTransfers(history, all)
    checkEffects(history, all)
    expect(history.anomalies).toEqual([])
    expect(balancesFrom(history, []).get('ben')).toBe(100)
  })

  test('reports one above the limit, with a flag, not received, received twice, or Pending in another response', () => {
    const large = pay(100_01, completed('gone'))
    const { id } = pay(100, completed(), { ...completed(), state: 'Pending' })
    const [sent, half] = rows(id, { flags: 'velocity' })
    const all = books([sent ?? {}, half ?? {}, { ...half, id: 'again' }])
    checkInstantTransfers(history, all)
    expect(history.anomalies.map(({ description }) => description.split(' ')[0])).toEqual(
      [large.id, large.id, id, id].map((one) => `${one}:`),
    )
    checkEffects(history, all)
    expect(reportedBy().slice(4)).toEqual(['lost writes', 'conflicting responses'])
  })
})

describe('approvals', () => {
  const approve = (...results: OperationResult[]) => {
    const operation = record({ ...TRANSFER, kind: 'passkey transfer' }, ...results)
    history.authorised(operation, `approval of ${operation.id}`)
    return `approval of ${operation.id}`
  }

  test('accepts approvals that their own transfers used, and unused ones of refused transfers', () => {
    const used = approve(result('ok', 't'))
    const unused = approve(result('insufficient_balance'))
    const authorisations = new Map([
      [used, 't'],
      [unused, null],
    ])
    checkApprovals(history, books([], authorisations))
    expect(history.anomalies).toEqual([])
  })

  test('reports one that is unused, used by another transfer, used after a refusal, unknown or refused', () => {
    approve(result('ok', 't'))
    const other = approve(result('ok', 't'))
    const refused = approve(result('insufficient_balance'))
    approve(result('passkey_incorrect'))
    const authorisations = new Map([
      [other, 'u'],
      [refused, 'v'],
      ['unknown', 'w'],
    ])
    checkApprovals(history, books([], authorisations))
    expect(reportedBy()).toEqual(Array.from({ length: 5 }, () => 'approvals'))
  })
})

test('derives balances from the results alone', () => {
  const account = (id: string) => ({ id, number: '', savings: { id: `${id}'s savings`, number: '' } })
  const person = (id: string) => ({ ...account(id), email: id, hasCode: false, passkeys: [], openingCents: 1_000 })
  record({ kind: 'transfer', personId: 'ada', cents: 100, receiverId: 'ben' }, result('ok', 't'))
  record({ kind: 'deposit', personId: 'ada', cents: 30, subjectId: 'r' }, result('ok', 'd'))
  record({ kind: 'approve', personId: 'ada', cents: 0, subjectId: 't' }, result('ok', 't'))
  record({ kind: 'approve', personId: 'ada', cents: 0, subjectId: 't' }, result('ok', 't'))
  const into = { accountId: "ben's savings" }
  record({ kind: 'move', personId: 'ben', cents: 50, receiverId: into.accountId }, result('ok', 'm'))
  record({ kind: 'move', personId: 'ben', cents: 51, ...into, receiverId: 'ben' }, result('insufficient_balance'))
  record({ kind: 'debit', personId: 'ben', cents: 7, ...into }, result('ok', 'x'))
  record({ kind: 'fund', personId: 'ben', cents: 9 }, result('balance_limit'))
  const derived = { ada: 900, "ada's savings": 0, ben: 1_050, "ben's savings": 43 }
  const people = [person('ada'), person('ben')]
  expect(Object.fromEntries(balancesFrom(history, people))).toEqual(derived)
  const saved = books([{ id: 's', cents: -60, marker: SAVED_BY_RULE, party_id: "ada's savings" }])
  expect(Object.fromEntries(balancesFrom(history, people, saved))).toEqual({
    ...derived,
    ada: 840,
    "ada's savings": 60,
  })
  checkEffects(history, saved)
  expect(reportedBy()).not.toContain('unrequested effects')
})

test('reports a counter that falls without use of the right PIN', () => {
  const now = Date.now()
  const seen = (after: number, count: number) => ({
    from: now + after,
    to: now + after + 1,
    attempts: new Map([['ada', count]]),
  })
  const right = record({ kind: 'right secret', personId: 'ada', cents: 1 }, result('insufficient_balance'))
  Object.assign(right, { begunAt: now + 105, endedAt: now + 110 })
  checkCounters(history, [seen(100, 3), seen(120, 0), seen(200, 2)])
  expect(history.anomalies).toEqual([])
  checkCounters(history, [seen(200, 2), seen(300, 1)])
  expect(reportedBy()).toEqual(['PIN counters'])
})

test('computes nearest-rank quantiles', () => {
  const times = Array.from({ length: 20 }, (_, n) => n + 1)
  expect([quantile(times, 0.5), quantile(times, 0.95), quantile(times, 1), quantile([7], 0.95)]).toEqual([
    10, 19, 20, 7,
  ])
})
