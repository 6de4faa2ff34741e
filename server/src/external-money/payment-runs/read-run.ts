import type { Reader } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { type RunRow, selectRun } from './store.ts'

export async function readRun(sql: Reader, id: string): Promise<RunRow> {
  const run = await selectRun(sql, id)
  if (!run) throw new Refusal('not_found')
  return run
}
