import { cpuMs } from '../processes.ts'
import { medianOf } from '../report.ts'
import type { AcknowledgedIds } from './check.ts'
import type { Environment } from './environment.ts'
import { type Kind, type LoadResult, runLoad } from './load.ts'

export const WORKLOADS = {
  uniform: { kind: 'uniform', batched: true, title: 'transfers, uniform' },
  hot: { kind: 'hot', batched: true, title: 'transfers, all from one account' },
  zipf: { kind: 'zipf', batched: true, title: 'transfers, Zipf' },
  unbatched: { kind: 'uniform', batched: false, title: 'transfers, one per database transaction' },
  approve: { kind: 'approve', batched: true, title: 'approvals inside the bank' },
  instant: { kind: 'instant', batched: true, title: 'instant transfers inside the bank' },
  fund: { kind: 'fund', batched: true, title: 'funds by an administrator' },
} as const satisfies Record<string, { kind: Kind; batched: boolean; title: string }>
export type Workload = keyof typeof WORKLOADS
export const ORDER = Object.keys(WORKLOADS) as Workload[]

export type Cpu = { server: number; postgres: number | null; generator: number }
export type Round = { pgbench: number | null; pgbenchCpu: number | null } & Record<
  Workload,
  { perSecond: number; cpu: Cpu }
>
/** These three have different bottlenecks, so each has its own best number of connections. */
const CANDIDATES = { uniform: [64, 128, 256], hot: [64, 128, 256], unbatched: [16, 32, 64] } as const
export type Best = { clients: number; connections: Partial<Record<Workload, number>> & { uniform: number } }
export type Pace = { seconds: number; rounds: number }

/** Runs loads in one environment and collects the acknowledged ids. */
export class Runner {
  readonly #environment: Environment
  readonly acknowledged: AcknowledgedIds = { submitted: [], completed: [] }
  #pendingIds: string[] = []
  #instantSent = 0
  #loads = 0

  constructor(environment: Environment) {
    this.#environment = environment
  }

  async load(
    workload: Workload,
    options: { connections: number; seconds: number; rate?: number },
  ): Promise<LoadResult & { cpu: Cpu }> {
    const { kind, batched } = WORKLOADS[workload]
    const { folder, customersFile, payersFile, postgresPid } = this.#environment
    const server = batched ? this.#environment.batched : this.#environment.unbatched
    const pendingIds = kind === 'approve' ? this.#pendingIds.splice(0) : undefined
    this.#loads += 1
    const before = { server: cpuMs(server.pid) ?? 0, postgres: cpuMs(postgresPid) }
    const result = await runLoad({
      kind,
      address: server.address,
      customersFile,
      payersFile,
      instantBefore: this.#instantSent,
      folder,
      name: `${workload}-${this.#loads}`,
      ...options,
      ...(pendingIds ? { pendingIds } : {}),
    })
    const after = { server: cpuMs(server.pid) ?? 0, postgres: cpuMs(postgresPid) }
    const count = result.acknowledged.length
    if (pendingIds && count > pendingIds.length)
      throw new Error('The approvals ran out of pending transfers: make the rounds shorter')
    this.#recordAcknowledged(kind, result)
    return {
      ...result,
      cpu: {
        server: (after.server - before.server) / count,
        postgres: after.postgres === null ? null : (after.postgres - (before.postgres ?? 0)) / count,
        generator: result.generatorCpuMs / count,
      },
    }
  }

  #recordAcknowledged(kind: Kind, { acknowledged }: LoadResult): void {
    if (kind === 'instant') this.#instantSent += acknowledged.length
    if (kind === 'approve' || kind === 'fund' || kind === 'instant') {
      for (const id of acknowledged) this.acknowledged.completed.push(id)
      return
    }
    for (const id of acknowledged) {
      this.acknowledged.submitted.push(id)
      this.#pendingIds.push(id)
    }
  }

  /** Finds the best number of connections for each, after a warm-up. */
  async findBest(seconds: number, quick: boolean): Promise<Best> {
    for (let warm = 0; warm < (quick ? 1 : 4); warm += 1)
      for (const workload of ['uniform', 'unbatched'] as const) await this.load(workload, { connections: 64, seconds })
    const { pgbench } = this.#environment
    if (quick) return { clients: 8, connections: { uniform: 64, hot: 64, unbatched: 32 } }
    const connectionsFor = (workload: keyof typeof CANDIDATES) =>
      best(CANDIDATES[workload], async (connections) => (await this.load(workload, { connections, seconds })).perSecond)
    return {
      clients: await best([4, 8, 16, 32], async (clients) => pgbench?.perSecond(clients, seconds) ?? 0),
      connections: {
        uniform: await connectionsFor('uniform'),
        hot: await connectionsFor('hot'),
        unbatched: await connectionsFor('unbatched'),
      },
    }
  }

  /** All workloads in turn, so that other load on the machine slows all of them alike. */
  async round(best: Best, seconds: number): Promise<Round> {
    const { pgbench, postgresPid } = this.#environment
    const before = cpuMs(postgresPid)
    const rate = (await pgbench?.perSecond(best.clients, seconds)) ?? null
    const used = before === null ? null : (cpuMs(postgresPid) ?? 0) - before
    const round: Partial<Round> = { pgbench: rate, pgbenchCpu: rate && used && used / (rate * seconds) }
    for (const workload of ORDER) {
      const connections = best.connections[workload] ?? best.connections.uniform
      const { perSecond, cpu } = await this.load(workload, { connections, seconds })
      round[workload] = { perSecond, cpu }
      console.log(`  ${WORKLOADS[workload].title}: ${Math.round(perSecond)} per second`)
    }
    return round as Round
  }
}

async function best(candidates: readonly number[], measure: (candidate: number) => Promise<number>): Promise<number> {
  const measured: [number, number][] = []
  for (const candidate of candidates) measured.push([candidate, await measure(candidate)])
  console.log(`  ${measured.map(([candidate, rate]) => `${candidate}: ${Math.round(rate)}`).join(', ')}`)
  return measured.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

export const median = (rounds: readonly Round[], workload: Workload): number =>
  medianOf(rounds.map((round) => round[workload].perSecond))
export const medianPgbenchCpu = (rounds: readonly Round[]): number =>
  medianOf(rounds.map(({ pgbenchCpu }) => pgbenchCpu ?? Number.NaN))
/** NaN where pgbench is not installed. */
export const medianPgbench = (rounds: readonly Round[]): number =>
  medianOf(rounds.map(({ pgbench }) => pgbench ?? Number.NaN))
