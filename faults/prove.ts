import { BUGS } from './bugs/all-bugs.ts'
import type { Bug } from './bugs/bug.ts'
import { type CampaignOptions, type CampaignResult, runCampaign, withSystem } from './campaign.ts'
import type { Checker } from './checks/checkers.ts'
import type { FaultRecord } from './fault-records.ts'
import { type History, isOk } from './history.ts'
import { SHORT } from './kinds/fault.ts'
import { formatTable } from './report.ts'
import { select } from './schedule.ts'
import type { BankSystem } from './system.ts'

/** Counted in operations, not seconds, because a busy machine completes few in a second. */
const MIN_OPERATIONS = 350
const MIN_GUESSES = 60
const GUESS_CHECKERS: readonly Checker[] = ['PIN attempts', 'PIN counters']
/** How often the fault that exposes a bug is injected at least: not every batch contains what the bug needs. */
const MIN_FAULTS = 3
const MAX_MS = 90_000

type BugProof = { title: string; caught: boolean; caughtBy: Checker[]; seconds: number }

/** Plants one bug after the other; a checker that is meant for it must catch each. */
export async function proveCheckers(seed: number, only?: string): Promise<boolean> {
  const bugs = Object.entries(BUGS).filter(([name]) => !only || name.includes(only))
  const proofs: BugProof[] = []
  await withSystem({ log: () => {}, standby: false, disks: false }, async (system) => {
    for (const [name, bug] of bugs) {
      proofs.push(await prove(system, seed, name, bug))
      await system.recreateDatabase()
    }
  })
  const rows = proofs.map(({ title, caught, caughtBy, seconds }) => [
    title,
    caught ? 'yes' : 'NO',
    seconds,
    caughtBy.join(', '),
  ])
  const caught = proofs.filter((proof) => proof.caught).length
  console.log(`\n${formatTable(['planted bug', 'caught', 's', 'caught by'], rows)}`)
  console.log(`\n${caught} of ${proofs.length} planted bugs caught. Seed ${seed}.`)
  return caught === proofs.length && proofs.length > 0
}

async function prove(system: BankSystem, seed: number, name: string, bug: Bug): Promise<BugProof> {
  const startedAt = Date.now()
  if (bug.statement) await system.database.primary.query(bug.statement, 'openteller')
  const { history } = await runWithBug(system, seed, name, bug)
  const caughtBy = [...new Set(history.anomalies.map(({ checker }) => checker))]
  const anomaly = history.anomalies.find(({ checker }) => bug.caughtBy.includes(checker))
  const seconds = Math.round((Date.now() - startedAt) / 1_000)
  console.log(`${anomaly ? 'caught' : 'NOT CAUGHT'}  ${bug.title}: ${anomaly?.description ?? 'no anomaly'}`)
  return { title: bug.title, caught: anomaly !== undefined, caughtBy, seconds }
}

function runWithBug(system: BankSystem, seed: number, name: string, bug: Bug): Promise<CampaignResult> {
  const startedAt = Date.now()
  const isCaught = ({ anomalies }: History) => anomalies.some(({ checker }) => bug.caughtBy.includes(checker))
  const options: CampaignOptions = {
    seed,
    ms: MAX_MS,
    faults: bug.under ? select(bug.under) : [],
    durations: SHORT,
    gapMs: [500, 1_500],
    rounds: Number.POSITIVE_INFINITY,
    thinkMs: 10,
    clients: { customers: 3, devices: 4, admins: 4, guessers: 3, newcomers: 30, clerks: 2, proposers: 1 },
    standby: false,
    bug: name,
    enough: (history, faults) =>
      isCaught(history) || (Date.now() - startedAt > (bug.forMs ?? 0) && ranLongEnough(history, faults, bug)),
    log: () => {},
  }
  return runCampaign(system, options)
}

/** Guesses are slow, as each round needs a new account: only bugs about PINs wait for them. */
function ranLongEnough(
  { operations }: History,
  faults: readonly FaultRecord[],
  { caughtBy, under, needs }: Bug,
): boolean {
  const minGuesses = caughtBy.some((checker) => GUESS_CHECKERS.includes(checker)) ? MIN_GUESSES : 0
  if (under && faults.filter(({ missed }) => !missed).length < MIN_FAULTS) return false
  const done = operations.filter((operation) => operation.kind === needs?.kind && isOk(operation)).length
  if (needs && done < needs.count) return false
  const guesses = operations.filter(({ kind }) => kind === 'wrong secret').length
  return operations.length >= MIN_OPERATIONS && guesses >= minGuesses
}
