import { BUG_GROUPS, BUGS, type BugName } from './bugs/all-bugs.ts'
import { type Bug, isSignOf } from './bugs/bug.ts'
import { type CampaignOptions, type CampaignResult, runCampaign, withSystem } from './campaign.ts'
import type { Checker } from './checks/checkers.ts'
import type { FaultRecord } from './fault-records.ts'
import { type Anomaly, type History, isOk } from './history.ts'
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
const MAX_MS = 240_000

/** `others`: anomalies that no bug is meant to cause, but that follow from one. */
type BugProof = { title: string; caught: Checker[]; others: Checker[]; seconds: string }

/** Plants one group of bugs after the other; a checker that is meant for it must catch each bug. */
export async function proveCheckers(seed: number, only?: string): Promise<boolean> {
  const names = Object.keys(BUGS) as BugName[]
  const groups = only ? names.filter((name) => name.includes(only)).map((name) => [name]) : BUG_GROUPS
  const proofs: BugProof[] = []
  await withSystem({ log: () => {}, standby: false, disks: false }, async (system) => {
    for (const [index, group] of groups.entries()) {
      if (index > 0) await system.recreateDatabase()
      proofs.push(...(await prove(system, seed, group)))
    }
  })
  const rows = proofs.map(({ title, caught, others, seconds }) => [
    title,
    caught.length > 0 ? 'yes' : 'NO',
    seconds,
    [...caught, ...others.map((checker) => `(${checker})`)].join(', '),
  ])
  const caught = proofs.filter((proof) => proof.caught.length > 0).length
  console.log(`\n${formatTable(['planted bug', 'caught', 's', 'caught by'], rows)}`)
  console.log(`\n${caught} of ${proofs.length} planted bugs caught. Seed ${seed}.`)
  return caught === proofs.length && proofs.length > 0
}

async function prove(system: BankSystem, seed: number, names: readonly BugName[]): Promise<BugProof[]> {
  const startedAt = Date.now()
  const bugs: Bug[] = names.map((name) => BUGS[name])
  for (const { statement } of bugs) if (statement) await system.database.primary.query(statement, 'openteller')
  const { history } = await runWithBugs(system, seed, names, bugs)
  const seconds = Math.round((Date.now() - startedAt) / 1_000)
  const checkersOf = (anomalies: readonly Anomaly[]) => [...new Set(anomalies.map(({ checker }) => checker))]
  const unmeant = history.anomalies.filter((anomaly) => !bugs.some((bug) => isSignOf(bug, anomaly)))
  return bugs.map((bug, index) => {
    const signs = history.anomalies.filter((anomaly) => isSignOf(bug, anomaly))
    console.log(`${signs[0] ? 'caught' : 'NOT CAUGHT'}  ${bug.title}: ${signs[0]?.description ?? 'no anomaly'}`)
    // The time and the other anomalies are the group's.
    const others = index === 0 ? checkersOf(unmeant) : []
    return { title: bug.title, caught: checkersOf(signs), others, seconds: index === 0 ? String(seconds) : '' }
  })
}

function runWithBugs(
  system: BankSystem,
  seed: number,
  names: readonly string[],
  bugs: readonly Bug[],
): Promise<CampaignResult> {
  const startedAt = Date.now()
  const isDone = (bug: Bug, history: History, faults: readonly FaultRecord[]) =>
    history.anomalies.some((anomaly) => isSignOf(bug, anomaly)) ||
    (Date.now() - startedAt > (bug.forMs ?? 0) && ranLongEnough(history, faults, bug))
  const options: CampaignOptions = {
    seed,
    ms: MAX_MS,
    faults: bugs.flatMap(({ under }) => (under ? select(under) : [])),
    durations: SHORT,
    gapMs: [200, 600],
    rounds: Number.POSITIVE_INFINITY,
    thinkMs: 10,
    clients: {
      customers: 3,
      devices: 4,
      regulars: 10,
      admins: 4,
      guessers: 3,
      newcomers: 30,
      clerks: 2,
      proposers: 1,
      leavers: 0,
    },
    standby: false,
    bugs: names,
    enough: (history, faults) => bugs.every((bug) => isDone(bug, history, faults)),
    log: () => {},
  }
  return runCampaign(system, options)
}

/** Guesses are slow, as each round needs a new account: only bugs about PINs wait for them. */
function ranLongEnough(
  { operations }: History,
  faults: readonly FaultRecord[],
  { caughtBy, under, needs, minFaults = MIN_FAULTS }: Bug,
): boolean {
  const minGuesses = caughtBy.some((checker) => GUESS_CHECKERS.includes(checker)) ? MIN_GUESSES : 0
  if (under && faults.filter(({ missed }) => !missed).length < minFaults) return false
  const done = operations.filter((operation) => operation.kind === needs?.kind && isOk(operation)).length
  if (needs && done < needs.count) return false
  const guesses = operations.filter(({ kind }) => kind === 'wrong secret').length
  return operations.length >= MIN_OPERATIONS && guesses >= minGuesses
}
