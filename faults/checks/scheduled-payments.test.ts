import { describe, expect, test } from 'vitest'
import type { Books, RunRow, ScheduledPaymentRow } from './effects.ts'
import { recordHistory, result } from './recorded-history.ts'
import { checkScheduledPayments } from './scheduled-payments.ts'

const recorded = recordHistory()
type Event = Parameters<typeof checkScheduledPayments>[2]['events'][number]

const SCHEDULED: ScheduledPaymentRow = {
  id: 'o',
  account_id: 'ada',
  marker: 'op-1',
  start_on: '2026-01-31',
  every: 'month',
  until: null,
  next_on: '2026-03-31',
  deleted: false,
}
const RUNS: RunRow[] = [
  { order_id: 'o', due_on: '2026-01-31', transaction_id: 't' },
  { order_id: 'o', due_on: '2026-02-28', transaction_id: 'u' },
]
type Row = Books['rows'] extends Map<string, infer One> ? One : never
const transfer = (id: string, cents = -100) =>
  ({ id, account_id: 'ada', type: 'Transfer', cents, marker: 'op-1' }) as unknown as Row
const event = (kind: string, part: Partial<Event> = {}): Event => ({
  person_id: 'ada',
  kind,
  transaction_id: null,
  order_id: null,
  change: null,
  ...part,
})

function check(
  part: { scheduledPayments?: ScheduledPaymentRow[]; runs?: RunRow[]; transfers?: Row[]; events?: Event[] } = {},
): string[] {
  const { scheduledPayments = [SCHEDULED], runs = RUNS, transfers = [transfer('t'), transfer('u')], events = [] } = part
  const books = { scheduledPayments, runs, byMarker: new Map([['op-1', transfers]]) } as unknown as Books
  checkScheduledPayments(recorded.history, books, { events }, '2026-03-01')
  return recorded.history.anomalies.map(({ checker, description }) => `${checker} ${description}`)
}
const schedule = (code = 'ok') => recorded.record({ kind: 'scheduled payment', cents: 100 }, result(code, 'o'))

describe('scheduled payments', () => {
  test('accepts one transfer per due day, of an approved amount, and a scheduled payment that another request deleted', () => {
    schedule()
    recorded.record({ kind: 'change scheduled payment', cents: 50, subjectId: 'o' }, result('ok', 'o'))
    recorded.record({ kind: 'delete scheduled payment', subjectId: 'o' }, result('ok'))
    const events = [
      event('transfer.submitted', { transaction_id: 't' }),
      event('order.changed', { order_id: 'o' }),
      event('order.approved', { order_id: 'o', change: 'resumed' }),
      event('transfer.completed', { transaction_id: 'u' }),
      event('order.changed', { order_id: 'o' }),
    ]
    const scheduledPayments = [{ ...SCHEDULED, next_on: null, deleted: true }]
    expect(check({ scheduledPayments, transfers: [transfer('t'), transfer('u', -50)], events })).toEqual([])
  })

  test('reports a day that was paid twice, left out, or is not due', () => {
    schedule()
    expect(check({ transfers: [transfer('t'), transfer('u'), transfer('again')] })).toEqual([
      'scheduled payments op-1: 3 transfers for 2 due days that were paid',
    ])
    recorded.history.anomalies.length = 0
    const runs = [{ ...RUNS[0], due_on: '2026-03-01' } as RunRow]
    expect(check({ runs, transfers: [transfer('t')] })).toEqual([
      'scheduled payments op-1: paid on 2026-03-01, twice or not due',
      'scheduled payments op-1: due on 2026-01-31, tried on 2026-03-01',
    ])
  })

  test('reports what is due and not paid, another amount, and a delete that was lost', () => {
    schedule()
    recorded.record({ kind: 'delete scheduled payment', subjectId: 'o' }, result('ok'))
    const scheduledPayments = [{ ...SCHEDULED, next_on: '2026-03-01' }]
    expect(check({ scheduledPayments, transfers: [transfer('t'), transfer('u', -99)] })).toEqual([
      'scheduled payments op-1: u pays 99 cents from ada',
      'scheduled payments op-1: due on 2026-03-01, and not paid',
      'scheduled payments op-1: deleted, but still there',
    ])
  })

  test('reports a payment of a paused, ended or deleted scheduled payment', () => {
    schedule()
    for (const kind of ['order.changed', 'order.ended']) {
      const events = [event(kind, { order_id: 'o' }), event('transfer.submitted', { transaction_id: 't' })]
      expect(check({ events }).at(-1)).toBe('scheduled payments o: t was paid after it was stopped')
    }
  })

  test('reports a scheduled payment that is missing, was made twice, refused, or requested by no one', () => {
    schedule()
    expect(check({ scheduledPayments: [], transfers: [] })).toEqual([
      'scheduled payments op-1: 100 cents were scheduled 0 times',
    ])
    expect(check({ scheduledPayments: [SCHEDULED, { ...SCHEDULED, id: 'p' }] })[1]).toBe(
      'scheduled payments op-1: 100 cents were scheduled 2 times',
    )
    recorded.history.anomalies.length = 0
    expect(check({ scheduledPayments: [SCHEDULED, { ...SCHEDULED, id: 'x', marker: 'op-9' }] })).toEqual([
      'scheduled payments x: no client scheduled it',
    ])
    const { id } = schedule('pin_incorrect')
    recorded.history.anomalies.length = 0
    expect(check({ scheduledPayments: [SCHEDULED, { ...SCHEDULED, id: 'r', marker: id, next_on: null }] })).toEqual([
      'scheduled payments op-2: refused with pin_incorrect, but scheduled',
    ])
  })
})
