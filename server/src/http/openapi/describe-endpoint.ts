import { z } from 'zod'
import { type Endpoint, isBarredToClosed, isBarredWithoutAccount, takesIdempotencyKey } from '#contract/endpoint.ts'
import { errorBody } from '#contract/http/errors.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'

const ALWAYS: readonly RefusalCode[] = ['too_many', 'internal', 'unavailable']

/** All refusals of an endpoint: its own, and those of its policy, parameters and body. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const codes = new Set<RefusalCode>([...(endpoint.refusals ?? []), ...ALWAYS])
  if (endpoint.policy !== 'public') for (const code of ['unauthenticated', 'key_not_allowed'] as const) codes.add(code)
  if (endpoint.keyScope)
    for (const code of ['account_pending', 'account_frozen', 'account_closed'] as const) codes.add(code)
  if (endpoint.policy !== 'public' && endpoint.policy !== 'signedIn')
    for (const code of ['forbidden', 'second_factor_required'] as const) codes.add(code)
  if (isBarredToClosed(endpoint)) codes.add('account_closed')
  if (isBarredWithoutAccount(endpoint)) codes.add('no_account')
  if (endpoint.fresh) codes.add('confirmation_required')
  const hasFields = typeof endpoint.multipart === 'object' && endpoint.multipart.fields.length > 0
  if (endpoint.params || endpoint.query || endpoint.body || hasFields) codes.add('invalid')
  if (endpoint.body) for (const code of ['malformed', 'too_large', 'wrong_media_type'] as const) codes.add(code)
  if (takesIdempotencyKey(endpoint)) codes.add('idempotency_key_reused')
  return [...codes].sort((a, b) => refusals[a].status - refusals[b].status)
}

/** 'GET /images/:id' → 'getImagesById' */
export function operationId({ method, path }: Endpoint): string {
  const words = path.split(/[/.-]/).filter(Boolean)
  const name = words.map((word) => (word.startsWith(':') ? `By${capital(word.slice(1))}` : capital(word)))
  return method.toLowerCase() + name.join('')
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The schema for Fastify's validation and serialization, and for the OpenAPI document. */
export function describeEndpoint(endpoint: Endpoint) {
  const { tag, summary, description, params, query, body } = endpoint
  return {
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    operationId: operationId(endpoint),
    security: securityOf(endpoint),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: responses(endpoint),
  }
}

/** The roles of a bearer scheme are the scopes that a key needs one of. */
const securityOf = ({ policy, keyScope }: Endpoint): Record<string, string[]>[] =>
  policy === 'public' ? [] : [{ bearer: [] }, ...(keyScope ? [{ apiKey: [keyScope] }] : [])]

function responses(endpoint: Endpoint): Record<number, z.ZodType> {
  const { success } = endpoint
  const responses: Record<number, z.ZodType> = {}
  if (success.body === null) responses[success.status] = z.null().describe('Done; no content.')
  else if (typeof success.body !== 'string') responses[success.status] = success.body
  if (endpoint.proposal) responses[202] = endpoint.proposal
  for (const code of refusalsOf(endpoint)) responses[refusals[code].status] = errorBody
  return responses
}
