/**
 * `npm run faults -- --minutes M --seed S [--only kind] [--once]`: injects faults into a whole bank, with `--only` the one of that
 * name or all whose names contain it. Exits with code 1 on any
 * anomaly and prints the command that repeats the run. `--once`: every kind of fault once, within the minutes.
 * `npm run faults -- --prove`: plants bugs, each of which a checker must catch.
 * With `--only name`: one alone.
 */
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CampaignOptions, runCampaign, withSystem } from './campaign.ts'
import { LONG, SHORT } from './kinds/fault.ts'
import { proveCheckers } from './prove.ts'
import { formatReport } from './report.ts'
import { select } from './schedule.ts'
import type { BankSystem } from './system.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    once: { type: 'boolean', default: false },
    prove: { type: 'boolean', default: false },
    'no-standby': { type: 'boolean', default: false },
  },
})

if (process.platform === 'win32') throw new Error('The fault campaign needs the signals and sockets of Linux or macOS')
const seed = Number(values.seed)
const minutes = Number(values.minutes)
if (!Number.isInteger(seed) || !(minutes > 0)) throw new Error('--minutes and --seed must be numbers')

async function campaign(): Promise<boolean> {
  const long = minutes >= 10
  const options: CampaignOptions = {
    seed,
    ms: minutes * 60_000,
    faults: select(values.only),
    durations: long ? LONG : SHORT,
    rounds: values.once ? 1 : Number.POSITIVE_INFINITY,
    gapMs: long ? [500, 4_000] : [200, 900],
    // Once: the restarts of killed servers take most of the time, and clients that wait leave them the processor.
    thinkMs: long ? 200 : values.once ? 150 : 70,
    clients: {
      customers: 8,
      devices: 2,
      regulars: long ? 200 : 40,
      newcomers: long ? 200 : 40,
      admins: 4,
      guessers: 2,
      clerks: 1,
      proposers: 1,
      leavers: 3,
    },
    standby: !values['no-standby'],
    bugs: [],
    log: (line) => console.log(line),
  }
  const { log, standby } = options
  const work = async (system: BankSystem) => {
    const result = await runCampaign(system, options)
    if (result.history.anomalies.length > 0) await saveEvidence(system)
    return result
  }
  const result = await withSystem({ log, standby, disks: true }, work)
  console.log(`\n${formatReport(result)}\n\n${result.invariants.join('\n')}`)
  const { anomalies } = result.history
  for (const { checker, description } of anomalies.slice(0, 20)) console.log(`ANOMALY ${checker}: ${description}`)
  console.log(
    anomalies.length === 0
      ? `\nNo anomaly. Seed ${seed}.`
      : `\n${anomalies.length} anomalies. To repeat: npm run faults -- --minutes ${minutes} --seed ${seed}${values.only ? ` --only '${values.only}'` : ''}`,
  )
  return anomalies.length === 0
}

/** Copies the histories and logs out of the temporary folder, to find the cause. */
async function saveEvidence({ folder }: BankSystem): Promise<void> {
  const evidence = await mkdtemp(join(tmpdir(), `faults-seed-${seed}-`))
  for (const name of ['histories-campaign', 'server-1.log', 'server-2.log', 'a/postgres.log', 'b/postgres.log'])
    await cp(join(folder, name), join(evidence, name.replace('/', '-')), { recursive: true }).catch(() => {})
  console.log(`Histories and logs are in ${evidence}`)
}

const passed = values.prove ? await proveCheckers(seed, values.only) : await campaign()
process.exitCode = passed ? 0 : 1
