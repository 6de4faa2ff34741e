import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { History, type Intent, type Operation, type OperationResult } from '../history.ts'
import { quantile } from '../report.ts'
import { balancesFrom } from './balances.ts'
import { checkCounters } from './counters.ts'
import { type Books, checkEffects } from './effects.ts'

let folder: string
let history: History
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openteller-history-'))
  history = new History(folder)
})
afterEach(() => {
  history.close()
  rmSync(folder, { recursive: true })
})

const answer = (word: string, transactionId: string | null = null): OperationResult => ({
  code: word,
  transactionId,
  state: null,
  replayed: false,
})

function told(intent: Intent, ...answers: OperationResult[]): Operation {
  const operation = history.begin('somebody', intent)
  history.end(operation, answers)
  return operation
}

type Row = Books['rows'] extends Map<string, infer One> ? One : never
function books(rows: Partial<Row>[]): Books {
  const whole = rows.map((row): Row => {
    const party = { receipt_id: null, party_id: null, origin_id: null }
    return {
      id: 't',
      account_id: 'ada',
      type: 'Transfer',
      cents: -100,
      status: 'Pending',
      marker: '',
      posted: false,
      ...party,
      ...row,
    }
  })
  const byMarker = new Map<string, Row[]>()
  for (const row of whole) byMarker.set(row.marker, [...(byMarker.get(row.marker) ?? []), row])
  return { rows: new Map(whole.map((row) => [row.id, row])), byMarker, uploads: new Set() }
}
const complaints = () => history.anomalies.map(({ checker }) => checker)
const TRANSFER: Intent = { kind: 'transfer', personId: 'ada', cents: 100 }

describe('the histories against the books', () => {
  test('what was told and is so is no anomaly', () => {
    const { id } = told(TRANSFER, answer('ok', 't'))
    told(TRANSFER, answer('insufficient_balance'))
    checkEffects(history, books([{ marker: id }]))
    expect(history.anomalies).toEqual([])
  })

  test('acknowledged, and not there or another amount', () => {
    told(TRANSFER, answer('ok', 'gone'))
    const { id } = told(TRANSFER, answer('ok', 't'))
    checkEffects(history, books([{ marker: id, cents: -99 }]))
    expect(complaints()).toEqual(['lost writes', 'lost writes'])
  })

  test('one key with two effects, and two answers to one key', () => {
    const { id } = told(TRANSFER, answer('ok', 't'), answer('ok', 'u'))
    const rows = [{ marker: id }, { id: 'u', marker: id }]
    checkEffects(history, books(rows))
    expect(complaints()).toEqual(['conflicting responses', 'duplicate effects'])
  })

  test('refused, and there', () => {
    const { id } = told(TRANSFER, answer('pin_incorrect'))
    checkEffects(history, books([{ marker: id }]))
    expect(complaints()).toEqual(['effects of refusals'])
  })

  test('there, and nobody asked for it', () => {
    checkEffects(history, books([{ marker: 'op-99' }]))
    expect(complaints()).toEqual(['unrequested effects'])
  })

  test('approved to one, declined to the other', () => {
    const { id } = told(TRANSFER, answer('ok', 't'))
    told({ kind: 'approve', personId: 'ada', cents: 0, aboutId: 't' }, answer('ok', 't'))
    told({ kind: 'decline', personId: 'ada', cents: 0, aboutId: 't' }, answer('ok', 't'))
    checkEffects(history, books([{ marker: id, status: 'Completed', posted: true }]))
    expect(complaints()).toEqual(['lost writes', 'conflicting decisions'])
  })
})

test('balances follow from what was told alone', () => {
  const person = (id: string) => ({ id, email: id, number: '', hasCode: false, openingCents: 1_000 })
  told({ kind: 'transfer', personId: 'ada', cents: 100, receiverId: 'ben' }, answer('ok', 't'))
  told({ kind: 'deposit', personId: 'ada', cents: 30, aboutId: 'r' }, answer('ok', 'd'))
  told({ kind: 'approve', personId: 'ada', cents: 0, aboutId: 't' }, answer('ok', 't'))
  told({ kind: 'approve', personId: 'ada', cents: 0, aboutId: 't' }, answer('ok', 't'))
  told({ kind: 'debit', personId: 'ben', cents: 7 }, answer('ok', 'x'))
  told({ kind: 'fund', personId: 'ben', cents: 9 }, answer('balance_limit'))
  expect(Object.fromEntries(balancesFrom(history, [person('ada'), person('ben')]))).toEqual({ ada: 900, ben: 1_093 })
})

test('a counter falls with the right PIN, and never by itself', () => {
  const now = Date.now()
  const seen = (after: number, count: number) => ({
    from: now + after,
    to: now + after + 1,
    attempts: new Map([['ada', count]]),
  })
  const right = told({ kind: 'right secret', personId: 'ada', cents: 1 }, answer('insufficient_balance'))
  Object.assign(right, { begunAt: now + 105, endedAt: now + 110 })
  checkCounters(history, [seen(100, 3), seen(120, 0), seen(200, 2)])
  expect(history.anomalies).toEqual([])
  checkCounters(history, [seen(200, 2), seen(300, 1)])
  expect(complaints()).toEqual(['PIN counters'])
})

test('half, nearly all, and the worst', () => {
  const times = Array.from({ length: 20 }, (_, n) => n + 1)
  expect([quantile(times, 0.5), quantile(times, 0.95), quantile(times, 1), quantile([7], 0.95)]).toEqual([
    10, 19, 20, 7,
  ])
})
