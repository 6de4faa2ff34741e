/**
 * `npm run bench:start`: how long `npm start` takes until the bank answers, for the first time (an empty folder: database,
 * tables and demonstration people are made) and from then on, and how much memory the server takes, at rest and under load.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { deriveKeys } from '../server/src/crypto/keys.ts'
import { addressOf, connectionIn, makeDataDir, urlOf } from '../server/test/bank-process.ts'
import { openAccounts, writeCustomersFile } from './ledger/accounts.ts'
import { runLoad } from './ledger/load.ts'
import { memoryMb } from './processes.ts'
import { medianOf, type Report, rounded, runBenchmark, type Settings } from './report.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LIMITS = { firstStart: 8, laterStart: 3, idle: 130, loaded: 300 }
const FULL = { runs: 3, restSeconds: 10, loadSeconds: 20, accounts: 5_000 }
const QUICK = { runs: 1, restSeconds: 0, loadSeconds: 1, accounts: 100 }
const SECRET = 'a secret for benchmarks, long enough'

type Bank = { address: string; seconds: number; pid: number; stop: () => Promise<void> }

/** From the command to the first answer that the bank is ready. */
async function npmStart(dataDir: string): Promise<Bank> {
  const begun = performance.now()
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', APP_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  const address = await addressOf(npm)
  while (!(await fetch(`${address}/api/readyz`).catch(() => null))?.ok) await sleep(5)
  const seconds = (performance.now() - begun) / 1_000
  const { pid } = JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'))
  const stop = async () => {
    if (npm.exitCode !== null) return
    process.kill(pid, 'SIGTERM')
    await once(npm, 'close')
  }
  return { address, seconds, pid, stop }
}

/** What npm set for this program is not what a person's shell has. */
const cleanEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_COMPILE_CACHE|NODE_ENV)/.test(name)))

/** What the server takes while transfers come in as fast as it answers them. */
async function memoryUnderLoad({ address, pid }: Bank, dataDir: string, size: typeof FULL): Promise<number> {
  const url = urlOf(await connectionIn(dataDir))
  const customersFile = `${dataDir}/customers`
  await writeCustomersFile(customersFile, await openAccounts(url, deriveKeys(SECRET), size.accounts))
  let most = 0
  const look = setInterval(() => {
    most = Math.max(most, memoryMb(pid))
  }, 100)
  await runLoad({
    kind: 'uniform',
    address,
    customersFile,
    folder: dataDir,
    name: 'memory',
    connections: 128,
    seconds: size.loadSeconds,
  })
  clearInterval(look)
  return most
}

async function measureOnce(size: typeof FULL, last: boolean) {
  const dataDir = await makeDataDir('start')
  const banks: Bank[] = []
  try {
    const first = await npmStart(dataDir)
    banks.push(first)
    await first.stop()
    const later = await npmStart(dataDir)
    banks.push(later)
    await sleep(size.restSeconds * 1_000)
    const idle = memoryMb(later.pid)
    const loaded = last ? await memoryUnderLoad(later, dataDir, size) : 0
    return { firstStart: first.seconds, laterStart: later.seconds, idle, loaded }
  } finally {
    for (const { stop } of banks) await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure({ quick }: Settings): Promise<Report> {
  const size = quick ? QUICK : FULL
  const runs: Awaited<ReturnType<typeof measureOnce>>[] = []
  for (let run = 1; run <= size.runs; run += 1) runs.push(await measureOnce(size, run === size.runs))
  const figures = {
    firstStart: rounded(medianOf(runs.map(({ firstStart }) => firstStart))),
    laterStart: rounded(medianOf(runs.map(({ laterStart }) => laterStart))),
    idle: Math.round(medianOf(runs.map(({ idle }) => idle))),
    loaded: Math.round(runs.at(-1)?.loaded ?? 0),
  }
  const what: Record<keyof typeof figures, string> = {
    firstStart: 'first start, seconds: an empty folder',
    laterStart: 'later start, seconds',
    idle: `memory at rest, MB: ${size.restSeconds} s after the start`,
    loaded: `memory under full load, MB: the most in ${size.loadSeconds} s of transfers`,
  }
  const names = Object.keys(figures) as (keyof typeof figures)[]
  return {
    name: 'start',
    method: `From \`npm start\`, with everything installed and built, to the first response of \`/api/readyz\`; median of ${size.runs} runs.
Memory is the resident set of the server process alone, without PostgreSQL and npm.`,
    tables: [
      {
        title: 'Start and memory',
        columns: ['', 'measured', 'at most'],
        rows: names.map((name) => [what[name], figures[name], LIMITS[name]]),
      },
    ],
    failures: names
      .filter((name) => figures[name] > LIMITS[name])
      .map((name) => `${what[name]}: ${figures[name]}, must be at most ${LIMITS[name]}`),
  }
}

await runBenchmark(measure)
