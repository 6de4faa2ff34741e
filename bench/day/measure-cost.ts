import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../server/src/platform/db/connection.ts'
import { type LoadResult, runLoad } from '../ledger/load.ts'
import type { BenchServer } from '../ledger/server.ts'
import { cpuMs } from '../processes.ts'
import { type Cost, combine, NO_COST } from './cost.ts'
import { type PlannedOperation, toCalls } from './customer-day.ts'
import { LATE_MS } from './size-of-day.ts'

export type DayBank = {
  sql: Sql
  postgresPid: number
  server: BenchServer
  folder: string
  customersFile: string
  payersFile: string
}

/** Sizes are of rows and index entries: the maps of free space and visibility, which vacuum makes, come with the first rows. */
async function readUse({ sql, postgresPid, server }: DayBank): Promise<Cost> {
  const [row] = await sql<{ wal: string; disk: string }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as wal,
           (select sum(pg_relation_size(oid, 'main')) from pg_class
            where relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace) and relkind in ('r', 'i', 't'))::text as disk`
  const [serverMs, postgresMs] = [cpuMs(server.pid) ?? 0, cpuMs(postgresPid) ?? 0]
  return { serverMs, postgresMs, walBytes: Number(row?.wal), diskBytes: Number(row?.disk) }
}

export type RunCost<Result> = { result: Result; cost: Cost; seconds: number }

/**
 * After a vacuum, so that dead rows of the run before are free space and growth is what stays; from a checkpoint on, so
 * that the log has its whole pages; until background work is done. `seconds` is all the time whose use is counted.
 */
async function measured<Result>(bank: DayBank, run: () => Promise<Result>): Promise<RunCost<Result>> {
  await bank.sql.unsafe('vacuum')
  await bank.sql.unsafe('checkpoint')
  const [before, startedAt] = [await readUse(bank), performance.now()]
  const result = await run()
  await sleep(500)
  const cost = combine(await readUse(bank), before, (after, before) => after - before)
  return { result, cost, seconds: (performance.now() - startedAt) / 1_000 }
}

/** Per second. Without requests: jobs, polling and the processes of PostgreSQL. */
export async function measureIdle(bank: DayBank, wantedSeconds: number): Promise<Cost> {
  const { cost, seconds } = await measured(bank, () => sleep(wantedSeconds * 1_000))
  return combine(cost, NO_COST, (value) => value / seconds)
}

let loads = 0

/** `pendingIds`: transfers to approve, besides those of the plan. */
export function runPlan(
  bank: DayBank,
  planned: readonly PlannedOperation[],
  pendingIds: readonly string[] = [],
): Promise<RunCost<LoadResult>> {
  loads += 1
  const { server, folder, customersFile, payersFile } = bank
  const files = { folder, customersFile, payersFile, name: `day-${loads}` }
  return measured(bank, () =>
    runLoad({
      ...files,
      kind: 'uniform',
      address: server.address,
      connections: 128,
      seconds: 0,
      schedule: toCalls(planned),
      pendingIds,
      lateMs: LATE_MS,
    }),
  )
}
