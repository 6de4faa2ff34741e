import { expect, test } from 'vitest'
import { FAULTS, type PlannedFault, plan, select } from './schedule.ts'

const take = (seed: number, rounds: number): PlannedFault[] => [...plan(seed, FAULTS, { gapMs: [100, 900], rounds })]
const describeFaults = (planned: PlannedFault[]) =>
  planned.map(({ fault, afterMs, random, overlaps }) =>
    [fault.kind, afterMs, random.between(0, 1e9), overlaps].join(' '),
  )

test('the same seed gives the same faults, gaps and random numbers; another seed gives others', () => {
  expect(describeFaults(take(7, 3))).toEqual(describeFaults(take(7, 3)))
  expect(describeFaults(take(7, 3))).not.toEqual(describeFaults(take(8, 3)))
})

test('every round contains each kind of fault once', () => {
  const kinds = FAULTS.map(({ kind }) => kind).sort()
  const planned = take(1, 2).map(({ fault }) => fault.kind)
  expect(planned.slice(0, kinds.length).sort()).toEqual(kinds)
  expect(planned.slice(kinds.length).sort()).toEqual(kinds)
})

test('selects faults by name and rejects an unknown name', () => {
  expect(select('primary lost').map(({ kind }) => kind)).toEqual(['primary lost, standby promoted'])
  expect(select('server killed before the commit of').length).toBeGreaterThan(1)
  expect(select('server killed before the commit').map(({ kind }) => kind)).toEqual(['server killed before the commit'])
  expect(() => select('no such fault')).toThrow("Unknown fault 'no such fault'")
})

test('includes every fault that the bank promises to survive', () => {
  expect(FAULTS.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'server killed after the lock',
      'server killed before the commit',
      'server killed after the commit',
      'server killed before the response',
      'one of two servers down',
      'server paused',
      'PostgreSQL killed',
      'one backend of PostgreSQL killed',
      'client connections cut',
      'responses to clients lost after the commit',
      'disk full for the database',
      'disk full for uploads',
      'clock 5 min ahead',
      'clock 10 y behind',
      'primary lost, standby promoted',
    ]),
  )
})
