import { greeting } from './bootstrap/greeting.ts'
import { type RunningBank, startBank } from './bootstrap/start-bank.ts'
import { readConfig } from './config/config.ts'
import { StartError } from './runtime/start-error.ts'

const STOP_WITHIN_MS = 9_800
/** npm passes on a Ctrl-C that the terminal has sent to everybody already: two at once are one. */
const SAME_SIGNAL_MS = 500
/** It takes a while, in which nothing is answered: not in the moment when whoever waited for this server comes back. */
const GIVE_BACK_AFTER_MS = 5_000

const tell = (line: string) => console.error(line)
let starting: Promise<RunningBank | null> = Promise.resolve(null)
let stoppingSince: number | null = null

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void onSignal(signal))

try {
  const config = readConfig(process.env, { atTerminal: process.stdout.isTTY })
  const started = startBank(config, tell)
  starting = started.catch(() => null)
  const { address } = await started
  if (stoppingSince === null) process.stdout.write(greeting(config, address))
  // What starting left behind is given back: a bank at rest would otherwise keep it until it is busy.
  setTimeout(() => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }), GIVE_BACK_AFTER_MS).unref()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}

/** The first signal is a request: everything under way is finished. A second one is an order. */
async function onSignal(signal: NodeJS.Signals): Promise<void> {
  if (stoppingSince !== null) {
    if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
    return
  }
  stoppingSince = Date.now()
  tell(`${signal}: finishing what is under way …`)
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  const bank = await starting
  await bank?.stop()
  process.exit(0)
}
