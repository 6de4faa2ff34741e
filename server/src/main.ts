import { greeting, jsonFailure, jsonGreeting, toJsonLine } from './bootstrap/greeting.ts'
import { type RunningBank, startBank } from './bootstrap/start-bank.ts'
import { readConfig } from './platform/config/config.ts'
import { loadEnvironment } from './platform/config/environment.ts'
import { productionWarnings } from './platform/config/production-warnings.ts'
import { StartError } from './platform/runtime/start-error.ts'

/** npm forwards a Ctrl-C that the terminal has already sent to all processes: two at once count as one. */
const SAME_SIGNAL_MS = 500

/** In production every line is JSON, as the lines of the log. */
let isJson = isProduction(process.env)
const print = (line: string) => console.error(isJson ? toJsonLine(line) : line)
let starting: Promise<RunningBank | null> = Promise.resolve(null)
/** DRAIN_SECONDS come on top. */
let stopWithinMs = 9_800
let stoppingSince: number | null = null

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void onSignal(signal))

try {
  const environment = loadEnvironment(process.env)
  // `.env` counts from here on too, before anything else can fail.
  isJson = isProduction(environment.env)
  const config = readConfig(environment.env, { atTerminal: process.stdout.isTTY })
  stopWithinMs += config.drainSeconds * 1_000
  const started = startBank(config, print)
  starting = started.catch(() => null)
  const bank = await started
  for (const warning of productionWarnings(environment.env)) print(`Warning: ${warning}`)
  if (stoppingSince === null) process.stdout.write(isJson ? `${jsonGreeting(config, bank)}\n` : greeting(config, bank))
} catch (error) {
  console.error(isJson ? jsonFailure(error) : error instanceof StartError ? error.message : error)
  process.exit(1)
}

/** Decides as `readConfig` does, which a wrong variable may end. */
function isProduction(env: Record<string, string | undefined>): boolean {
  return env.NODE_ENV?.trim() === 'production'
}

/** The first signal stops gracefully, a second one immediately. */
async function onSignal(signal: NodeJS.Signals): Promise<void> {
  if (stoppingSince !== null) {
    if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
    return
  }
  stoppingSince = Date.now()
  print(`${signal} received, finishing running requests …`)
  setTimeout(() => process.exit(1), stopWithinMs).unref()
  const bank = await starting
  await bank?.stop()
  process.exit(0)
}
