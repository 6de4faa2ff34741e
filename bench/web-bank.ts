import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

/** Runs `work` against a bank of its own with the demonstration people, and leaves nothing behind. */
export async function withBank(
  work: (address: string) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'openteller-web-'))
  // The embedded database may run under another user, who has to be able to walk in here.
  await chmod(dataDir, 0o711)
  const server = spawn(process.execPath, [SERVER], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'on',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await work(await addressOf(server))
  } finally {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}

function addressOf(server: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout?.on('data', (bytes: Buffer) => {
      said += bytes
      const [address] = /http:\/\/[\w.:[\]]+/.exec(said) ?? []
      if (address) resolve(address)
    })
    server.once('exit', (code) => reject(new Error(`The bank did not start (code ${code}):\n${said}`)))
  })
}
