/**
 * `npm run abuse [-- --requests N --rounds R --seed S --short --only SECTION,… --report FILE]`: attacks a bank that it starts itself, a real
 * server process with a PostgreSQL of its own on the loopback address. Prints a table by section, and ends with 1 and the
 * seed when anything gave way.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { loadDice } from '../../server/src/demo/seeded-random.ts'
import { checkInvariants } from '../../server/src/ledger/invariants.ts'
import { openMailServer } from '../../server/test/mail-server.ts'
import { authorisationMatrix } from './authorisation-matrix.ts'
import { bruteForce } from './brute-force.ts'
import type { Campaign } from './campaign.ts'
import { checkLog, makeCanaries, searchForCanaries, useSecrets, watchAnswers } from './canaries.ts'
import { readEndpoints } from './contract-endpoints.ts'
import { makeGoodBodies } from './good-bodies.ts'
import { hostileFiles } from './hostile-files.ts'
import { raceRounds } from './races.ts'
import { floodWithBadRequests, proveGoodBodies } from './send-bad-requests.ts'
import type { Memory } from './server-process.ts'
import { oversizedRequests, slowRequests } from './slow-requests.ts'
import { strayFiles } from './stray-files.ts'
import { openTarget } from './target.ts'

const { values: given } = parseArgs({
  options: {
    requests: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    report: { type: 'string' },
    only: { type: 'string' },
  },
})
const short = given.short
const number = (text: string | undefined, otherwise: number) => {
  const value = text === undefined ? otherwise : Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`Not a whole number: ${text}`)
  return value
}
const REQUESTS = number(given.requests, short ? 5_000 : 50_000)
const ROUNDS = number(given.rounds, short ? 40 : 1_000)
const SEED = number(given.seed, short ? 1 : Math.floor(Math.random() * 2 ** 31))
const MAX_GROWTH = 0.1
const SHOWN_BREACHES = 12

type Section = { section: string; tried: number; breaches: number; seconds: number; seen: string }
const table: Section[] = []
const breaches: { section: string; what: string }[] = []
let current: Section = { section: '', tried: 0, breaches: 0, seconds: 0, seen: '' }

function breach(what: string): void {
  current.breaches++
  breaches.push({ section: current.section, what })
}

async function section(name: string, work: () => Promise<string | undefined>): Promise<void> {
  if (given.only && !given.only.split(',').includes(name)) return
  current = { section: name, tried: 0, breaches: 0, seconds: 0, seen: '' }
  table.push(current)
  const began = Date.now()
  process.stderr.write(`${name} …\n`)
  try {
    current.seen = (await work()) ?? ''
  } catch (error) {
    breach(`the section broke off: ${error instanceof Error ? error.stack : error}`)
  }
  current.seconds = Math.round((Date.now() - began) / 100) / 10
}

const MACHINERY = /node_modules|\.ts:\d+|PostgresError|\bat .+ \(.+:\d+:\d+\)|syntax error at or near/
const canaries = makeCanaries()
const watchCanaries = watchAnswers(canaries, breach)
let answers = 0

const mail = await openMailServer()
const target = await openTarget({
  appSecret: canaries.appSecret,
  smtpUrl: mail.url,
  watch: (request, answer) => {
    answers++
    if (answer.status >= 500) breach(`${answer.status} to ${request.method} ${request.path.slice(0, 100)}`)
    const answersText = /json|text\/plain/.test(String(answer.headers['content-type']))
    if (answersText && request.path !== '/api/metrics' && MACHINERY.test(answer.text))
      breach(`${request.method} ${request.path.slice(0, 100)} tells of its machinery: ${answer.text.slice(0, 200)}`)
    watchCanaries(request, answer)
  },
})

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`
const growth = (from: number, to: number) => `${((to / from - 1) * 100).toFixed(1)} %`

try {
  const endpoints = await readEndpoints()
  const campaign: Campaign = {
    target,
    endpoints,
    dice: loadDice(SEED),
    tried: (count = 1) => {
      current.tried += count
    },
    breach,
  }
  let warm: Memory | null = null
  let during: Memory[] = []

  const restarts = short ? 1 : 3
  await section('brute force', () => bruteForce(campaign, restarts))
  await section('authorisation', () => authorisationMatrix(campaign, short ? 0.2 : 1))
  await section('stray files', () => strayFiles(campaign))
  const goods = await makeGoodBodies(campaign)
  await section('warm-up', async () => {
    // A little of everything that follows, so that growth is growth and not the first time.
    await floodWithBadRequests({ ...campaign, dice: loadDice(SEED + 1) }, goods, Math.max(1_000, REQUESTS / 10))
    await raceRounds(campaign, short ? 8 : 20)
    await hostileFiles({ ...campaign, dice: loadDice(SEED + 2) }, 1)
    if (!short) await oversizedRequests(campaign)
    warm = await target.server.memory()
    return `${megabytes(warm.usedBytes)} used, ${megabytes(warm.rssBytes)} resident`
  })
  await section('bad requests', async () => {
    const { sent, different, byKind, memory } = await floodWithBadRequests(campaign, goods, REQUESTS)
    during = memory
    process.stderr.write(`  resident: ${memory.map(({ rssBytes }) => megabytes(rssBytes)).join(', ')}\n`)
    for (const [kind, count] of [...byKind].sort(([, a], [, b]) => b - a))
      process.stderr.write(`  ${count} × ${kind}\n`)
    return `${sent} sent, ${different} different, over ${endpoints.length} routes`
  })
  await section('good bodies', () => proveGoodBodies(campaign, goods))
  await section('hostile files', () => hostileFiles(campaign, short ? 2 : 20))
  await section('races', () => raceRounds(campaign, ROUNDS))
  await section('canaries', async () => {
    await useSecrets(campaign, canaries)
    const letters = mail.collect().map(({ text, html, headers }) => `${JSON.stringify(headers)}\n${text}\n${html}`)
    await checkLog(campaign, restarts)
    return searchForCanaries(campaign, canaries, letters)
  })
  await section('slow requests', () => slowRequests(campaign, 200, !short))
  await section('oversized requests', () => oversizedRequests(campaign))
  await section('memory', async () => {
    if (!warm) throw new Error('Never warmed up')
    campaign.tried(2)
    const end = await target.server.memory()
    if (end.usedBytes > warm.usedBytes * (1 + MAX_GROWTH))
      breach(`grew from ${warm.usedBytes} to ${end.usedBytes} bytes`)
    // What is resident swings with what the allocator keeps: it must have stopped growing, which takes a long run to see.
    const peak = (samples: Memory[]) => Math.max(...samples.map(({ rssBytes }) => rssBytes))
    const [early, late] = [peak(during.slice(0, during.length / 2)), peak(during.slice(during.length / 2))]
    if (!short && late > early * (1 + MAX_GROWTH))
      breach(`resident memory went on growing, from ${early} to ${late} bytes`)
    return `used ${megabytes(end.usedBytes)} (${growth(warm.usedBytes, end.usedBytes)} since warm-up), resident at most ${megabytes(early)}, then ${megabytes(late)} (${growth(early, late)})`
  })
  await section('books', async () => {
    const findings = await checkInvariants(target.sql, 'UTC')
    campaign.tried(findings.length)
    for (const { title, breaches: wrong } of findings) if (wrong > 0n) breach(`${title}: ${wrong}`)
    if (!target.server.alive()) breach('the server has ended')
    return `${findings.length} invariants`
  })
} finally {
  await target.close()
  await mail.close()
}

console.log(`\nAbuse campaign, seed ${SEED}: ${answers} answers\n`)
const width = Math.max(...table.map(({ section }) => section.length))
console.log(`${'section'.padEnd(width)}    tried  breaches  seconds  seen`)
for (const { section, tried, breaches, seconds, seen } of table)
  console.log(
    `${section.padEnd(width)} ${String(tried).padStart(8)} ${String(breaches).padStart(9)} ${seconds.toFixed(1).padStart(8)}  ${seen}`,
  )
for (const [section, found] of Map.groupBy(breaches, ({ section }) => section)) {
  for (const { what } of found.slice(0, SHOWN_BREACHES)) console.error(`${section}: ${what}`)
  if (found.length > SHOWN_BREACHES) console.error(`${section}: … and ${found.length - SHOWN_BREACHES} more`)
}
if (given.report) {
  const failed = table.filter((one) => one.breaches > 0).length
  await writeFile(given.report, JSON.stringify({ seed: SEED, passed: table.length - failed, failed, table, breaches }))
}
if (breaches.length > 0)
  console.error(`\n${breaches.length} breaches. Again with: npm run abuse -- --seed ${SEED} --requests ${REQUESTS}`)
process.exit(breaches.length > 0 ? 1 : 0)
