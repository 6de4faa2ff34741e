import { expect, test } from 'vitest'
import type { Operation } from '../history.ts'
import { checkLeavers, type LeaverRow } from './leavers.ts'
import { recordHistory, result } from './recorded-history.ts'

const recorded = recordHistory()
const GONE: LeaverRow = { id: 'eve', role: 'User', left: 1, sessions: 0, keys: 0, proposals: 0 }
const act = (kind: 'leave staff' | 'journal entry', code: string, at: number): Operation =>
  Object.assign(recorded.record({ kind, personId: 'eve' }, result(code)), { startedAt: at, endedAt: at + 1 })
const descriptions = () => recorded.history.anomalies.map(({ description }) => description)

test('accepts who left once, and what they proposed before', () => {
  act('journal entry', 'ok', 1)
  act('leave staff', 'not_found', 3)
  act('leave staff', 'ok', 3)
  act('journal entry', 'forbidden', 5)
  checkLeavers(recorded.history, [GONE])
  expect(descriptions()).toEqual([])
})

test('reports who left twice or not at all, keeps a role, access or proposals, or acts afterwards', () => {
  act('leave staff', 'ok', 3)
  const later = act('journal entry', 'ok', 5)
  for (const part of [{}, { left: 2 }, { left: 0 }, { role: 'Admin' }, { sessions: 1 }, { keys: 1 }, { proposals: 1 }])
    checkLeavers(recorded.history, [{ ...GONE, ...part }])
  expect(descriptions().filter((text) => text.startsWith(later.id))).toHaveLength(7)
  expect(descriptions().filter((text) => !text.startsWith(later.id))).toEqual([
    'eve left 2 times',
    'op-1: eve has not left',
    'eve left as Admin, and has 0 sessions, 0 keys and 0 proposals',
    'eve left as User, and has 1 sessions, 0 keys and 0 proposals',
    'eve left as User, and has 0 sessions, 1 keys and 0 proposals',
    'eve left as User, and has 0 sessions, 0 keys and 1 proposals',
  ])
})
