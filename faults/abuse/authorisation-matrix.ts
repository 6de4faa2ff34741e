import type { Endpoint } from '#contract/endpoint.ts'
import { isErrorBody } from '../../server/test/bad-values.ts'
import { type Caller, expected, lastingEffect, pathWithId, SENSELESS, SPELLINGS } from '../../server/test/policies.ts'
import { type Campaign, describe, withoutTrace } from './campaign.ts'
import { type Answer, inLanes, type Request } from './client.ts'
import type { Person, Target } from './target.ts'

type Token = { caller: Caller; token: string | null; who: string }
type Cell = Token & { endpoint: Endpoint; request: Request; spelt: boolean; judge: (answer: Answer) => string | null }

const LANES = 8

/** Everybody who can knock: the revoked and the run-out have a token that was good once. */
async function makeCallers(target: Target): Promise<Token[]> {
  const token = async (caller: Caller, who: string = caller, options = {}) => {
    const person = await target.person(options)
    return { caller, who, token: person.token, person }
  }
  const made = [
    await token('user', 'user A'),
    await token('user', 'user B'),
    await token('pending user', 'pending user', { status: 'Pending' }),
    await token('admin', 'admin', { role: 'Admin' }),
    await token('pending admin', 'pending admin', { role: 'Admin', status: 'Pending' }),
    await token('revoked user'),
    await token('revoked admin', 'revoked admin', { role: 'Admin' }),
    await token('revoked admin', 'admin whose session ran out', { role: 'Admin' }),
  ]
  for (const { person, who } of made) {
    if (who.startsWith('revoked')) await target.client.call(person.token, 'POST', '/auths/logout')
    if (who.includes('ran out'))
      await target.owner`update sessions set last_seen_at = last_seen_at - interval '31 minutes' where person_id = ${person.id}`
  }
  return [{ caller: 'nobody', who: 'nobody', token: null }, ...made]
}

const inShape = (answer: Answer) => isErrorBody(answer.json())

function cellsOf(endpoint: Endpoint, knocking: Token): Cell[] {
  const want = expected(endpoint, knocking.caller)
  const path = pathWithId(endpoint)
  const headers = {
    ...(knocking.token ? { authorization: `Bearer ${knocking.token}` } : {}),
    ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
  }
  const cell = (method: string, at: string, judge: Cell['judge'], spelt = true): Cell => ({
    ...knocking,
    endpoint,
    spelt,
    judge,
    request: {
      method,
      path: at,
      headers,
      ...(endpoint.body && method !== 'HEAD' ? { body: JSON.stringify(SENSELESS) } : {}),
    },
  })
  const byPolicy = ({ status }: Answer) =>
    (want === null ? status !== 401 && status !== 403 && status < 500 : status === want)
      ? null
      : `${status}, not ${want ?? 'let through'}`
  const exactly: Cell['judge'] = (answer) =>
    byPolicy(answer) ?? (want !== null && !inShape(answer) ? 'refused in another shape' : null)
  // Whatever another spelling leads to, it is no call: an unknown address, or one that can't be read.
  const nowhere: Cell['judge'] = ({ status }) => ([400, 401, 403, 404].includes(status) ? null : `${status}`)

  const cells = ['/api', ''].flatMap((prefix) => [
    cell(endpoint.method, prefix + path, exactly, false),
    // Some paths have nothing that could be spelt differently.
    ...SPELLINGS.map((spell) => spell(path))
      .filter((spelt) => spelt !== path)
      .map((spelt) => cell(endpoint.method, prefix + spelt, nowhere)),
    cell(endpoint.method, prefix + escapeFirstLetter(path), (answer) => byPolicy(answer) && nowhere(answer)),
  ])
  if (endpoint.method === 'GET') cells.push(cell('HEAD', `/api${path}`, byPolicy), cell('HEAD', path, byPolicy))
  return cells
}

/** `/%75sers` is `/users` to whoever decodes before comparing, and must not be more than that. */
const escapeFirstLetter = (path: string) =>
  path.replace(/^\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)

/** Every route × every kind of caller × every way to spell its address; of the other spellings a share, in the short form. */
export async function authorisationMatrix(campaign: Campaign, shareOfSpellings: number): Promise<string> {
  const { target, endpoints, dice } = campaign
  const callers = await makeCallers(target)
  const cells = endpoints
    .flatMap((endpoint) => callers.flatMap((knocking) => cellsOf(endpoint, knocking)))
    .filter(({ spelt }) => !spelt || dice.chance(shareOfSpellings))
  const refused = cells.filter(({ endpoint, caller }) => expected(endpoint, caller) !== null)
  const admitted = cells.filter(
    ({ endpoint, caller }) => expected(endpoint, caller) === null && !lastingEffect(endpoint),
  )
  await withoutTrace(campaign, 'authorisation matrix', () => knock(campaign, refused))
  // Let through to their schema, where a senseless body ends; calls without one are carried out.
  await knock(campaign, admitted)
  await ownership(campaign)
  return `${endpoints.length} routes × ${callers.length} callers × spellings`
}

async function knock({ target, tried, breach }: Campaign, cells: readonly Cell[]): Promise<void> {
  await inLanes(LANES, cells, async ({ request, who, judge }) => {
    tried()
    const wrong = judge(await target.client.send(request))
    if (wrong) breach(`${request.method} ${request.path} as ${who}: ${wrong}`)
  })
}

/** What belongs to A, asked for by B with the right address: as if it were not there. */
async function ownership(campaign: Campaign): Promise<void> {
  const { target, tried, breach } = campaign
  const a = await target.person({ pin: '1234', balance: 100 })
  const b = await target.person({ pin: '1234', balance: 100 })
  const call = (by: Person, method: string, path: string, body?: unknown) =>
    target.client.call(by.token, method, path, body)
  const image = await target.upload(a)
  const [device] = (await call(a, 'GET', '/users/devices')).json() as { _id: string }[]
  const form = { accountName: 'C', accountNumber: '1', bankName: 'D', amount: 10, pin: '1234' }
  const paper = ((await call(a, 'POST', '/transfer', form)).json() as { _id: string })._id
  const tries: [string, string, unknown, number][] = [
    ['GET', image.replace('/api', ''), undefined, 404],
    ['DELETE', `/users/devices/${device?._id}`, undefined, 404],
    ['POST', '/deposit', { amount: 5, method: 'bank', receipt: image }, 404],
    ['PUT', '/users/picture', { image }, 400],
    ['POST', '/suport/send', { receiver: 'Admin', message: 'x', attachment: image }, 404],
    ['POST', '/suport/send', { receiver: 'Admin', message: 'x', transactionId: paper }, 404],
    ['POST', '/suport/send', { receiver: a.id, message: 'x', isAdmin: true }, 404],
    ['GET', `/suport/user?userId=${a.id}`, undefined, 403],
    ['GET', `/admin/transactions/${paper}`, undefined, 403],
    ['POST', '/deposit/approve', { transactionId: paper }, 403],
    ['POST', '/deposit/decline', { transactionId: paper, reason: '' }, 403],
    ['PATCH', '/admin/user', { userId: b.id, updates: { role: 'Admin' } }, 403],
    ['PUT', '/users/update', { role: 'Admin' }, 400],
    ['PUT', '/users/update', { balance: 1_000_000 }, 400],
    ['PUT', '/users/update', { _id: a.id, fullName: 'B' }, 400],
    ['PUT', '/users/update', { email: a.email.toUpperCase() }, 409],
    ['POST', '/admin/fund', { userId: b.id, amount: 1 }, 403],
  ]
  await withoutTrace(campaign, 'what belongs to another', async () => {
    for (const [method, path, body, status] of tries) {
      tried()
      const answer = await call(b, method, path, body)
      if (answer.status !== status || !inShape(answer))
        breach(`B at what is A's: ${describe({ method, path, body: JSON.stringify(body) })}: ${answer.status}`)
    }
  })
  // The same addresses are good: A gets what B did not.
  const own = await call(a, 'GET', image.replace('/api', ''))
  if (own.status !== 200) breach(`A's own file: ${own.status}`)
}
