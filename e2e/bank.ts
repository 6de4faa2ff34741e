import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'

export { expect } from '@playwright/test'

export type Bank = { baseURL: string; dataDir: string }

/**
 * A whole bank, as `npm start` runs it, with the demonstration people. One for each worker, so that journeys which run
 * at the same time can't change what the other one sees.
 */
export const test = base.extend<object, { bank: Bank; bankSettings: Record<string, string> }>({
  /** What a file needs to be different: `test.use({ bankSettings: { … } })` gives it a bank of its own. */
  bankSettings: [{}, { scope: 'worker', option: true }],
  bank: [
    async ({ bankSettings }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'openteller-journeys-'))
      await chmod(dataDir, 0o711)
      const removeOnExit = () => rmSync(dataDir, { recursive: true, force: true })
      process.once('exit', removeOnExit)
      try {
        const { server, baseURL } = await startServer(dataDir, bankSettings)
        await use({ baseURL, dataDir })
        if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
      } finally {
        process.off('exit', removeOnExit)
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ bank }, use) => use(bank.baseURL),
})

async function startServer(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ server: ChildProcess; baseURL: string }> {
  const server = spawn(process.execPath, [new URL('../server/src/main.ts', import.meta.url).pathname], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'on',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Not with SIGKILL: the server has a PostgreSQL to take along.
  process.once('exit', () => server.kill('SIGTERM'))
  let said = ''
  return new Promise((resolve, reject) => {
    const listen = (bytes: Buffer) => {
      said += bytes
      const [address] = /http:\/\/[\w.:[\]]+/.exec(said) ?? []
      if (address) resolve({ server, baseURL: address })
    }
    server.stdout.on('data', listen)
    server.stderr.on('data', listen)
    server.once('exit', (code) => reject(new Error(`The bank did not start (code ${code}):\n${said}`)))
  })
}
