import type { Endpoint } from '#contract/endpoint.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'
import { refusalsOf } from './describe-endpoint.ts'

/** The little of OpenAPI's shape that is touched here. */
type Content = Record<string, { schema?: unknown; examples?: Record<string, unknown> }>
type Response = { description?: string; headers?: Record<string, unknown>; content?: Content }
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: unknown }
type Operation = { parameters?: Parameter[]; requestBody?: unknown; responses: Record<string, Response> }
export type OpenApiDocument = {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, unknown> }
}

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
})

const HEADERS: Record<string, unknown> = {
  'X-Request-Id': text('Names this call in the bank’s logs.', '6fa459ea-ee8a-4ca4-894e-db77e160355e'),
  'X-Total-Count': { description: 'How many there are in all.', schema: { type: 'integer', examples: [64] } },
  Link: text('Where the list goes on; absent at its end.', '</api/transactions?cursor=…>; rel="next"'),
  'Last-Event-ID': text('The id to ask with next time.', '17'),
  'Idempotency-Replayed': text('Present when this answer was given before under the same key.', 'true'),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', examples: [2] } },
}
const headers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, HEADERS[name]]))

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Made by the caller, once for what must happen once. The same key and body again: the first answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'] },
}

const RAW_CONTENT: Record<'binary' | 'events' | 'text', Content> = {
  binary: Object.fromEntries(
    ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'].map((type) => [
      type,
      { schema: { type: 'string', format: 'binary' } },
    ]),
  ),
  events: { 'text/event-stream': { schema: { type: 'string' } } },
  text: { 'text/plain': { schema: { type: 'string' } } },
}

const MULTIPART_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['image'],
        properties: { image: { type: 'string', format: 'binary' } },
        additionalProperties: false,
      },
    },
  },
}

/** Adds to what the schemas say: headers, raw contents, and every refusal by name with the answer it gives. */
export function completeDocument(
  document: OpenApiDocument,
  endpoints: readonly Endpoint[],
  prefix: string,
): OpenApiDocument {
  for (const endpoint of endpoints) {
    const path = prefix + endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operation = document.paths?.[path]?.[endpoint.method.toLowerCase()]
    if (operation) completeOperation(operation, endpoint)
  }
  dropUnusedSchemas(document)
  return document
}

/** Every named schema is generated twice, as sent and as answered; most are only ever one of the two. */
function dropUnusedSchemas(document: OpenApiDocument): void {
  const { schemas = {} } = document.components ?? {}
  const isUnused = (name: string) => !JSON.stringify(document).includes(`"#/components/schemas/${name}"`)
  // Again until nothing falls: what is dropped may have been the only one to name another.
  for (let unused = Object.keys(schemas).filter(isUnused); unused.length > 0; ) {
    for (const name of unused) delete schemas[name]
    unused = Object.keys(schemas).filter(isUnused)
  }
}

function completeOperation(operation: Operation, endpoint: Endpoint): void {
  if (endpoint.movesMoney) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY]
  if (endpoint.multipart) operation.requestBody = MULTIPART_BODY
  const { status, body, headers: named = [] } = endpoint.success
  const success: Response = operation.responses[status] ?? {}
  operation.responses[status] = {
    ...success,
    description: endpoint.summary,
    headers: headers('X-Request-Id', ...named, ...(endpoint.movesMoney ? ['Idempotency-Replayed'] : [])),
    ...(typeof body === 'string' ? { content: RAW_CONTENT[body] } : {}),
  }
  for (const [refused, codes] of Map.groupBy(refusalsOf(endpoint), (code) => refusals[code].status))
    operation.responses[refused] = completeRefusal(operation.responses[refused], refused, codes)
}

function completeRefusal(response: Response | undefined, status: number, codes: RefusalCode[]): Response {
  const schema = response?.content?.['application/json']?.schema ?? { $ref: '#/components/schemas/Error' }
  const waits = status === 429 || status === 503
  return {
    description: codes.map((code) => refusals[code].message).join(' · '),
    headers: headers('X-Request-Id', ...(waits ? ['Retry-After'] : [])),
    content: {
      'application/json': {
        schema,
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  }
}

function exampleOf(code: RefusalCode) {
  const { message } = refusals[code]
  const example = { message, code, requestId: '6fa459ea-ee8a-4ca4-894e-db77e160355e' }
  return code === 'invalid'
    ? { ...example, errors: [{ msg: 'Enter a valid e-mail address.', path: 'email' }] }
    : example
}
