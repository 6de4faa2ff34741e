import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { History, type Intent, type Operation, type OperationResult } from '../history.ts'
import type { Checker } from './checkers.ts'

export type RecordedHistory = {
  history: History
  /** An operation of ada that has ended. */
  record(intent: Partial<Intent>, ...results: OperationResult[]): Operation
  reported(): Checker[]
}

export const result = (code: string, transactionId: string | null = null): OperationResult => ({
  code,
  transactionId,
  state: null,
  replayed: false,
})

/** A new history for each test of a check. */
export function recordHistory(): RecordedHistory {
  let folder = ''
  const recorded: RecordedHistory = {
    history: undefined as unknown as History,
    record(intent, ...results) {
      const { history } = recorded
      const operation = history.begin('a client', { kind: 'transfer', personId: 'ada', cents: 1, ...intent })
      history.end(operation, results)
      return operation
    },
    reported: () => recorded.history.anomalies.map(({ checker }) => checker),
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'openteller-history-'))
    recorded.history = new History(folder)
  })
  afterEach(() => {
    recorded.history.close()
    rmSync(folder, { recursive: true })
  })
  return recorded
}
