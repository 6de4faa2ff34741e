/**
 * `npm run faults -- --minutes M --seed S [--only kind] [--once]`: the whole bank under fire. Ends with code 1 on any
 * anomaly, and says how to see it again. `--once`: every kind of fault once, and the minutes are the most it may take.
 * `npm run faults -- --prove`: the same with one planted bug after the other, each of which a checker must catch.
 */
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CampaignOptions, runCampaign, withSystem } from './campaign.ts'
import { LONG, SHORT } from './kinds/fault.ts'
import { proveCheckers } from './prove.ts'
import { report } from './report.ts'
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

if (process.platform === 'win32') throw new Error('A campaign needs signals and sockets of Linux or macOS')
const seed = Number(values.seed)
const minutes = Number(values.minutes)
if (!Number.isInteger(seed) || !(minutes > 0)) throw new Error('Give --minutes and --seed as numbers')

async function campaign(): Promise<boolean> {
  const long = minutes >= 10
  const setting: CampaignOptions = {
    seed,
    ms: minutes * 60_000,
    faults: select(values.only),
    pace: long ? LONG : SHORT,
    rounds: values.once ? 1 : Number.POSITIVE_INFINITY,
    gapMs: long ? [500, 4_000] : [200, 900],
    thinkMs: long ? 200 : 70,
    crowd: { customers: 8, devices: 2, admins: 4, guessers: 2 },
    standby: !values['no-standby'],
    say: (line) => console.log(line),
  }
  const { say, standby } = setting
  const work = async (system: BankSystem) => {
    const result = await runCampaign(system, setting)
    if (result.history.anomalies.length > 0) await keepEvidence(system)
    return result
  }
  const result = await withSystem({ log: say, standby, disks: true }, work)
  console.log(`\n${report(result)}\n\n${result.invariants.join('\n')}`)
  const { anomalies } = result.history
  for (const { checker, description: what } of anomalies.slice(0, 20)) console.log(`ANOMALY ${checker}: ${what}`)
  console.log(
    anomalies.length === 0
      ? `\nNo anomaly. Seed ${seed}.`
      : `\n${anomalies.length} anomalies. Again with: npm run faults -- --minutes ${minutes} --seed ${seed}${values.only ? ` --only '${values.only}'` : ''}`,
  )
  return anomalies.length === 0
}

/** What everybody did and was told, and the logs, for whoever looks for the reason. */
async function keepEvidence({ folder }: BankSystem): Promise<void> {
  const evidence = await mkdtemp(join(tmpdir(), `faults-seed-${seed}-`))
  for (const name of ['histories-campaign', 'server-1.log', 'server-2.log', 'a/postgres.log', 'b/postgres.log'])
    await cp(join(folder, name), join(evidence, name.replace('/', '-')), { recursive: true }).catch(() => {})
  console.log(`Histories and logs: ${evidence}`)
}

const sound = values.prove ? await proveCheckers(seed, values.only) : await campaign()
process.exitCode = sound ? 0 : 1
