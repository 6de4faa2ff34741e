import type { ChildProcess } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { addressIn, spawnBank, stopBank } from '../../server/test/bank-process.ts'

export const SECRET = 'a secret for benchmarks, long enough'

const UNBATCHED = fileURLToPath(new URL('unbatched-server.ts', import.meta.url))

export type BenchServer = { address: string; pid: number; stop: () => Promise<void> }

type Options = { url: string; folder: string; which: 'batched' | 'unbatched'; flags?: string[] }

/** A server in a process of its own, set up as `npm start` does, with a database that is there already. */
export async function startServer({ url, folder, which, flags = [] }: Options): Promise<BenchServer> {
  // A line a request as everywhere, but into a file: a pipe would have to be read, by a process that is measured too.
  const logFile = `${folder}/${which}.log`
  const log = openSync(logFile, 'w')
  const server = spawnBank({
    env: {
      DATABASE_URL: url,
      APP_SECRET: SECRET,
      DATA_DIR: folder,
      DEMO: 'off',
      // One address sends everything: that is a flood, and meant to be one.
      RATE_LIMIT: 'off',
    },
    flags,
    ...(which === 'unbatched' ? { program: UNBATCHED } : {}),
    stdio: ['ignore', log, log],
  })
  const address = await addressInFile(logFile, server)
  return { address, pid: server.pid ?? 0, stop: () => stopBank(server) }
}

async function addressInFile(logFile: string, server: ChildProcess): Promise<string> {
  for (;;) {
    const said = readFileSync(logFile, 'utf8')
    const address = addressIn(said)
    if (address) return address
    if (server.exitCode !== null) throw new Error(`The server did not start:\n${said}`)
    await sleep(20)
  }
}
