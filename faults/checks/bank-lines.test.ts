import { expect, test } from 'vitest'
import { checkBankLines, type LineRow } from './bank-lines.ts'
import { recordHistory, result } from './recorded-history.ts'

const recorded = recordHistory()
const { record, reported } = recorded

const line = (part: Partial<LineRow>): LineRow => ({
  ...{ id: 'l', reference: 'R1', cents: 500, state: 'booked', in_suspense: false, returned: false },
  ...{ transaction_id: null, person_id: null, bookings: 1, settlements: 1 },
  ...part,
})
const assigned = line({ person_id: 'ada', transaction_id: 'd' })
const assign = () => record({ kind: 'assign line', personId: 'ada', cents: 500, lineId: 'l' }, result('ok', 'l'))
const act = (kind: 'ignore line' | 'undo line' | 'return line') => record({ kind, lineId: 'l' }, result('ok', 'l'))
const importFile = (code = 'ok') =>
  record({ kind: 'import statement', references: ['R1', 'R2'] }, result(code, 'statement'))

test('accepts lines that are assigned, returned, ignored, or wait in suspense, each there once', () => {
  importFile()
  assign()
  record({ kind: 'assign line', personId: 'ben', cents: 500, lineId: 'l' }, result('line_decided'))
  const waiting = line({ id: 'm', reference: 'R2', state: 'unmatched', in_suspense: true, settlements: 0 })
  checkBankLines(recorded.history, [assigned, waiting])
  expect(recorded.history.anomalies).toEqual([])
})

test.each<[string, LineRow, () => unknown]>([
  ['is stored twice', line({ id: 'm', reference: 'R1' }), () => {}],
  ['clears what another line has cleared', line({ id: 'm', reference: 'R2', transaction_id: 'd' }), () => {}],
  ['is booked twice', line({ id: 'm', reference: 'R2', bookings: 2 }), () => {}],
  ['left suspense twice', line({ id: 'm', reference: 'R2', settlements: 2 }), () => {}],
  ['is ignored and booked', line({ id: 'm', reference: 'R2', state: 'ignored', settlements: 0 }), () => {}],
  ['was booked by two acts', line({ id: 'm', reference: 'R2' }), assign],
  [
    'was ignored, but is not',
    line({ id: 'm', reference: 'R2' }),
    () => Object.assign(act('ignore line'), { lineId: 'm' }),
  ],
  [
    'was returned, but is not',
    line({ id: 'm', reference: 'R2' }),
    () => Object.assign(act('return line'), { lineId: 'm' }),
  ],
  ['was in a file, but is not there', line({ id: 'm', reference: 'R3' }), () => importFile()],
  ['was in a file that was refused', line({ id: 'm', reference: 'R2' }), () => importFile('balances_differ')],
])('reports a line that %s', (_, second, happen) => {
  assign()
  happen()
  checkBankLines(recorded.history, [assigned, second])
  expect(reported()).toEqual(['bank lines'])
})

test('accepts what an act without a response may have done after an acknowledged one', () => {
  act('undo line')
  record({ kind: 'ignore line', lineId: 'l' })
  checkBankLines(recorded.history, [line({ state: 'ignored', bookings: 0, settlements: 0 })])
  expect(recorded.history.anomalies).toEqual([])
})
