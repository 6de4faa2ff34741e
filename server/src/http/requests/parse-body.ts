import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Caller } from '../../access/api-key.ts'

/** For endpoints whose body depends on the caller: Fastify validates the rest, and `parseBody` the body. */
export const validateAllButBody: FastifySchemaCompiler<never> = (input) =>
  input.httpPart === 'body' ? (value: unknown) => ({ value }) : (validatorCompiler(input) as never)

/** Fails as Fastify's own validation would. */
export function parseBody(endpoint: Endpoint, request: FastifyRequest & { session?: Caller | null }): void {
  const schema = request.session?.kind === 'api_key' ? endpoint.keyBody : endpoint.body
  if (!schema) return
  const parsed = validatorCompiler({ schema } as never)(request.body) as { value?: unknown; error?: unknown }
  if (parsed.error) throw Object.assign(new Error('Invalid body'), { statusCode: 400, validation: parsed.error })
  request.body = parsed.value
}
