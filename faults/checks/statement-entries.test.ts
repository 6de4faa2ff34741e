import { expect, test } from 'vitest'
import { recordHistory, result } from './recorded-history.ts'
import { checkStatementEntries, type EntryRow } from './statement-entries.ts'

const recorded = recordHistory()
const { record, reported } = recorded

const entry = (part: Partial<EntryRow>): EntryRow => ({
  id: 'e',
  reference: 'R1',
  cents: 500,
  state: 'booked',
  in_suspense: false,
  returned: false,
  charted: false,
  transaction_id: null,
  person_id: null,
  bookings: 1,
  settlements: 1,
  ...part,
})
const assigned = entry({ person_id: 'ada', transaction_id: 'd' })
const assign = () =>
  record({ kind: 'assign statement entry', personId: 'ada', cents: 500, statementEntryId: 'e' }, result('ok', 'e'))
const act = (kind: 'ignore statement entry' | 'undo statement entry' | 'return statement entry') =>
  record({ kind, statementEntryId: 'e' }, result('ok', 'e'))
const importFile = (code = 'ok') =>
  record({ kind: 'import statement', references: ['R1', 'R2'] }, result(code, 'statement'))

test('accepts entries that are assigned, returned, ignored, or wait in suspense, each there once', () => {
  importFile()
  assign()
  record({ kind: 'assign statement entry', personId: 'ben', cents: 500, statementEntryId: 'e' }, result('line_decided'))
  const waiting = entry({ id: 'f', reference: 'R2', state: 'unmatched', in_suspense: true, settlements: 0 })
  checkStatementEntries(recorded.history, [assigned, waiting])
  expect(recorded.history.anomalies).toEqual([])
})

test('accepts an import that was undone and imported again, and nothing of it in the books', () => {
  importFile()
  act('ignore statement entry')
  const undone = entry({ state: 'undone', bookings: 0, settlements: 0 })
  const again = entry({ id: 'f', state: 'unmatched', in_suspense: true, settlements: 0 })
  checkStatementEntries(recorded.history, [undone, { ...undone, id: 'g', reference: 'R2' }, again])
  expect(recorded.history.anomalies).toEqual([])
  checkStatementEntries(recorded.history, [undone, { ...undone, id: 'g', reference: 'R2', bookings: 1 }])
  expect(reported()).toEqual(['statement entries'])
})

test.each<[string, EntryRow, () => unknown]>([
  ['is stored twice', entry({ id: 'f', reference: 'R1' }), () => {}],
  ['clears what another entry has cleared', entry({ id: 'f', reference: 'R2', transaction_id: 'd' }), () => {}],
  ['is booked twice', entry({ id: 'f', reference: 'R2', bookings: 2 }), () => {}],
  ['left suspense twice', entry({ id: 'f', reference: 'R2', settlements: 2 }), () => {}],
  ['is ignored and booked', entry({ id: 'f', reference: 'R2', state: 'ignored', settlements: 0 }), () => {}],
  ['was booked by two acts', entry({ id: 'f', reference: 'R2' }), assign],
  [
    'was ignored, but is not',
    entry({ id: 'f', reference: 'R2' }),
    () => Object.assign(act('ignore statement entry'), { statementEntryId: 'f' }),
  ],
  [
    'was returned, but is not',
    entry({ id: 'f', reference: 'R2' }),
    () => Object.assign(act('return statement entry'), { statementEntryId: 'f' }),
  ],
  ['was in a file, but is not there', entry({ id: 'f', reference: 'R3' }), () => importFile()],
  ['was in a file that was refused', entry({ id: 'f', reference: 'R2' }), () => importFile('balances_differ')],
])('reports an entry that %s', (_, second, happen) => {
  assign()
  happen()
  checkStatementEntries(recorded.history, [assigned, second])
  expect(reported()).toEqual(['statement entries'])
})

test('accepts an entry that was undone and booked again, and reports one whose booking to the chart is lost', () => {
  const book = () => record({ kind: 'book statement entry', statementEntryId: 'e' }, result('ok', 'e'))
  assign()
  act('undo statement entry')
  book()
  checkStatementEntries(recorded.history, [entry({ charted: true })])
  expect(recorded.history.anomalies).toEqual([])
  Object.assign(book(), { statementEntryId: 'f' })
  checkStatementEntries(recorded.history, [entry({ id: 'f' })])
  expect(reported()).toEqual(['statement entries'])
})

test('accepts what an act without a response may have done after an acknowledged one', () => {
  act('undo statement entry')
  record({ kind: 'ignore statement entry', statementEntryId: 'e' })
  checkStatementEntries(recorded.history, [entry({ state: 'ignored', bookings: 0, settlements: 0 })])
  expect(recorded.history.anomalies).toEqual([])
})
