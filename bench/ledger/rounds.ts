import { setTimeout as sleep } from 'node:timers/promises'
import { runStatement } from '../../server/src/platform/db/run-statement.ts'
import { BenchError } from '../database.ts'
import { cpuMs } from '../processes.ts'
import type { QuietMachine } from '../quiet.ts'
import { medianOf } from '../report.ts'
import type { AcknowledgedIds } from './check.ts'
import type { Environment } from './environment.ts'
import { type Kind, type LoadResult, runLoad } from './load.ts'
import { REFERENCE_ORDER, REFERENCES, type Reference, type ReferenceName } from './references.ts'
import type { Variant } from './server.ts'

type WorkloadOptions = {
  kind: Kind
  title: string
  server?: Variant
  /** One person sends all instant transfers. */
  oneSender?: boolean
  /** Of these, the number of connections with the highest rate is used. */
  connections: readonly number[]
}

/** Node.js goes on optimizing for that long: the server's share of a lone transfer falls from 1.8 to 1.2 ms. */
const WARM_UP_REQUESTS = 20_000
/** How often each number of connections is tried. */
const TRIALS = 5
/** Before each measurement, not counted: in a server that has been idle, V8 has dropped code. */
const RAMP_UP_SECONDS = 2

const VACUUM_WAIT_MS = 250
const MAX_VACUUM_WAITS = 1_200

const MANY = [128, 256] as const
export const WORKLOADS = {
  uniform: { kind: 'uniform', connections: MANY, title: 'transfers, uniform' },
  hot: { kind: 'hot', connections: MANY, title: 'transfers, all from one account' },
  zipf: { kind: 'zipf', connections: [128], title: 'transfers, Zipf' },
  instant: { kind: 'instant', server: 'instant', connections: MANY, title: 'instant transfers, between accounts' },
  instantOne: {
    kind: 'instant',
    server: 'instant',
    connections: MANY,
    oneSender: true,
    title: 'instant transfers, all from one account',
  },
  approve: { kind: 'approve', connections: MANY, title: 'approvals inside the bank' },
  fund: { kind: 'fund', connections: [128], title: 'funds by an administrator' },
  unbatched: {
    kind: 'uniform',
    server: 'unbatched',
    connections: [16, 32, 64],
    title: 'lone transfers, one per database transaction',
  },
  lone: { kind: 'uniform', connections: [1], title: 'lone transfers, one connection' },
} as const satisfies Record<string, WorkloadOptions>
export type Workload = keyof typeof WORKLOADS
export const ORDER = Object.keys(WORKLOADS) as Workload[]

/** Milliseconds per operation. `postgres` is null where PostgreSQL is not embedded. */
export type Cpu = { server: number; postgres: number | null; generator: number }
export type Measurement = { perSecond: number; p50Ms: number; p99Ms: number; cpu: Cpu }
export type ReferenceResult = { perSecond: number; cpuMs: number | null }
export type Round = {
  references: Partial<Record<ReferenceName, ReferenceResult>>
  loads: Record<Workload, Measurement>
}
export type Best = Record<Workload | ReferenceName, number>

/** Runs loads in one environment and collects the acknowledged ids. */
export class Runner {
  readonly #environment: Environment
  readonly #machine: QuietMachine
  readonly acknowledged: AcknowledgedIds = { submitted: [], completed: [] }
  #pendingIds: string[] = []
  #loads = 0

  constructor(environment: Environment, machine: QuietMachine) {
    this.#environment = environment
    this.#machine = machine
  }

  /** Repeated while other programs use the machine. */
  measure(workload: Workload, options: { connections: number; seconds: number; rate?: number }): Promise<Measurement> {
    const rampUp = { ...options, seconds: Math.min(RAMP_UP_SECONDS, options.seconds) }
    return this.#machine.measure(
      WORKLOADS[workload].title,
      () => this.#load(workload, options),
      async () => {
        await this.#vacuum(this.#environment.url)
        await this.#load(workload, rampUp)
      },
    )
  }

  /**
   * Cleans up what earlier loads left. PostgreSQL would do it during a measurement: 10 % more rows, after which it analyzes a
   * table, are a minute's load here and months of a large bank.
   */
  async #vacuum(url: string): Promise<void> {
    await this.#waitForVacuums()
    const changed = await runStatement<{ name: string }>(
      { url },
      `select relid::regclass::text as name from pg_stat_user_tables
       where n_mod_since_analyze > 0 or n_ins_since_vacuum > 0 or n_dead_tup > 0`,
    )
    if (changed.length > 0)
      await runStatement({ url }, `vacuum (analyze) ${changed.map(({ name }) => name).join(', ')}`)
  }

  /** Vacuums clean up after earlier loads, for which the next one must not pay. A vacuum that starts during a load counts. */
  async #waitForVacuums(): Promise<void> {
    for (let waits = 0; waits < MAX_VACUUM_WAITS; waits += 1) {
      const [row] = await this.#environment.sql<{ running: number }[]>`
        select count(*)::int as running from pg_stat_activity where backend_type = 'autovacuum worker'`
      if (row?.running === 0) return
      await sleep(VACUUM_WAIT_MS)
    }
    throw new BenchError('Automatic vacuums have not ended within five minutes.')
  }

  async #load(
    workload: Workload,
    options: { connections: number; seconds: number; rate?: number },
  ): Promise<Measurement> {
    const { kind, server: variant = 'usual', oneSender }: WorkloadOptions = WORKLOADS[workload]
    const { folder, customersFile, payersFile, payerOfManyFile, postgresPid, servers } = this.#environment
    const server = servers[variant]
    await this.#waitForVacuums()
    const pendingIds = kind === 'approve' ? this.#pendingIds.splice(0) : undefined
    this.#loads += 1
    const before = { server: cpuMs(server.pid) ?? 0, postgres: cpuMs(postgresPid) }
    const result = await runLoad({
      kind,
      address: server.address,
      customersFile,
      payersFile: oneSender ? payerOfManyFile : payersFile,
      folder,
      name: `${workload}-${this.#loads}`,
      ...options,
      ...(pendingIds ? { pendingIds } : {}),
    })
    const after = { server: cpuMs(server.pid) ?? 0, postgres: cpuMs(postgresPid) }
    const count = result.acknowledged.length
    this.#recordAcknowledged(kind, result, pendingIds)
    return {
      ...result,
      cpu: {
        server: (after.server - before.server) / count,
        postgres: after.postgres === null ? null : (after.postgres - (before.postgres ?? 0)) / count,
        generator: result.generatorCpuMs / count,
      },
    }
  }

  #recordAcknowledged(kind: Kind, { acknowledged }: LoadResult, pendingIds: string[] = []): void {
    // They are approved in this order, so the rest is left for the next load.
    this.#pendingIds = pendingIds.slice(acknowledged.length).concat(this.#pendingIds)
    const isPosted = kind === 'approve' || kind === 'fund' || kind === 'instant'
    for (const id of acknowledged) {
      if (isPosted) this.acknowledged.completed.push(id)
      else {
        this.acknowledged.submitted.push(id)
        this.#pendingIds.push(id)
      }
    }
  }

  /** Finds the best number of clients or connections for each load, after a warm-up. */
  async findBest(seconds: number, quick: boolean): Promise<Best> {
    const connections = (workload: Workload): readonly number[] => WORKLOADS[workload].connections
    const chosen: Partial<Best> = {}
    for (const workload of ['uniform', 'unbatched', 'instant', 'approve', 'fund'] as const)
      await this.#warmUp(workload, seconds, quick ? 1 : WARM_UP_REQUESTS)
    for (const workload of ORDER)
      chosen[workload] = await best(WORKLOADS[workload].title, connections(workload), quick, async (connections) => {
        const { perSecond } = await this.#load(workload, { connections, seconds })
        return perSecond
      })
    for (const name of REFERENCE_ORDER) {
      const reference = this.#environment.references[name]
      const { title, clients } = REFERENCES[name]
      if (reference)
        chosen[name] = await best(title, clients, quick, async (clients) => {
          const { perSecond } = await this.#runReference(reference, clients, seconds)
          return perSecond
        })
    }
    return chosen as Best
  }

  async #warmUp(workload: Workload, seconds: number, requests: number): Promise<void> {
    for (let sent = 0; sent < requests; ) {
      const { perSecond } = await this.#load(workload, { connections: 64, seconds })
      sent += perSecond * seconds
    }
  }

  /**
   * Everything in turn, so that other load on the machine slows all alike. In random order: a round takes about as long as
   * PostgreSQL waits between vacuums, which would otherwise always meet the same workload.
   */
  async round(best: Best, seconds: number): Promise<Round> {
    const { references } = this.#environment
    const all: (ReferenceName | Workload)[] = [...REFERENCE_ORDER.filter((name) => references[name]), ...ORDER]
    const shuffled = all.map((name) => ({ name, place: Math.random() })).sort((a, b) => a.place - b.place)
    const round: { references: Round['references']; loads: Partial<Round['loads']> } = { references: {}, loads: {} }
    for (const { name } of shuffled)
      if (!isReference(name)) round.loads[name] = await this.#measureInRound(name, best[name], seconds)
      else if (references[name])
        round.references[name] = await this.#compare(name, references[name], best[name], seconds)
    return round as Round
  }

  async #measureInRound(workload: Workload, connections: number, seconds: number): Promise<Measurement> {
    const measured = await this.measure(workload, { connections, seconds })
    const usedMs = (measured.cpu.server + (measured.cpu.postgres ?? 0)).toFixed(3)
    console.log(
      `  ${WORKLOADS[workload].title}: ${Math.round(measured.perSecond)} per second, ${usedMs} ms of CPU time each`,
    )
    return measured
  }

  async #compare(
    name: ReferenceName,
    reference: Reference,
    clients: number,
    seconds: number,
  ): Promise<ReferenceResult> {
    const { title } = REFERENCES[name]
    const compared = await this.#machine.measure(
      title,
      () => this.#runReference(reference, clients, seconds),
      async () => {
        await this.#vacuum(reference.url)
        await this.#runReference(reference, clients, Math.min(RAMP_UP_SECONDS, seconds))
      },
    )
    console.log(`  ${title}: ${Math.round(compared.perSecond)} per second`)
    return compared
  }

  async #runReference(reference: Reference, clients: number, seconds: number): Promise<ReferenceResult> {
    const { postgresPid } = this.#environment
    await this.#waitForVacuums()
    const before = cpuMs(postgresPid)
    const perSecond = await reference.perSecond(clients, seconds)
    // A backend has no CPU time while it exits, until PostgreSQL has counted it.
    await sleep(200)
    const usedMs = before === null ? null : (cpuMs(postgresPid) ?? 0) - before
    return { perSecond, cpuMs: usedMs === null ? null : usedMs / (perSecond * seconds) }
  }
}

const isReference = (name: ReferenceName | Workload): name is ReferenceName => name in REFERENCES

async function best(
  title: string,
  candidates: readonly number[],
  quick: boolean,
  measure: (candidate: number) => Promise<number>,
): Promise<number> {
  const [first = 1] = candidates
  if (quick || candidates.length === 1) return first
  const trials = candidates.map((): number[] => [])
  for (let trial = 0; trial < TRIALS; trial += 1)
    for (const [place, candidate] of candidates.entries()) trials[place]?.push(await measure(candidate))
  const measured = candidates.map((candidate, place): [number, number] => [candidate, medianOf(trials[place] ?? [])])
  console.log(`  ${title}: ${measured.map(([candidate, rate]) => `${candidate}: ${Math.round(rate)}`).join(', ')}`)
  return measured.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? first
}

export const medianRate = (rounds: readonly Round[], workload: Workload): number =>
  medianOf(rounds.map(({ loads }) => loads[workload].perSecond))
export const medianCpu = (rounds: readonly Round[], workload: Workload, of: keyof Cpu): number =>
  medianOf(rounds.map(({ loads }) => loads[workload].cpu[of] ?? Number.NaN))
/** NaN where the reference is missing. */
export const medianReference = (rounds: readonly Round[], name: ReferenceName, of: keyof ReferenceResult): number =>
  medianOf(rounds.map(({ references }) => references[name]?.[of] ?? Number.NaN))
