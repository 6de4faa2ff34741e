import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../server/src/db/connection.ts'
import { type LoadResult, runLoad } from '../ledger/load.ts'
import type { BenchServer } from '../ledger/server.ts'
import { cpuMs } from '../processes.ts'
import { type Planned, toCalls } from './customer-day.ts'

export type DayBank = {
  sql: Sql
  postgresPid: number
  server: BenchServer
  folder: string
  customersFile: string
  payersFile: string
}

/** Server and PostgreSQL; bytes of the log and of tables with their indexes. */
export type Cost = { serverMs: number; postgresMs: number; walBytes: number; diskBytes: number }
export const NO_COST: Cost = { serverMs: 0, postgresMs: 0, walBytes: 0, diskBytes: 0 }
export const COST_NAMES = Object.keys(NO_COST) as (keyof Cost)[]

export const combine = (a: Cost, b: Cost, of: (a: number, b: number) => number): Cost => ({
  serverMs: of(a.serverMs, b.serverMs),
  postgresMs: of(a.postgresMs, b.postgresMs),
  walBytes: of(a.walBytes, b.walBytes),
  diskBytes: of(a.diskBytes, b.diskBytes),
})

async function readUse({ sql, postgresPid, server }: DayBank): Promise<Cost> {
  const [row] = await sql<{ wal: string; disk: string }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as wal,
           (select sum(pg_total_relation_size(oid)) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')::text as disk`
  const [serverMs, postgresMs] = [cpuMs(server.pid) ?? 0, cpuMs(postgresPid) ?? 0]
  return { serverMs, postgresMs, walBytes: Number(row?.wal), diskBytes: Number(row?.disk) }
}

/** From a checkpoint on, so that the log has its whole pages, until background work is done. */
async function measured<Result>(bank: DayBank, run: () => Promise<Result>): Promise<{ result: Result; cost: Cost }> {
  await bank.sql.unsafe('checkpoint')
  const before = await readUse(bank)
  const result = await run()
  await sleep(500)
  const cost = combine(await readUse(bank), before, (after, before) => after - before)
  return { result, cost }
}

/** Per second. Without requests: jobs, polling and the processes of PostgreSQL. */
export async function measureIdle(bank: DayBank, seconds: number): Promise<Cost> {
  const { cost } = await measured(bank, () => sleep(seconds * 1_000))
  return combine(cost, NO_COST, (value) => value / seconds)
}

let loads = 0

/** `pendingIds`: transfers to approve, besides those of the plan. */
export function runPlan(
  bank: DayBank,
  planned: readonly Planned[],
  pendingIds: readonly string[] = [],
): Promise<{ result: LoadResult; cost: Cost }> {
  loads += 1
  const { server, folder, customersFile, payersFile } = bank
  const files = { folder, customersFile, payersFile, name: `day-${loads}` }
  return measured(bank, () =>
    runLoad({
      ...files,
      ...{
        kind: 'uniform',
        address: server.address,
        connections: 128,
        seconds: 0,
        schedule: toCalls(planned),
        pendingIds,
      },
    }),
  )
}
