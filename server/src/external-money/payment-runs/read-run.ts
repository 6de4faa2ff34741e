import type { Reader } from '../../db/connection.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { type RunRow, selectRun } from './store.ts'

export async function readRun(sql: Reader, id: string): Promise<RunRow> {
  const run = await selectRun(sql, id)
  if (!run) throw new Refusal('not_found')
  return run
}
