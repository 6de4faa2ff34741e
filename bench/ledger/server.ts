import type { ChildProcess } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addressIn, spawnBank, stopBank } from '../../server/test/bank-process.ts'
import { INSTANT_UP_TO } from './payers.ts'

export const SECRET = 'a secret for benchmarks, long enough'

const BENCH_SERVER = fileURLToPath(new URL('bench-server.ts', import.meta.url))

export type BenchServer = { address: string; pid: number; stop: () => Promise<void> }

/** `usual`: as `npm start` runs it; the others are variants of bench-server.ts. */
export type Variant = 'usual' | 'unbatched' | 'instant'
type Options = { url: string; folder: string; variant: Variant; flags?: string[] }

/** Starts a server process, configured as `npm start` does, on an existing database. */
export async function startServer({ url, folder, variant, flags = [] }: Options): Promise<BenchServer> {
  // The request log goes to a file: reading a pipe would cost CPU time in a process that is measured too.
  const logFile = `${folder}/${variant}.log`
  const log = openSync(logFile, 'w')
  const server = spawnBank({
    env: {
      DATABASE_URL: url,
      APP_SECRET: SECRET,
      DATA_DIR: folder,
      DEMO: 'off',
      FOUR_EYES_ABOVE: 'off',
      INSTANT_UP_TO: String(INSTANT_UP_TO),
      STAFF_SECOND_FACTOR: 'optional',
      // All requests come from one address.
      RATE_LIMIT: 'off',
      ...(variant === 'usual' ? {} : { BENCH_VARIANT: variant }),
    },
    flags,
    ...(variant === 'usual' ? {} : { program: BENCH_SERVER }),
    stdio: ['ignore', log, log],
  })
  const address = await addressInFile(logFile, server)
  return { address, pid: server.pid ?? 0, stop: () => stopBank(server) }
}

async function addressInFile(logFile: string, server: ChildProcess): Promise<string> {
  for (;;) {
    const output = readFileSync(logFile, 'utf8')
    const address = addressIn(output)
    if (address) return address
    if (server.exitCode !== null) throw new Error(`The server did not start:\n${output}`)
    await sleep(20)
  }
}
