import { hashPin } from '../../server/src/ledger/secrets.ts'
import type { Campaign } from './campaign.ts'
import { type Answer, inLanes, wordOf } from './client.ts'
import type { Person, Target } from './target.ts'

const LANES = 4
const AT_ONCE = 4
const WHOLE = 25
const FORM = { accountName: 'C', accountNumber: '1', bankName: 'D', amount: WHOLE, pin: '1234' }

type Race = { name: string; run: (arena: Arena, round: number) => Promise<string | null> }
/** One lane's people: rounds in one lane follow one another, rounds of different lanes meet in the ledger. */
type Arena = { target: Target; holder: Person; bare: Person; admin: Person; waiting: string | null }

const tally = (answers: Answer[]) => {
  const words = answers.map((answer) => (answer.status < 300 ? 'won' : wordOf(answer)))
  return Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((one) => one === word).length]))
}
const said = (answers: Answer[]) => JSON.stringify(tally(answers))
const atOnce = (work: (at: number) => Promise<Answer>, count = AT_ONCE) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))
const idOf = (answer: Answer | undefined) => (answer?.json() as { _id?: string } | undefined)?._id ?? ''
const winners = (answers: Answer[]) => answers.filter(({ status }) => status < 300)

/** The whole balance, four times at once: one is held, three have nothing left to hold. */
async function spendWholeBalance(arena: Arena): Promise<string | null> {
  const { target, holder } = arena
  const answers = await atOnce(() => target.client.call(holder.token, 'POST', '/transfer', FORM))
  const [row] = await target.sql<{ held: bigint; balance: bigint }[]>`
    select held, balance from accounts where id = ${holder.id}`
  arena.waiting = idOf(winners(answers)[0])
  const right = winners(answers).length === 1 && tally(answers).insufficient_balance === AT_ONCE - 1
  return right && row?.held === BigInt(WHOLE * 100) ? null : `${said(answers)}, held ${row?.held}`
}

/** Both decisions, twice each: one decision stands, its repetition is the same one, the other comes too late. */
async function decideBothWays(arena: Arena): Promise<string | null> {
  const { target, admin, holder, waiting } = arena
  const decide = (at: number) =>
    target.client.call(admin.token, 'POST', at % 2 ? '/deposit/decline' : '/deposit/approve', {
      transactionId: waiting,
      ...(at % 2 ? { reason: '' } : {}),
    })
  const answers = await atOnce(decide)
  const approved = winners(answers.filter((_, at) => at % 2 === 0)).length
  const declined = winners(answers.filter((_, at) => at % 2 === 1)).length
  const [row] = await target.sql<{ status: string; postings: number; held: bigint; balance: bigint }[]>`
    select status, held, balance, (select count(*)::int from postings p where p.transaction_id = t.id) as postings
    from transactions t join accounts a on a.id = t.account_id where t.id = ${waiting}`
  const expected = approved > 0 ? ['Completed', 1, 0n] : ['Declined', 0, BigInt(WHOLE * 100)]
  const one = approved > 0 !== declined > 0 && tally(answers).already_decided === AT_ONCE - approved - declined
  const booked = JSON.stringify([row?.status, row?.postings, String(row?.balance)])
  if (approved > 0) await target.fund(holder, WHOLE)
  const right = booked === JSON.stringify([expected[0], expected[1], String(expected[2])]) && row?.held === 0n
  return one && right ? null : `${said(answers)}, ${booked}, held ${row?.held}`
}

/** Four PINs for somebody who has none: the one that was answered with success is the one that is kept. */
async function createPins({ target, bare, admin }: Arena, round: number): Promise<string | null> {
  const pinOf = (at: number) => String((round * AT_ONCE + at) % 10_000).padStart(4, '0')
  const answers = await atOnce((at) =>
    target.client.call(bare.token, 'POST', '/users/create-transaction-code', { pin: pinOf(at) }),
  )
  const [row] = await target.sql<{ pin_hash: Buffer }[]>`select pin_hash from accounts where id = ${bare.id}`
  const winner = answers.findIndex(({ status }) => status === 201)
  const kept = row?.pin_hash?.equals(hashPin(target.keys.pin, bare.id, pinOf(winner)))
  const cleared = await target.client.call(admin.token, 'POST', '/admin/reset-pin', { userId: bare.id })
  const right = winners(answers).length === 1 && tally(answers).pin_exists === AT_ONCE - 1
  return right && kept && cleared.status === 200 ? null : `${said(answers)}, kept the winner's: ${kept}`
}

/** One receipt behind four deposits: it backs one of them. */
async function useReceipt({ target, holder }: Arena): Promise<string | null> {
  const receipt = await target.upload(holder)
  const answers = await atOnce((at) =>
    target.client.call(holder.token, 'POST', '/deposit', { amount: 10 + at, method: 'bank', receipt }),
  )
  const [row] = await target.sql<{ uses: number }[]>`
    select count(*)::int as uses from transactions where receipt_id = ${receipt.split('/').at(-1) ?? ''}`
  const right = winners(answers).length === 1 && tally(answers).receipt_used === AT_ONCE - 1
  return right && row?.uses === 1 ? null : `${said(answers)}, ${row?.uses} deposits`
}

/** The same request under one key, four times at once: everybody reads the same answer to one deposit. */
async function repeatUnderKey({ target, holder }: Arena, round: number): Promise<string | null> {
  const receipt = await target.upload(holder)
  const key = { 'idempotency-key': `race ${holder.id} ${round}` }
  const answers = await atOnce(() =>
    target.client.call(holder.token, 'POST', '/deposit', { amount: 10, method: 'bank', receipt }, key),
  )
  const same = new Set(answers.map(idOf)).size === 1 && winners(answers).length === AT_ONCE
  return same ? null : said(answers)
}

const RACES: Race[] = [
  { name: 'transfer of the whole balance', run: spendWholeBalance },
  { name: 'approve against decline', run: decideBothWays },
  { name: 'PIN creation', run: createPins },
  { name: 'receipt use', run: useReceipt },
  { name: 'one idempotency key', run: repeatUnderKey },
]

/** So many rounds of each race; in each of them there is one winner, and the books show one. */
export async function raceRounds({ target, tried, breach }: Campaign, rounds: number): Promise<string> {
  const arenas: Arena[] = []
  for (let lane = 0; lane < LANES; lane++)
    arenas.push({
      target,
      holder: await target.person({ pin: '1234', balance: WHOLE }),
      bare: await target.person(),
      admin: await target.person({ role: 'Admin' }),
      waiting: null,
    })
  const free = [...arenas]
  await inLanes(LANES, Array.from({ length: rounds }).keys(), async (round) => {
    const arena = free.pop()
    if (!arena) throw new Error('More lanes than arenas')
    for (const { name, run } of RACES) {
      tried()
      const wrong = await run(arena, round)
      if (wrong) breach(`race: ${name}, round ${round}: ${wrong}`)
    }
    free.push(arena)
  })
  return `${rounds} rounds of ${RACES.length} races, ${AT_ONCE} at once`
}
