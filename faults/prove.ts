import { runCampaign, type Setting } from './campaign.ts'
import { type Fault, SHORT } from './kinds/fault.ts'
import { serverFaults } from './kinds/servers.ts'
import { BUGS } from './preload/edits.ts'
import { table } from './report.ts'

/** Long enough for each bug to show on a slow machine; a campaign that has caught it needs no more. */
const MS = 8_000

/** Deaths before the commit are what an answer that was sent too early is lost by. */
const faults: readonly Fault[] = serverFaults.filter(({ kind }) => kind === 'server killed before the commit')

/** A checker that has never caught anything proves nothing: each planted bug must be caught by the one it is meant for. */
export async function proveCheckers(seed: number, only?: string): Promise<boolean> {
  const rows: (string | number)[][] = []
  let sound = true
  for (const [name, bug] of Object.entries(BUGS)) {
    if (only && !name.includes(only)) continue
    const setting: Setting = {
      seed,
      ms: MS,
      faults,
      pace: SHORT,
      gapMs: [1_000, 2_000],
      thinkMs: 20,
      crowd: { holders: 3, devices: 4, admins: 4, guessers: 2 },
      standby: false,
      disks: false,
      bug: name,
      ...(bug.statement ? { statement: bug.statement } : {}),
      say: () => {},
    }
    const began = Date.now()
    const { history } = await runCampaign(setting)
    const noticed = [...new Set(history.anomalies.map(({ checker }) => checker))]
    const caught = bug.caughtBy.some((checker) => noticed.includes(checker))
    sound &&= caught
    const example = history.anomalies.find(({ checker }) => bug.caughtBy.includes(checker))
    console.log(`${caught ? 'caught' : 'NOT CAUGHT'}  ${bug.title}: ${example?.what ?? 'nothing noticed'}`)
    rows.push([
      bug.title,
      caught ? 'yes' : 'NO',
      noticed.join(', ') || 'nobody',
      Math.round((Date.now() - began) / 1_000),
    ])
  }
  console.log(`\n${table(['planted bug', 'caught', 'noticed by', 's'], rows)}`)
  console.log(
    `\n${rows.filter(([, caught]) => caught === 'yes').length} of ${rows.length} planted bugs caught. Seed ${seed}.`,
  )
  return sound
}
