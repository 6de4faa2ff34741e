import type { Endpoint } from '#contract/endpoint.ts'
import { storeKey } from '../../server/test/api-keys.ts'
import { isErrorBody } from '../../server/test/bad-values.ts'
import {
  CALLER_NAMES,
  type Caller,
  callerKind,
  examplePath,
  expectedStatus,
  INVALID_BODY,
  lastingEffect,
  SPELLINGS,
} from '../../server/test/policies.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import { type HttpRequest, type HttpResponse, refusalCode } from '../http-client.ts'
import { type Campaign, describe, expectNoChanges } from './campaign.ts'
import type { AttackTarget, Person } from './target.ts'

type CallerToken = { caller: Caller; token: string | null; name: string }
/** `judge` returns what is wrong with the response, or null. */
type Cell = CallerToken & {
  endpoint: Endpoint
  request: HttpRequest
  otherSpelling: boolean
  judge: (response: HttpResponse) => string | null
}

const CONCURRENCY = 8
const NEEDED = ['second_factor_required', 'pin_missing']
const EXPIRED = 'admin with an expired session'

/** Every kind of caller, including API keys, and revoked and expired sessions. */
async function createCallers(target: AttackTarget): Promise<CallerToken[]> {
  const create = async (caller: Caller, name: string = caller): Promise<CallerToken> => {
    const kind = callerKind(caller)
    if (!kind) return { caller, name, token: null }
    const { token, id } = await target.person({ role: kind.role, status: kind.status })
    if (kind.scopes) {
      const keys = { owner: target.owner, now: () => new Date() }
      return { caller, name, token: await storeKey(keys, { id }, kind.scopes, { revoked: kind.revoked }) }
    }
    if (name === EXPIRED)
      await target.owner`update sessions set last_seen_at = last_seen_at - interval '31 minutes' where person_id = ${id}`
    else if (kind.revoked) await target.client.call(token, 'POST', '/auths/logout')
    return { caller, name, token }
  }
  const callers: CallerToken[] = []
  for (const caller of CALLER_NAMES) callers.push(await create(caller))
  return [...callers, await create('user', 'another user'), await create('revoked admin', EXPIRED)]
}

const hasErrorBody = (response: HttpResponse) => isErrorBody(response.json())

function cellsOf(endpoint: Endpoint, caller: CallerToken): Cell[] {
  const want = expectedStatus(endpoint, caller.caller)
  const path = examplePath(endpoint)
  const headers = {
    ...(caller.token ? { authorization: `Bearer ${caller.token}` } : {}),
    ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
  }
  const cell = (method: string, at: string, judge: Cell['judge'], otherSpelling = true): Cell => ({
    ...caller,
    endpoint,
    otherSpelling,
    judge,
    request: {
      method,
      path: at,
      headers,
      ...(endpoint.body && method !== 'HEAD' ? { body: JSON.stringify(INVALID_BODY) } : {}),
    },
  })
  const isAdmitted = (response: HttpResponse) =>
    (response.status !== 401 && response.status !== 403 && response.status < 500) ||
    // Past its policy, a customer's call can still need a second factor or a PIN, which these callers don't have.
    (endpoint.policy === 'signedIn' && NEEDED.includes(refusalCode(response) ?? ''))
  const byPolicy = (response: HttpResponse) =>
    (want === null ? isAdmitted(response) : response.status === want)
      ? null
      : `${response.status}, expected ${want ?? 'access'}`
  const exactly: Cell['judge'] = (response) =>
    byPolicy(response) ?? (want !== null && !hasErrorBody(response) ? 'refused without an error body' : null)
  // Another spelling must not reach the endpoint: the path is unknown or malformed.
  const notFound: Cell['judge'] = ({ status }) => ([400, 401, 403, 404, 405].includes(status) ? null : `${status}`)

  const cells = ['/api', ''].flatMap((prefix) => [
    cell(endpoint.method, prefix + path, prefix === '' && endpoint.apiOnly ? notFound : exactly, false),
    // Some paths can't be spelled differently.
    ...SPELLINGS.map((spell) => spell(path))
      .filter((spelling) => spelling !== path)
      .map((spelling) => cell(endpoint.method, prefix + spelling, notFound)),
    cell(endpoint.method, prefix + escapeFirstLetter(path), (response) => byPolicy(response) && notFound(response)),
  ])
  const bare = endpoint.apiOnly ? notFound : byPolicy
  if (endpoint.method === 'GET') cells.push(cell('HEAD', `/api${path}`, byPolicy), cell('HEAD', path, bare))
  return cells
}

/** `/%75sers` is `/users` once it is decoded: at most it may be the same endpoint under the same policy. */
const escapeFirstLetter = (path: string) =>
  path.replace(/^\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)

/** Every route × every kind of caller × every spelling of its path; the short form tries a share of the other spellings. */
export async function authorisationMatrix(campaign: Campaign, shareOfSpellings: number): Promise<string> {
  const { target, endpoints, random } = campaign
  const callers = await createCallers(target)
  const cells = endpoints
    .flatMap((endpoint) => callers.flatMap((caller) => cellsOf(endpoint, caller)))
    .filter(({ otherSpelling }) => !otherSpelling || random.chance(shareOfSpellings))
  const refused = cells.filter(({ endpoint, caller }) => expectedStatus(endpoint, caller) !== null)
  const admitted = cells.filter(
    ({ endpoint, caller }) => expectedStatus(endpoint, caller) === null && !lastingEffect(endpoint),
  )
  await expectNoChanges(campaign, 'authorisation matrix', () => sendAll(campaign, refused))
  // Past authorisation the schema refuses the senseless body; calls without a body are executed.
  await sendAll(campaign, admitted)
  await ownership(campaign)
  return `${endpoints.length} routes × ${callers.length} callers × spellings`
}

async function sendAll({ target, tried, breach }: Campaign, cells: readonly Cell[]): Promise<void> {
  await forEachConcurrently(CONCURRENCY, cells, async ({ request, name, judge }) => {
    tried()
    const problem = judge(await target.client.send(request))
    if (problem) breach(`${request.method} ${request.path} as ${name}: ${problem}`)
  })
}

/** B requests what belongs to A, with the right ids: refused as if it did not exist. */
async function ownership(campaign: Campaign): Promise<void> {
  const { target, tried, breach } = campaign
  const a = await target.person({ pin: '1234', balance: 100 })
  const b = await target.person({ pin: '1234', balance: 100 })
  const call = (by: Person, method: string, path: string, body?: unknown) =>
    target.client.call(by.token, method, path, body)
  const image = await target.upload(a)
  const [device] = (await call(a, 'GET', '/users/devices')).json() as { _id: string }[]
  const form = { accountName: 'C', accountNumber: '1', bankName: 'D', amount: 10, pin: '1234' }
  const transactionId = ((await call(a, 'POST', '/transfer', form)).json() as { _id: string })._id
  const tries: [string, string, unknown, number][] = [
    ['GET', image.replace('/api', ''), undefined, 404],
    ['DELETE', `/users/devices/${device?._id}`, undefined, 404],
    ['POST', '/deposit', { amount: 5, method: 'bank', receipt: image }, 404],
    ['PUT', '/users/picture', { image }, 400],
    ['POST', '/suport/send', { receiver: 'Admin', message: 'x', attachment: image }, 404],
    ['POST', '/suport/send', { receiver: 'Admin', message: 'x', transactionId }, 404],
    ['POST', '/suport/send', { receiver: a.id, message: 'x', isAdmin: true }, 404],
    ['PUT', '/users/update', { role: 'Admin' }, 400],
    ['PUT', '/users/update', { balance: 1_000_000 }, 400],
    ['PUT', '/users/update', { _id: a.id, fullName: 'B' }, 400],
    ['PUT', '/users/update', { email: a.email.toUpperCase() }, 409],
  ]
  await expectNoChanges(campaign, 'resources of another customer', async () => {
    for (const [method, path, body, status] of tries) {
      tried()
      const response = await call(b, method, path, body)
      if (response.status !== status || !hasErrorBody(response))
        breach(`B requests what is A's: ${describe({ method, path, body: JSON.stringify(body) })}: ${response.status}`)
    }
  })
  // The request is valid: A gets what B did not.
  const own = await call(a, 'GET', image.replace('/api', ''))
  if (own.status !== 200) breach(`A's own file: ${own.status}`)
}
