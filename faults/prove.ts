import { BUGS } from './bugs/all-bugs.ts'
import type { Bug } from './bugs/bug.ts'
import { type CampaignOptions, type CampaignResult, runCampaign, withSystem } from './campaign.ts'
import type { History } from './history.ts'
import { SHORT } from './kinds/fault.ts'
import { type FaultRecord, table } from './report.ts'
import { select } from './schedule.ts'
import type { BankSystem } from './system.ts'

/** Operations rather than seconds, since a busy machine does few of them in a second. */
const OPERATIONS = 350
const GUESSES = 60
const ABOUT_GUESSES = ['PIN attempts', 'PIN counters']
/** How often the fault that brings a bug out has to come: not every batch holds what shows it. */
const TIMES = 3
const AT_MOST_MS = 90_000

type BugProof = { title: string; caught: boolean; noticed: string[]; seconds: number }

/** A checker that has never caught anything proves nothing: each planted bug must be caught by the one it is meant for. */
export async function proveCheckers(seed: number, only?: string): Promise<boolean> {
  const bugs = Object.entries(BUGS).filter(([name]) => !only || name.includes(only))
  const proofs: BugProof[] = []
  await withSystem({ log: () => {}, standby: false, disks: false }, async (system) => {
    for (const [name, bug] of bugs) {
      proofs.push(await prove(system, seed, name, bug))
      await system.recreateDatabase()
    }
  })
  const rows = proofs.map(({ title, caught, noticed, seconds }) => [
    title,
    caught ? 'yes' : 'NO',
    seconds,
    noticed.join(', '),
  ])
  const caught = proofs.filter((proof) => proof.caught).length
  console.log(`\n${table(['planted bug', 'caught', 's', 'noticed by'], rows)}`)
  console.log(`\n${caught} of ${proofs.length} planted bugs caught. Seed ${seed}.`)
  return caught === proofs.length && proofs.length > 0
}

async function prove(system: BankSystem, seed: number, name: string, bug: Bug): Promise<BugProof> {
  const began = Date.now()
  if (bug.statement) await system.database.primary.query(bug.statement, 'openteller')
  const { history } = await runWithBug(system, seed, name, bug)
  const noticed = [...new Set(history.anomalies.map(({ checker }) => checker))]
  const example = history.anomalies.find(({ checker }) => bug.caughtBy.includes(checker))
  const seconds = Math.round((Date.now() - began) / 1_000)
  console.log(`${example ? 'caught' : 'NOT CAUGHT'}  ${bug.title}: ${example?.description ?? 'nothing was noticed'}`)
  return { title: bug.title, caught: example !== undefined, noticed, seconds }
}

function runWithBug(system: BankSystem, seed: number, name: string, bug: Bug): Promise<CampaignResult> {
  const began = Date.now()
  const noticed = ({ anomalies }: History) => anomalies.some(({ checker }) => bug.caughtBy.includes(checker))
  const setting: CampaignOptions = {
    seed,
    ms: AT_MOST_MS,
    faults: bug.under ? select(bug.under) : [],
    pace: SHORT,
    gapMs: [500, 1_500],
    rounds: Number.POSITIVE_INFINITY,
    thinkMs: 10,
    crowd: { customers: 3, devices: 4, admins: 4, guessers: 3 },
    standby: false,
    bug: name,
    enough: (history, faults) =>
      noticed(history) || (Date.now() - began > (bug.forMs ?? 0) && ranLongEnough(history, faults, bug)),
    say: () => {},
  }
  return runCampaign(system, setting)
}

/** Guesses are slow, each round of them at a new account: they are waited for where the bug is about them. */
function ranLongEnough({ operations }: History, faults: readonly FaultRecord[], { caughtBy, under }: Bug): boolean {
  const guesses = caughtBy.some((checker) => ABOUT_GUESSES.includes(checker)) ? GUESSES : 0
  if (under && faults.filter(({ missed }) => !missed).length < TIMES) return false
  return operations.length >= OPERATIONS && operations.filter(({ kind }) => kind === 'wrong secret').length >= guesses
}
