import { Batcher, type LaneOptions } from '../db/batcher.ts'
import type { Sql } from '../db/connection.ts'
import { commitBatch } from './commit-batch.ts'
import type { Command, Outcome } from './types.ts'

export type Ledger = { submit: (command: Command) => Promise<Outcome>; zone: string }

type Options = LaneOptions & { zone: string; fourEyesAboveCents?: bigint | null }

/** The one way money moves. */
export function createLedger(sql: Sql, { zone, fourEyesAboveCents = null, ...lanes }: Options): Ledger {
  const batcher = new Batcher<Command, Outcome>(
    (commands) => commitBatch(sql, zone, commands, fourEyesAboveCents),
    lanes,
  )
  return { zone, submit: (command) => batcher.submit(command) }
}
