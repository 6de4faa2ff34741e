import { describe, expect, test } from 'vitest'
import type { Books, OrderRow, RunRow } from './effects.ts'
import { checkOrders } from './orders.ts'
import { recordHistory, result } from './recorded-history.ts'

const recorded = recordHistory()
type Event = Parameters<typeof checkOrders>[2]['events'][number]

const ORDER: OrderRow = {
  ...{ id: 'o', account_id: 'ada', marker: 'op-1', start_on: '2026-01-31', every: 'month' },
  ...{ until: null, next_on: '2026-03-31', deleted: false },
}
const RUNS: RunRow[] = [
  { order_id: 'o', due_on: '2026-01-31', transaction_id: 't' },
  { order_id: 'o', due_on: '2026-02-28', transaction_id: 'u' },
]
type Row = Books['rows'] extends Map<string, infer One> ? One : never
const transfer = (id: string, cents = -100) =>
  ({ id, account_id: 'ada', type: 'Transfer', cents, marker: 'op-1' }) as unknown as Row
const event = (kind: string, part: Partial<Event> = {}): Event => ({
  ...{ person_id: 'ada', kind, transaction_id: null, order_id: null, change: null },
  ...part,
})

function check(part: { orders?: OrderRow[]; runs?: RunRow[]; transfers?: Row[]; events?: Event[] } = {}): string[] {
  const { orders = [ORDER], runs = RUNS, transfers = [transfer('t'), transfer('u')], events = [] } = part
  const books = { orders, runs, byMarker: new Map([['op-1', transfers]]) } as unknown as Books
  checkOrders(recorded.history, books, { events }, '2026-03-01')
  return recorded.history.anomalies.map(({ checker, description }) => `${checker} ${description}`)
}
const schedule = (code = 'ok') => recorded.record({ kind: 'order', cents: 100 }, result(code, 'o'))

describe('orders', () => {
  test('accepts one transfer per due day, of an approved amount, and an order that another request deleted', () => {
    schedule()
    recorded.record({ kind: 'change order', cents: 50, subjectId: 'o' }, result('ok', 'o'))
    recorded.record({ kind: 'delete order', subjectId: 'o' }, result('ok'))
    const events = [
      event('transfer.submitted', { transaction_id: 't' }),
      event('order.changed', { order_id: 'o' }),
      event('order.approved', { order_id: 'o', change: 'resumed' }),
      event('transfer.completed', { transaction_id: 'u' }),
      event('order.changed', { order_id: 'o' }),
    ]
    const orders = [{ ...ORDER, next_on: null, deleted: true }]
    expect(check({ orders, transfers: [transfer('t'), transfer('u', -50)], events })).toEqual([])
  })

  test('reports a day that was paid twice, left out, or is not due', () => {
    schedule()
    expect(check({ transfers: [transfer('t'), transfer('u'), transfer('again')] })).toEqual([
      'orders op-1: 3 transfers for 2 due days that were paid',
    ])
    recorded.history.anomalies.length = 0
    const runs = [{ ...RUNS[0], due_on: '2026-03-01' } as RunRow]
    expect(check({ runs, transfers: [transfer('t')] })).toEqual([
      'orders op-1: paid on 2026-03-01, twice or not due',
      'orders op-1: due on 2026-01-31, tried on 2026-03-01',
    ])
  })

  test('reports what is due and not paid, another amount, and a delete that was lost', () => {
    schedule()
    recorded.record({ kind: 'delete order', subjectId: 'o' }, result('ok'))
    const orders = [{ ...ORDER, next_on: '2026-03-01' }]
    expect(check({ orders, transfers: [transfer('t'), transfer('u', -99)] })).toEqual([
      'orders op-1: u pays 99 cents from ada',
      'orders op-1: due on 2026-03-01, and not paid',
      'orders op-1: deleted, but still there',
    ])
  })

  test('reports a payment of a paused, ended or deleted order', () => {
    schedule()
    for (const kind of ['order.changed', 'order.ended']) {
      const events = [event(kind, { order_id: 'o' }), event('transfer.submitted', { transaction_id: 't' })]
      expect(check({ events }).at(-1)).toBe('orders o: t was paid after it was stopped')
    }
  })

  test('reports an order that is missing, was made twice, refused, or requested by no one', () => {
    schedule()
    expect(check({ orders: [], transfers: [] })).toEqual(['orders op-1: 100 cents were scheduled 0 times'])
    expect(check({ orders: [ORDER, { ...ORDER, id: 'p' }] })[1]).toBe('orders op-1: 100 cents were scheduled 2 times')
    recorded.history.anomalies.length = 0
    expect(check({ orders: [ORDER, { ...ORDER, id: 'x', marker: 'op-9' }] })).toEqual([
      'orders x: no client scheduled it',
    ])
    const { id } = schedule('pin_incorrect')
    recorded.history.anomalies.length = 0
    expect(check({ orders: [ORDER, { ...ORDER, id: 'r', marker: id, next_on: null }] })).toEqual([
      'orders op-2: refused with pin_incorrect, but scheduled',
    ])
  })
})
