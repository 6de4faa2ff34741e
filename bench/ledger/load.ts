import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { cpuMs, killOnInterrupt } from '../processes.ts'

export const KINDS = ['uniform', 'zipf', 'hot', 'approve', 'fund', 'instant'] as const
export type Kind = (typeof KINDS)[number]

export type Load = {
  kind: Kind
  address: string
  /** Written by writeCustomersFile. */
  customersFile: string
  /** Written by writePayersFile. */
  payersFile?: string
  /** For scratch files. */
  folder: string
  /** The name of the load, and the prefix of its idempotency keys. */
  name: string
  connections: number
  seconds: number
  /** Requests per second, whatever the responses do. Absent: each connection sends the next request when it has a response. */
  rate?: number
  /** Ids of the transactions to approve. */
  pendingIds?: readonly string[]
  /** Instead of one kind: what is sent when, see load-generator.ts. */
  schedule?: readonly ScheduledCall[]
  /** A response that comes later than this after its request was due counts as late. */
  lateMs?: number
}
export type ScheduledCall = { ms: number; kind: string }
export type KindResult = { count: number; p50Ms: number; p99Ms: number }

export type LoadResult = {
  answered: number
  late: number
  seconds: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** The ids of transactions that the server acknowledged. */
  acknowledged: string[]
  generatorCpuMs: number
  kinds: Record<string, KindResult>
}

const GENERATOR = fileURLToPath(new URL('load-generator.ts', import.meta.url))

export async function runLoad(load: Load): Promise<LoadResult> {
  const files = {
    pendingIds: `${load.folder}/${load.name}.pending`,
    acknowledged: `${load.folder}/${load.name}.acknowledged`,
    schedule: `${load.folder}/${load.name}.schedule`,
  }
  if (load.pendingIds) await writeFile(files.pendingIds, load.pendingIds.join('\n'))
  if (load.schedule) await writeFile(files.schedule, load.schedule.map(({ ms, kind }) => `${ms} ${kind}\n`).join(''))
  const env = {
    BENCH_KIND: load.kind,
    BENCH_PREFIX: `${load.name}-`,
    BENCH_CUSTOMERS: load.customersFile,
    BENCH_PAYERS: load.payersFile ?? '',
    BENCH_PENDING: load.pendingIds ? files.pendingIds : '',
    BENCH_ACKNOWLEDGED: files.acknowledged,
    BENCH_RATE: String(load.rate ?? 0),
    BENCH_LATE_MS: String(load.lateMs ?? Number.POSITIVE_INFINITY),
    ...(load.schedule ? { BENCH_SCHEDULE: files.schedule } : {}),
  }
  const args = [GENERATOR, load.address, String(load.connections), String(load.seconds)]
  const { output, usedMs } = await runGenerator(args, env)
  return parseResult(output, usedMs, files.acknowledged, load.name)
}

async function runGenerator(args: string[], env: Record<string, string>) {
  const child = killOnInterrupt(spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] }))
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes
  })
  let usedMs = 0
  const timer = setInterval(() => {
    usedMs = cpuMs(child.pid ?? null) ?? usedMs
  }, 100)
  await once(child, 'close')
  clearInterval(timer)
  return { output, usedMs }
}

async function parseResult(output: string, generatorCpuMs: number, file: string, name: string): Promise<LoadResult> {
  const [, ...numbers] = /^RESULT (\S+) (\S+) (\S+) (\S+) (\S+) (\S+) (\S+)$/m.exec(output) ?? []
  if (numbers.length === 0) throw new Error(`The load generator printed no result:\n${output}`)
  const [requests = 0, seconds = 1, p50Ms = 0, p99Ms = 0, refused = 0, errors = 0, late = 0] = numbers.map(Number)
  // Every account has money, a session and the right PIN. A refusal is cheaper than a transfer and would distort the rate.
  const [, refusal = ''] = /^REFUSAL (.*)$/m.exec(output) ?? []
  if (refused > 0 || errors > 0)
    throw new Error(`${name}: ${refused} of ${requests} requests were refused (${refusal}), ${errors} had no response`)
  const acknowledged = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  const kinds = [...output.matchAll(/^KIND (\S+) (\S+) (\S+) (\S+)$/gm)].map(([, kind = '', ...numbers]) => {
    const [count = 0, p50Ms = 0, p99Ms = 0] = numbers.map(Number)
    return [kind, { count, p50Ms, p99Ms }] as const
  })
  const perSecond = acknowledged.length / seconds
  const counts = { answered: requests, late, seconds }
  return { ...counts, perSecond, p50Ms, p99Ms, acknowledged, generatorCpuMs, kinds: Object.fromEntries(kinds) }
}
