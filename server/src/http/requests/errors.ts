import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ErrorBody } from '#contract/http/errors.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'
import { FORM_TEXTS } from '#contract/texts.ts'
import { isClosedPeriod } from '../../ledger/closings.ts'
import { isRetryable, isUnavailable } from '../../platform/db/errors.ts'
import { type FieldError, Refusal } from '../../platform/runtime/refusal.ts'

/** Maps every error to a response. */
export function registerErrorMapping(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendRefusal(toRefusal(error, request), request, reply))
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body: ErrorBody = { message: refusal.message, code: refusal.code, requestId: request.id }
  if (refusal.errors) body.errors = refusal.errors
  if (refusal.current) body.current = refusal.current
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  if (refusal.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  return reply.code(refusal.status).send(body)
}

function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) {
    request.log.info({ refusal: error.code, ...error.logged }, 'refused')
    return error
  }
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(error.validation)
  // Every retry was rolled back: the database is too busy, which is the same as unavailable to the client.
  if (isUnavailable(error) || isRetryable(error)) {
    request.log.error({ err: error }, 'database unavailable')
    return new Refusal('unavailable', { retryAfterSeconds: 2 })
  }
  if (isClosedPeriod(error)) {
    request.log.error({ err: error }, 'booking date in a closed period: the clock of this server is wrong')
    return new Refusal('unavailable', { retryAfterSeconds: 60 })
  }
  const known = fromFastify(error)
  if (known) return known
  request.log.error({ err: error }, 'bug')
  return new Refusal('internal')
}

/** Readable messages for checks whose schema has none: customers may see them. */
z.config({
  customError: (issue) => {
    if (issue.code !== 'invalid_type') return undefined
    if (issue.expected === 'object') return 'This must be an object.'
    return issue.expected === 'boolean' ? 'This must be true or false.' : undefined
  },
})

type ZodFinding = { keyword: string; instancePath: string; message?: string; params: { keys?: string[] } }

function invalid(findings: unknown): Refusal {
  const errors = new Map<string, FieldError>()
  for (const { keyword, instancePath, message = 'Invalid.', params } of findings as ZodFinding[]) {
    const path = instancePath.split('/').filter(Boolean).join('.')
    // One error per unknown field, each with its own path.
    const unknown = keyword === 'unrecognized_keys' ? (params.keys ?? []) : null
    const named: FieldError[] = unknown
      ? unknown.map((key) => ({ msg: 'Unknown field.', path: path ? `${path}.${key}` : key }))
      : [{ msg: message, path }]
    // Several failed checks of one value may have the same message: it is shown once.
    for (const error of named) {
      const said = FORM_TEXTS.includes(error.msg) ? error.msg : `${error.path}\n${error.msg}`
      if (!errors.has(said)) errors.set(said, error)
    }
  }
  return new Refusal(wordFor([...errors.values()]), { errors: [...errors.values()] })
}

/** Some missing fields have their own error code, such as the receipt of a deposit. */
const wordFor = (errors: FieldError[]): RefusalCode =>
  errors.some(({ msg }) => msg === refusals.receipt_required.message) ? 'receipt_required' : 'invalid'

/** Fastify's own errors (body, length, media type, malformed URL) as an error body. */
function fromFastify({ statusCode }: FastifyError): Refusal | null {
  if (statusCode === 413) return new Refusal('too_large')
  if (statusCode === 415) return new Refusal('wrong_media_type')
  if (statusCode === 404) return new Refusal('not_found')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('malformed')
  return null
}
