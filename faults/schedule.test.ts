import { expect, test } from 'vitest'
import { FAULTS, type PlannedFault, plan, select } from './schedule.ts'

const take = (seed: number, rounds: number): PlannedFault[] => [...plan(seed, FAULTS, { gapMs: [100, 900], rounds })]
const words = (planned: PlannedFault[]) =>
  planned.map(({ fault, afterMs, dice, overlaps: together }) =>
    [fault.kind, afterMs, dice.between(0, 1e9), together].join(' '),
  )

test('a seed brings the same faults, at the same distances and with the same chance, and another one others', () => {
  expect(words(take(7, 3))).toEqual(words(take(7, 3)))
  expect(words(take(7, 3))).not.toEqual(words(take(8, 3)))
})

test('every kind of fault comes once in every round', () => {
  const kinds = FAULTS.map(({ kind }) => kind).sort()
  const planned = take(1, 2).map(({ fault }) => fault.kind)
  expect(planned.slice(0, kinds.length).sort()).toEqual(kinds)
  expect(planned.slice(kinds.length).sort()).toEqual(kinds)
})

test('what is asked for by name is found, and a name that is none is told', () => {
  expect(select('primary lost').map(({ kind }) => kind)).toEqual(['primary lost, standby promoted'])
  expect(() => select('nothing of the kind')).toThrow("No kind of fault is called 'nothing of the kind'")
})

test('all that the bank promises to survive is among them', () => {
  expect(FAULTS.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'server killed after the lock',
      'server killed before the commit',
      'server killed after the commit',
      'server killed before the response',
      'one of two servers away',
      'server paused',
      'PostgreSQL killed',
      'one backend of PostgreSQL killed',
      'client connections cut',
      'answers to clients lost after the commit',
      'disk full for the database',
      'disk full for uploads',
      'clock 2 h ahead',
      'clock 30 d behind',
      'primary lost, standby promoted',
    ]),
  )
})
