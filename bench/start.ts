/**
 * `npm run bench:start`: the time from `npm start` until the bank is ready, for the first start (an empty folder: it creates
 * the database, the tables and the demo) and for later ones, and the server's memory, idle and under load.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { deriveKeys } from '../server/src/platform/crypto/keys.ts'
import { addressOf, connectionIn, makeDataDir, urlOf } from '../server/test/bank-process.ts'
import { openAccounts, writeCustomersFile } from './ledger/accounts.ts'
import { runLoad } from './ledger/load.ts'
import { memoryMb } from './processes.ts'
import { medianOf, type Report, rounded, runBenchmark, type Settings } from './report.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/**
 * Seconds and megabytes. Idle: 5 % above the 181 MB measured when the flags of V8 for a small heap and the collection after the start were removed,
 * which had kept it at 132: what the start leaves behind is collected under load.
 */
const LIMITS = { firstStart: 8, laterStart: 3, idle: 190, loaded: 300 }
const FULL = { runs: 3, restSeconds: 10, loadSeconds: 20, accounts: 5_000 }
const QUICK = { runs: 1, restSeconds: 0, loadSeconds: 1, accounts: 100 }
const SECRET = 'a secret for benchmarks, long enough'

type Bank = { address: string; seconds: number; pid: number; stop: () => Promise<void> }

/** Measures from the command to the first response that says the bank is ready. */
async function npmStart(dataDir: string): Promise<Bank> {
  const startedAt = performance.now()
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', APP_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  const address = await addressOf(npm)
  while (!(await fetch(`${address}/api/readyz`).catch(() => null))?.ok) await sleep(5)
  const seconds = (performance.now() - startedAt) / 1_000
  const { pid } = JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'))
  const stop = async () => {
    if (npm.exitCode !== null) return
    process.kill(pid, 'SIGTERM')
    await once(npm, 'close')
  }
  return { address, seconds, pid, stop }
}

/** Removes the variables that npm has set for this program: a user's shell does not have them. */
const cleanEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_COMPILE_CACHE|NODE_ENV)/.test(name)))

/** The server's peak memory at its maximum rate of transfers. */
async function memoryUnderLoad({ address, pid }: Bank, dataDir: string, size: typeof FULL): Promise<number> {
  const url = urlOf(await connectionIn(dataDir))
  const customersFile = `${dataDir}/customers`
  const { customers } = await openAccounts(url, deriveKeys(SECRET), { accounts: size.accounts, payers: 0 })
  await writeCustomersFile(customersFile, customers)
  let peakMb = 0
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, memoryMb(pid))
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
  clearInterval(sampler)
  return peakMb
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
  const metrics = {
    firstStart: rounded(medianOf(runs.map(({ firstStart }) => firstStart))),
    laterStart: rounded(medianOf(runs.map(({ laterStart }) => laterStart))),
    idle: Math.round(medianOf(runs.map(({ idle }) => idle))),
    loaded: Math.round(runs.at(-1)?.loaded ?? 0),
  }
  const labels: Record<keyof typeof metrics, string> = {
    firstStart: 'first start, seconds: an empty folder',
    laterStart: 'later start, seconds',
    idle: `idle memory, MB: ${size.restSeconds} s after the start`,
    loaded: `memory under full load, MB: the most in ${size.loadSeconds} s of transfers`,
  }
  const names = Object.keys(metrics) as (keyof typeof metrics)[]
  return {
    name: 'start',
    method: `From \`npm start\`, with everything installed and built, to the first response of \`/api/readyz\`; median of ${size.runs} runs.
Memory is the resident set of the server process alone, without PostgreSQL and npm.`,
    tables: [
      {
        title: 'Start and memory',
        columns: ['', 'measured', 'at most'],
        rows: names.map((name) => [labels[name], metrics[name], LIMITS[name]]),
      },
    ],
    failures: names
      .filter((name) => metrics[name] > LIMITS[name])
      .map((name) => `${labels[name]}: ${metrics[name]}, must be at most ${LIMITS[name]}`),
  }
}

await runBenchmark(measure)
