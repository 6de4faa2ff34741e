import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SERVER_FLAGS } from '../processes.ts'

export const SECRET = 'a secret for benchmarks, long enough'

const PROGRAMS = {
  batched: fileURLToPath(new URL('../../server/src/main.ts', import.meta.url)),
  unbatched: fileURLToPath(new URL('unbatched-server.ts', import.meta.url)),
}

export type BenchServer = { address: string; pid: number; stop: () => Promise<void> }

type Options = { url: string; folder: string; which: keyof typeof PROGRAMS; flags?: string[] }

/** A server in a process of its own, set up as `npm start` does, with a database that is there already. */
export async function startServer({ url, folder, which, flags = [] }: Options): Promise<BenchServer> {
  // A line a request as everywhere, but into a file: a pipe would have to be read, by a process that is measured too.
  const logFile = `${folder}/${which}.log`
  const log = openSync(logFile, 'w')
  const server = spawn(process.execPath, [...SERVER_FLAGS, ...flags, PROGRAMS[which]], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: url,
      APP_SECRET: SECRET,
      DATA_DIR: folder,
      PORT: '0',
      DEMO: 'off',
      // One address sends everything: that is a flood, and meant to be one.
      RATE_LIMIT: 'off',
    },
    stdio: ['ignore', log, log],
  })
  const address = await addressIn(logFile, server)
  return {
    address,
    pid: server.pid ?? 0,
    stop: async () => {
      if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
    },
  }
}

async function addressIn(logFile: string, server: ChildProcess): Promise<string> {
  for (;;) {
    const said = readFileSync(logFile, 'utf8')
    const [address] = /http:\/\/[\w.:[\]]+/.exec(said) ?? []
    if (address) return address
    if (server.exitCode !== null) throw new Error(`The server did not start:\n${said}`)
    await sleep(20)
  }
}
