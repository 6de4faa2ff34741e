import { expect, test } from 'vitest'
import { type Cost, cpuOf, NO_COST, perOperation, predict } from './cost.ts'
import {
  countOperations,
  HOURS,
  hoursOf,
  OPERATION_ORDER,
  type Operation,
  perCustomer,
  planDay,
} from './customer-day.ts'
import { writeIntoModel } from './model-document.ts'
import { customersFor, findBehind, PEAK_USE, peakHourMs, peakUse } from './size-of-day.ts'

const of = <Value>(value: (operation: Operation) => Value) =>
  Object.fromEntries(OPERATION_ORDER.map((operation) => [operation, value(operation)])) as Record<Operation, Value>
const cost = (values: Partial<Cost>): Cost => ({ ...NO_COST, ...values })

test('the hours of every operation add up to a salary Monday', () => {
  for (const operation of OPERATION_ORDER) {
    expect(hoursOf(operation)).toHaveLength(HOURS)
    expect(hoursOf(operation).reduce((sum, count) => sum + count, 0)).toBeCloseTo(perCustomer(operation))
  }
  // Twice an ordinary day; of credits, half of the customers get one more.
  expect(perCustomer('login')).toBeCloseTo(0.3)
  expect(perCustomer('credit')).toBeCloseTo(0.55)
})

test('a planned day has all operations of its customers, in order and within the day', () => {
  for (const customers of [20, 2_500]) {
    const planned = planDay(customers, 150)
    expect(countOperations(planned)).toEqual(of((operation) => Math.round(perCustomer(operation) * customers)))
    expect(planned).toEqual(planned.toSorted((a, b) => a.ms - b.ms))
    expect(planned.every(({ ms }) => ms >= 0 && ms < 150_000)).toBe(true)
  }
})

test('more come in the morning than at night', () => {
  const planned = planDay(2_500, 240).filter(({ operation }) => operation === 'dashboard')
  const inHour = (hour: number) => planned.filter(({ ms }) => Math.floor(ms / 10_000) === hour).length
  expect(inHour(8)).toBeGreaterThan(10 * inHour(3))
})

test('an operation keeps its bytes, and its CPU time is without that of an idle bank', () => {
  const idle = cost({ serverMs: 10, postgresMs: 5, walBytes: 30_000, diskBytes: 20_000 })
  const used = cost({ serverMs: 440, postgresMs: 220, walBytes: 200_000, diskBytes: 100_000 })
  expect(perOperation(used, idle, { count: 100, seconds: 4 })).toEqual({
    serverMs: 4,
    postgresMs: 2,
    walBytes: 2_000,
    diskBytes: 1_000,
  })
})

test('the prediction has every operation, and an idle bank for as long as the replay took', () => {
  const idle = cost({ serverMs: 10, postgresMs: 5, walBytes: 30_000, diskBytes: 20_000 })
  const costs = { a: cost({ serverMs: 2, walBytes: 7 }), b: cost({ postgresMs: 3, diskBytes: 11 }) }
  const predictedFor = (seconds: number) => predict({ a: 100, b: 10 }, costs, idle, seconds)
  expect(predictedFor(0)).toEqual({ serverMs: 200, postgresMs: 30, walBytes: 700, diskBytes: 110 })
  expect(predictedFor(60)).toEqual({ serverMs: 800, postgresMs: 330, walBytes: 700, diskBytes: 110 })
})

test('the replay has as many customers as the machine carries in the peak hour', () => {
  const machine = {
    costs: of((operation) => cost({ serverMs: operation === 'login' ? 45 : 3, postgresMs: 2 })),
    idle: cost({ serverMs: 10, postgresMs: 10 }),
    generatorMs: of(() => 0.2),
    cores: 2,
    seconds: 150,
  }
  const customers = customersFor(machine)
  expect(customers).toBeGreaterThan(100)
  expect(peakUse(machine, customers)).toBeLessThanOrEqual(PEAK_USE)
  expect(peakUse(machine, customers + 10)).toBeGreaterThan(PEAK_USE)
  // In the planned day, too: the sum of an hour, whose operations are random only within it.
  const hourMs = 150_000 / HOURS
  const usedMs = Array.from({ length: HOURS }, () => 0)
  for (const { ms, operation } of planDay(customers, 150))
    usedMs[Math.floor(ms / hourMs)] = (usedMs[Math.floor(ms / hourMs)] ?? 0) + cpuOf(machine.costs[operation])
  expect(Math.max(...usedMs) / hourMs / 2).toBeLessThan(PEAK_USE * 1.02)
  expect(customersFor({ ...machine, idle: cost({ serverMs: 1_900 }) })).toBe(0)
})

test('the peak hour is the one with most CPU time, not with most requests', () => {
  const onlyCredits = of((operation) => cost({ serverMs: operation === 'credit' ? 1 : 0 }))
  expect(peakHourMs(onlyCredits)).toBeCloseTo(Math.max(...hoursOf('credit')))
})

test('a replay that answers late or takes longer than its day has fallen behind', () => {
  const kept = { answered: 10_000, late: 100, dueSeconds: 150, tookSeconds: 152 }
  expect(findBehind(kept)).toEqual([])
  expect(findBehind({ ...kept, late: 250 })).toEqual([
    'the replay fell behind: 2.5 % of the responses came more than 1 s late, must be at most 1 %',
  ])
  expect(findBehind({ ...kept, tookSeconds: 240 })).toEqual(['the replay fell behind: it took 240 s instead of 150'])
  expect(findBehind({ ...kept, answered: 0, late: 0 })).toHaveLength(1)
})

test('the tables replace the ones of the last run, and say when the machine was not quiet', () => {
  const text = 'before\n<!-- bench:day -->\nold\n<!-- end of bench:day -->\nafter\n'
  const tables = [{ title: 'Costs', columns: ['', 'ms'], rows: [['log-in', 45]] }]
  const report = { name: 'day', method: 'A day.', tables, failures: [], details: { 'Other programs': '0 %' } }
  const quiet = writeIntoModel(text, report, { Date: '2026-11-16' })
  expect(quiet).toMatch(/^before\n<!-- bench:day -->\nA day\.\n/)
  expect(quiet).toMatch(/\| log-in \| 45 \|\n<!-- end of bench:day -->\nafter\n$/)
  expect(quiet).toContain('| Other programs | 0 % |')
  expect(writeIntoModel(quiet, { ...report, disturbance: 'others used 90 % of a core' }, {})).toContain('**Not valid: ')
  expect(() => writeIntoModel('no place', report, {})).toThrow('no place for the tables')
})
