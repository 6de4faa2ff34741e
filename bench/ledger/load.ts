import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { cpuMs, measured } from '../processes.ts'
import { findProgram } from './find-program.ts'

export const KINDS = ['uniform', 'zipf', 'hot', 'approve', 'fund'] as const
export type Kind = (typeof KINDS)[number]

export type Load = {
  kind: Kind
  address: string
  /** The file of people, see accounts.ts. */
  holders: string
  /** For scratch files of this load; the keys of its requests begin with it too. */
  folder: string
  name: string
  connections: number
  seconds: number
  /** Requests a second; none: as many as there are answers. */
  rate?: number
  /** What there is to approve. */
  todo?: readonly string[]
}

export type Loaded = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Of transactions that the server said it has. */
  acknowledged: string[]
  generatorCpuMs: number
}

const PROGRAMS = { wrk: findProgram('wrk'), node: process.execPath }
const SCRIPT = fileURLToPath(new URL('load.lua', import.meta.url))
const OWN_GENERATOR = fileURLToPath(new URL('load-sockets.ts', import.meta.url))

/** wrk costs the machine least; where it is not installed, a generator of our own does the same over bare sockets. */
export const generator = PROGRAMS.wrk ? 'wrk' : 'own generator over sockets (wrk is not installed)'

let loads = 0

export async function runLoad(load: Load): Promise<Loaded> {
  const files = { todo: `${load.folder}/${load.name}.todo`, acknowledged: `${load.folder}/${load.name}.acknowledged` }
  if (load.todo) await writeFile(files.todo, load.todo.join('\n'))
  loads += 1
  const env = {
    BENCH_KIND: load.kind,
    BENCH_PREFIX: `${load.name}-`,
    BENCH_HOLDERS: load.holders,
    BENCH_TODO: files.todo,
    BENCH_ACKNOWLEDGED: files.acknowledged,
    BENCH_SEED: String(loads),
    BENCH_RATE: String(load.rate ?? 0),
  }
  const [program, args] = PROGRAMS.wrk
    ? [
        PROGRAMS.wrk,
        ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '--timeout', '20s', '-s', SCRIPT, load.address],
      ]
    : [PROGRAMS.node, [OWN_GENERATOR, load.address, String(load.connections), String(load.seconds)]]
  const { said, usedMs } = await watch(program, args, env)
  return read(said, usedMs, files.acknowledged, load.name)
}

async function watch(program: string, args: string[], env: Record<string, string>) {
  const child = measured(spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] }))
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes
  })
  let usedMs = 0
  const look = setInterval(() => {
    usedMs = cpuMs(child.pid ?? null) ?? usedMs
  }, 100)
  await once(child, 'close')
  clearInterval(look)
  return { said, usedMs }
}

async function read(said: string, generatorCpuMs: number, file: string, name: string): Promise<Loaded> {
  const [, ...figures] = /^RESULT (\S+) (\S+) (\S+) (\S+) (\S+) (\S+)$/m.exec(said) ?? []
  if (figures.length === 0) throw new Error(`The load generator said nothing that can be read:\n${said}`)
  const [requests = 0, seconds = 1, p50Ms = 0, p99Ms = 0, refused = 0, errors = 0] = figures.map(Number)
  // Everybody has money, a session and the right PIN: whatever is refused would make the rest look faster than it is.
  const [, refusal = ''] = /^REFUSAL (.*)$/m.exec(said) ?? []
  if (refused > 0 || errors > 0)
    throw new Error(`${name}: ${refused} of ${requests} requests were refused (${refusal}), ${errors} had no answer`)
  const acknowledged = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  return { perSecond: acknowledged.length / seconds, p50Ms, p99Ms, acknowledged, generatorCpuMs }
}
