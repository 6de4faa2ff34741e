import sharp from 'sharp'
import { isErrorBody } from '../../server/test/bad-values.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import type { Campaign } from './campaign.ts'
import { type HostileFile, MARK, makeFileCorpus } from './file-corpus.ts'
import type { Person } from './target.ts'

const CONCURRENCY = 4

/** Every file of the corpus is either refused without a row, or stored as something harmless. */
export async function hostileFiles(campaign: Campaign, damagedEach: number): Promise<string> {
  const { target, random } = campaign
  const sender = await target.person()
  const corpus = await makeFileCorpus(random, damagedEach)
  let stored = 0
  const changed = await target.changedTables(() =>
    forEachConcurrently(CONCURRENCY, corpus, async (file) => {
      if (await sendOne(campaign, sender, file)) stored++
    }),
  )
  const [count] = await target.owner<{ rows: number }[]>`
    select count(*)::int as rows from uploads where owner_id = ${sender.id}`
  if (count?.rows !== stored) campaign.breach(`${count?.rows} files are stored, ${stored} were accepted`)
  const others = changed.filter((table) => table !== 'uploads')
  if (others.length > 0) campaign.breach(`hostile files changed ${others.join(', ')}`)
  return `${corpus.length} files, ${stored} stored harmless`
}

async function sendOne({ target, tried, breach }: Campaign, sender: Person, { name, form, must }: HostileFile) {
  tried()
  const authorization = `Bearer ${sender.token}`
  const response = await target.client
    .send({ method: 'POST', path: '/api/images', headers: { ...form.headers, authorization }, body: form.body })
    .catch((error: NodeJS.ErrnoException) => error)
  // The server refuses an oversized file before it has all of it, so the client may find the connection closed.
  if (response instanceof Error) {
    if (!['ECONNRESET', 'EPIPE'].includes(response.code ?? '')) breach(`${name}: ${response.message}`)
    return false
  }
  if (response.status !== 201) {
    const { status } = response
    if (status < 400 || status >= 500 || !isErrorBody(response.json())) breach(`${name}: ${status}`)
    return false
  }
  if (must === 'be refused') breach(`${name} was accepted`)
  const { imageUrl } = response.json() as { imageUrl: string }
  const stored = await target.client.send({ method: 'GET', path: imageUrl, headers: { authorization } })
  const pdf = stored.headers['content-type'] === 'application/pdf'
  const inert =
    stored.headers['x-content-type-options'] === 'nosniff' &&
    String(stored.headers['content-security-policy']).startsWith("sandbox; default-src 'none'") &&
    /^inline; filename="upload\.(jpeg|png|webp|pdf)"$/.test(String(stored.headers['content-disposition']))
  if (stored.status !== 200 || !inert) breach(`${name} is served without the headers that make it inert`)
  if (!pdf && stored.bytes.includes(MARK)) breach(`${name}: the hidden content is served again`)
  if (
    !pdf &&
    (await sharp(stored.bytes)
      .metadata()
      .catch(() => null)) === null
  )
    breach(`${name} is stored broken`)
  return true
}
