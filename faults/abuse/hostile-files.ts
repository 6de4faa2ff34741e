import sharp from 'sharp'
import { isErrorBody } from '../../server/test/bad-values.ts'
import type { Campaign } from './campaign.ts'
import { inLanes } from './client.ts'
import { type HostileFile, MARK, makeFileCorpus } from './file-corpus.ts'
import type { Person } from './target.ts'

const LANES = 4

/** Every file of the corpus: refused with no row left, or kept as something that can do nothing. */
export async function hostileFiles(campaign: Campaign, damagedEach: number): Promise<string> {
  const { target, dice } = campaign
  const sender = await target.person()
  const corpus = await makeFileCorpus(dice, damagedEach)
  const before = await target.snapshot()
  let kept = 0
  await inLanes(LANES, corpus, async (file) => {
    if (await sendOne(campaign, sender, file)) kept++
  })
  const after = await target.snapshot()
  const [count] = await target.owner<{ rows: number }[]>`
    select count(*)::int as rows from uploads where owner_id = ${sender.id}`
  if (count?.rows !== kept) campaign.breach(`${count?.rows} files are kept, ${kept} were taken`)
  for (const table of Object.keys(before))
    if (table !== 'uploads' && before[table] !== after[table]) campaign.breach(`hostile files changed ${table}`)
  return `${corpus.length} files, ${kept} kept harmless`
}

async function sendOne({ target, tried, breach }: Campaign, sender: Person, { name, sent, must }: HostileFile) {
  tried()
  const authorization = `Bearer ${sender.token}`
  const answer = await target.client
    .send({ method: 'POST', path: '/api/images', headers: { ...sent.headers, authorization }, body: sent.body })
    .catch((error: NodeJS.ErrnoException) => error)
  // Too much is refused while it is still coming: the sender may find the door closed.
  if (answer instanceof Error) {
    if (!['ECONNRESET', 'EPIPE'].includes(answer.code ?? '')) breach(`${name}: ${answer.message}`)
    return false
  }
  if (answer.status !== 201) {
    if (answer.status < 400 || answer.status >= 500 || !isErrorBody(answer.json())) breach(`${name}: ${answer.status}`)
    return false
  }
  if (must === 'be refused') breach(`${name} was taken`)
  const { imageUrl } = answer.json() as { imageUrl: string }
  const got = await target.client.send({ method: 'GET', path: imageUrl, headers: { authorization } })
  const pdf = got.headers['content-type'] === 'application/pdf'
  const inert =
    got.headers['x-content-type-options'] === 'nosniff' &&
    String(got.headers['content-security-policy']).startsWith("sandbox; default-src 'none'") &&
    /^inline; filename="upload\.(jpeg|png|webp|pdf)"$/.test(String(got.headers['content-disposition']))
  if (got.status !== 200 || !inert) breach(`${name} is handed out so that it could act`)
  if (!pdf && got.bytes.includes(MARK)) breach(`${name}: what was hidden in it came out again`)
  if (
    !pdf &&
    (await sharp(got.bytes)
      .metadata()
      .catch(() => null)) === null
  )
    breach(`${name} is kept broken`)
  return true
}
