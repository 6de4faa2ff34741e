/**
 * `npm run abuse [-- --requests N --rounds R --seed S --short --only SECTION,… --report FILE]`: starts a bank (a server
 * process with its own PostgreSQL on the loopback address) and attacks it. Prints a table by section; exits with code 1 and
 * the seed if an attack succeeds.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createSeededRandom } from '#server/demo/seeded-random.ts'
import { checkInvariants } from '#server/ledger/books/invariants.ts'
import { openMailServer } from '../../server/test/mail-server.ts'
import type { Memory } from './attacked-server.ts'
import { authorisationMatrix } from './authorisation-matrix.ts'
import { bruteForce } from './brute-force.ts'
import type { Campaign } from './campaign.ts'
import { checkLog, findCanariesInResponses, makeCanaries, searchForCanaries, useSecrets } from './canaries.ts'
import { readEndpoints } from './contract-endpoints.ts'
import { describedRequests } from './described-requests.ts'
import { hostileFiles } from './hostile-files.ts'
import { attackIdentity } from './identity.ts'
import { raceRounds } from './races.ts'
import { makeGoodRequests, proveExamples, sendBadRequests } from './send-bad-requests.ts'
import { oversizedRequests, slowRequests } from './slow-requests.ts'
import { strayFiles } from './stray-files.ts'
import { AttackTarget } from './target.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    report: { type: 'string' },
    only: { type: 'string' },
  },
})
const { short } = values
const parseNumber = (text: string | undefined, fallback: number) => {
  const value = text === undefined ? fallback : Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`Not a whole number: ${text}`)
  return value
}
const REQUESTS = parseNumber(values.requests, short ? 5_000 : 50_000)
const ROUNDS = parseNumber(values.rounds, short ? 40 : 1_000)
const SEED = parseNumber(values.seed, short ? 1 : Math.floor(Math.random() * 2 ** 31))
const MAX_GROWTH = 0.1
const SHOWN_BREACHES = 12

type SectionResult = { section: string; tried: number; breaches: number; seconds: number; summary: string }
const table: SectionResult[] = []
const breaches: { section: string; description: string }[] = []
let current: SectionResult = { section: '', tried: 0, breaches: 0, seconds: 0, summary: '' }

function breach(description: string): void {
  current.breaches++
  breaches.push({ section: current.section, description })
}

async function section(name: string, work: () => Promise<string | undefined>): Promise<void> {
  if (values.only && !values.only.split(',').includes(name)) return
  current = { section: name, tried: 0, breaches: 0, seconds: 0, summary: '' }
  table.push(current)
  const startedAt = Date.now()
  process.stderr.write(`${name} …\n`)
  try {
    current.summary = (await work()) ?? ''
  } catch (error) {
    breach(`the section failed: ${error instanceof Error ? error.stack : error}`)
  }
  current.seconds = Math.round((Date.now() - startedAt) / 100) / 10
}

/** Stack traces, file names and database errors. Bounded: the OpenAPI document is one line of a megabyte. */
const INTERNALS =
  /node_modules|\.ts:\d+|PostgresError|\bat [^\n]{1,200} \([^\n]{1,200}:\d+:\d+\)|syntax error at or near/
const canaries = makeCanaries()
const searchResponse = findCanariesInResponses(canaries, breach)
let responses = 0

const mail = await openMailServer()
const target = await AttackTarget.open({
  appSecret: canaries.appSecret,
  smtpUrl: mail.url,
  onResponse: (request, response, ms) => {
    responses++
    if (response.status >= 500) breach(`${response.status} for ${request.method} ${request.path.slice(0, 100)}`)
    const isText = /json|text\/plain/.test(String(response.headers['content-type']))
    if (isText && request.path !== '/api/metrics' && INTERNALS.test(response.text))
      breach(`${request.method} ${request.path.slice(0, 100)} reveals internals: ${response.text.slice(0, 200)}`)
    searchResponse(request, response, ms)
  },
})

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`
const growth = (from: number, to: number) => `${((to / from - 1) * 100).toFixed(1)} %`

try {
  const endpoints = await readEndpoints()
  const campaign: Campaign = {
    target,
    endpoints,
    random: createSeededRandom(SEED),
    tried: (count = 1) => {
      current.tried += count
    },
    breach,
  }
  let warm: Memory | null = null
  let during: Memory[] = []

  const restarts = short ? 1 : 3
  await section('brute force', () => bruteForce(campaign, restarts))
  await section('authorisation', () => authorisationMatrix(campaign, short ? 0.05 : 1))
  await section('identity', () => attackIdentity(campaign))
  await section('stray files', () => strayFiles(campaign))
  const goods = await makeGoodRequests(campaign)
  await section('warm-up', async () => {
    // Some of everything that follows, so that first-time allocations don't count as growth.
    await sendBadRequests({ ...campaign, random: createSeededRandom(SEED + 1) }, goods, Math.max(1_000, REQUESTS / 10))
    await proveExamples(campaign)
    await raceRounds(campaign, short ? 8 : 20)
    await hostileFiles({ ...campaign, random: createSeededRandom(SEED + 2) }, 1)
    if (!short) await oversizedRequests(campaign)
    warm = await target.server.memory()
    return `${megabytes(warm.usedBytes)} used, ${megabytes(warm.rssBytes)} resident`
  })
  await section('bad requests', async () => {
    const { sent, different, byKind, memory } = await sendBadRequests(campaign, goods, REQUESTS)
    during = memory
    process.stderr.write(`  resident: ${memory.map(({ rssBytes }) => megabytes(rssBytes)).join(', ')}\n`)
    for (const [kind, count] of [...byKind].sort(([, a], [, b]) => b - a))
      process.stderr.write(`  ${count} × ${kind}\n`)
    return `${sent} sent, ${different} different, over ${endpoints.length} routes`
  })
  await section('examples', () => proveExamples(campaign))
  await section('hostile files', () => hostileFiles(campaign, short ? 2 : 20))
  await section('races', () => raceRounds(campaign, ROUNDS))
  await section('canaries', async () => {
    await useSecrets(campaign, canaries)
    const emails = mail.collect().map(({ text, html, headers }) => `${JSON.stringify(headers)}\n${text}\n${html}`)
    await checkLog(campaign, restarts)
    return searchForCanaries(campaign, canaries, emails)
  })
  await section('slow requests', () => slowRequests(campaign, 200, !short))
  await section('oversized requests', () => oversizedRequests(campaign))
  await section('memory', async () => {
    if (!warm) throw new Error('The section warm-up must run first')
    campaign.tried(2)
    const end = await target.server.memory()
    if (end.usedBytes > warm.usedBytes * (1 + MAX_GROWTH))
      breach(`used memory grew from ${warm.usedBytes} to ${end.usedBytes} bytes`)
    // RSS varies with the allocator, so only a long run can show whether it has stopped growing.
    const peak = (samples: Memory[]) => Math.max(...samples.map(({ rssBytes }) => rssBytes))
    const [early, late] = [peak(during.slice(0, during.length / 2)), peak(during.slice(during.length / 2))]
    if (!short && late > early * (1 + MAX_GROWTH))
      breach(`resident memory kept growing, from ${early} to ${late} bytes`)
    return `used ${megabytes(end.usedBytes)} (${growth(warm.usedBytes, end.usedBytes)} since warm-up), resident at most ${megabytes(early)}, then ${megabytes(late)} (${growth(early, late)})`
  })
  await section('described requests', () => describedRequests(campaign, short ? 2_000 : REQUESTS / 5, SEED))
  await section('books', async () => {
    const findings = await checkInvariants(target.sql, 'UTC')
    campaign.tried(findings.length)
    for (const { title, breaches: count } of findings) if (count > 0n) breach(`${title}: ${count}`)
    if (!target.server.isAlive()) breach('the server has exited')
    return `${findings.length} invariants`
  })
} finally {
  await target.close()
  await mail.close()
}

console.log(`\nAbuse campaign, seed ${SEED}: ${responses} responses\n`)
const width = Math.max(...table.map(({ section }) => section.length))
console.log(`${'section'.padEnd(width)}    tried  breaches  seconds  summary`)
for (const { section, tried, breaches, seconds, summary } of table)
  console.log(
    `${section.padEnd(width)} ${String(tried).padStart(8)} ${String(breaches).padStart(9)} ${seconds.toFixed(1).padStart(8)}  ${summary}`,
  )
for (const [section, found] of Map.groupBy(breaches, ({ section }) => section)) {
  for (const { description } of found.slice(0, SHOWN_BREACHES)) console.error(`${section}: ${description}`)
  if (found.length > SHOWN_BREACHES) console.error(`${section}: … and ${found.length - SHOWN_BREACHES} more`)
}
if (values.report) {
  const failed = table.filter((one) => one.breaches > 0).length
  await writeFile(values.report, JSON.stringify({ seed: SEED, passed: table.length - failed, failed, table, breaches }))
}
if (breaches.length > 0)
  console.error(`\n${breaches.length} breaches. To repeat: npm run abuse -- --seed ${SEED} --requests ${REQUESTS}`)
process.exit(breaches.length > 0 ? 1 : 0)
