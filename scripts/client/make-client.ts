/** The parts of an OpenAPI document that a client is made from. */
type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
}
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Content = Record<string, { schema?: Schema }>
type Operation = {
  summary?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
export type ApiDescription = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const PREFIX = '/api/v1'

/** A module in TypeScript, without dependencies: types of every operation, and one function that calls them. */
export function makeClient({ paths, components }: ApiDescription): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `  ${quote(name)}: ${typeOf(schema)}`)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => writeOperation(path, method, operation)),
  )
  return [
    '/** Made from the OpenAPI document of a bank. Make it again instead of changing it. */',
    `export type Schemas = {\n${schemas.join('\n')}\n}`,
    `export type Operations = {\n${operations.join('\n')}\n}`,
    RUNTIME,
  ].join('\n\n')
}

function writeOperation(path: string, method: string, operation: Operation): string {
  const { summary = '', parameters = [], requestBody, responses } = operation
  const group = (place: string) => {
    const of = parameters.filter((parameter) => parameter.in === place)
    const required = of.filter((parameter) => parameter.required).map(({ name }) => name)
    const properties = Object.fromEntries(of.map(({ name, schema }) => [name, schema]))
    return of.length === 0
      ? null
      : { type: typeOf({ type: 'object', properties, required }), required: required.length > 0 }
  }
  const json = requestBody?.content['application/json']?.schema
  const parts = {
    params: group('path'),
    query: group('query'),
    body: requestBody && { type: json ? typeOf(json) : 'FormData', required: requestBody.required === true },
    headers: { type: 'Record<string, string>', required: false },
  }
  const input = Object.entries(parts).flatMap(([name, part]) =>
    part ? [`${name}${part.required ? '' : '?'}: ${part.type}`] : [],
  )
  const results = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) =>
      content ? Object.entries(content).map(([type, of]) => resultType(type, of.schema)) : ['undefined'],
    )
  return [
    `  /** ${summary.replaceAll('*/', '')} */`,
    `  ${quote(`${method.toUpperCase()} ${path.replace(PREFIX, '')}`)}: {`,
    `    input: { ${input.join('; ')} }`,
    `    result: ${[...new Set(results)].join(' | ')}`,
    '  }',
  ].join('\n')
}

const resultType = (type: string, schema: Schema | undefined) =>
  type === 'application/json' && schema ? typeOf(schema) : 'Response'

const quote = (text: string) => JSON.stringify(text)

function typeOf(schema: Schema): string {
  if (schema.$ref) return `Schemas[${quote(schema.$ref.split('/').at(-1) ?? '')}]`
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.type === 'object' || schema.properties) return objectType(schema)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => `(${typeOf(choice)})`).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`
  if (schema.type === 'integer') return 'number'
  return ['string', 'number', 'boolean', 'null'].includes(schema.type ?? '') ? String(schema.type) : 'unknown'
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${quote(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  const open = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  if (fields.length === 0) return isOpen ? `Record<string, ${open}>` : 'Record<string, never>'
  return `{ ${fields.join('; ')} }${isOpen ? ' & Record<string, unknown>' : ''}`
}

const RUNTIME = `type Name = keyof Operations
type Input<N extends Name> = Operations[N]['input']
type Arguments<N extends Name> = Record<string, never> extends Input<N> ? [input?: Input<N>] : [input: Input<N>]
type Loose = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

/** A refusal: \`code\` is for programs, \`message\` for people. */
export class BankError extends Error {
  status: number
  code: string
  requestId: string
  constructor(status: number, body: { message: string; code: string; requestId: string }) {
    super(body.message)
    this.status = status
    this.code = body.code
    this.requestId = body.requestId
  }
}

export type Client = ReturnType<typeof createClient>

/** \`address\` ends in \`/api/v1\`. The token is that of \`POST /auths/login\`. */
export function createClient(address: string, token: string | null = null, send: typeof fetch = fetch) {
  return {
    withToken: (next: string) => createClient(address, next, send),
    async call<N extends Name>(name: N, ...[given]: Arguments<N>): Promise<Operations[N]['result']> {
      const { params = {}, query = {}, body, headers = {} } = (given ?? {}) as Loose
      const [method = '', path = ''] = name.split(' ')
      const filled = path.replace(/\\{(\\w+)\\}/g, (_, field: string) => encodeURIComponent(params[field] ?? ''))
      const search = new URLSearchParams(Object.entries(query).map(([field, value]) => [field, String(value)])).toString()
      const isForm = body instanceof FormData
      const response = await send(address + filled + (search && '?' + search), {
        method,
        headers: {
          ...(token === null ? {} : { authorization: 'Bearer ' + token }),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      })
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      if (!response.ok) throw new BankError(response.status, (await response.json()) as never)
      if (response.status === 204) return undefined as never
      return (isJson ? await response.json() : response) as never
    },
  }
}
`
