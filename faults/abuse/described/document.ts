import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { FORMATS, type Schema } from './values.ts'

type Content = Record<string, { schema?: Schema; example?: unknown; examples?: Record<string, unknown> }>
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
  example?: unknown
}
type OperationObject = {
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
  security?: object[]
  'x-rules'?: { field: string; rule: string }[]
}
export type OpenApi = { paths: Record<string, Record<string, OperationObject>> }

/** One call of the document, with the validators of what is sent and received. */
export type Operation = {
  name: string
  method: string
  path: string
  parameters: readonly Parameter[]
  bodyType: string | null
  bodySchema: Schema | null
  bodyRequired: boolean
  isPublic: boolean
  streams: boolean
  acceptsBody: (body: unknown) => boolean
  acceptsParameter: (parameter: Parameter, value: unknown) => boolean
  /** Whether the document names a rule of this field that JSON Schema can’t state. */
  hasRule: (field: string) => boolean
  /** What is wrong with a response; null: nothing. */
  complaint: (response: ReceivedResponse) => string | null
}
export type ReceivedResponse = { status: number; type: string; text: string; json: () => unknown }

/** `*` stands for anything: the position in a list, or the fields of a text that is JSON. */
const rulePattern = (field: string) => new RegExp(`^${field.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)

/** An OpenAPI document, read as a stranger would: nothing here knows the contract. */
export class ApiDocument {
  readonly #document: OpenApi
  readonly #ajv: Ajv2020

  constructor(document: OpenApi) {
    this.#document = document
    // Amounts are decimals, which doubles only approximate.
    this.#ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6, validateSchema: false })
    // CommonJS under Node: the function is the module's default.
    ;(formats as unknown as { default: (target: Ajv2020) => void }).default(this.#ajv)
    for (const format of Object.keys(FORMATS)) if (format !== 'email') this.#ajv.addFormat(format, true)
    this.#ajv.addFormat('email', true)
    this.#ajv.addSchema(document, 'bank')
  }

  resolve = (schema: Schema): Schema => {
    if (!schema.$ref) return schema
    const names = schema.$ref.replace(/^#\//, '').split('/')
    return this.resolve(
      names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], this.#document) as Schema,
    )
  }

  operations(): Operation[] {
    return Object.entries(this.#document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => this.#read(path, method, operation)),
    )
  }

  #validator(pointer: readonly string[]): ValidateFunction {
    const path = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const found = this.#ajv.getSchema(`bank#/${path}`)
    if (!found) throw new Error(`The document has no ${path}`)
    return found
  }

  #read(path: string, method: string, operation: OperationObject): Operation {
    const { requestBody, responses, security = [] } = operation
    const withExample = (schema: Schema, example: unknown): Schema =>
      example === undefined ? schema : { ...this.resolve(schema), examples: [example] }
    const parameters = (operation.parameters ?? []).map((parameter) => ({
      ...parameter,
      schema: withExample(parameter.schema, parameter.example),
    }))
    const at = ['paths', path, method]
    const [[bodyType, body] = []] = Object.entries(requestBody?.content ?? {})
    const name = `${method.toUpperCase()} ${path}`
    return {
      name,
      method: method.toUpperCase(),
      path,
      parameters,
      bodyType: bodyType ?? null,
      bodySchema: body?.schema ? withExample(body.schema, body.example) : null,
      bodyRequired: requestBody?.required === true,
      isPublic: security.length === 0,
      streams: Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content),
      acceptsBody: (value) =>
        this.#validator([...at, 'requestBody', 'content', bodyType ?? '', 'schema'])(value) === true,
      acceptsParameter: (parameter, value) =>
        this.#validator([...at, 'parameters', String(parameters.indexOf(parameter)), 'schema'])(value) === true,
      hasRule: (field) => operation['x-rules']?.some((rule) => rulePattern(rule.field).test(field)) === true,
      complaint: (response) => this.#complaint(at, operation, response),
    }
  }

  #complaint(at: readonly string[], { responses }: OperationObject, response: ReceivedResponse): string | null {
    const { status, type, text } = response
    const described = responses[status]
    if (!described) return `${status} is not described: ${text.slice(0, 200)}`
    if (!described.content) return text === '' ? null : `${status} has a body where none is described`
    const content = described.content[type]
    if (!content) return `${status} with ${type || 'no content type'} is not described`
    if (type !== 'application/json') return null
    const validate = this.#validator([...at, 'responses', String(status), 'content', type, 'schema'])
    const body = response.json()
    if (!validate(body)) return `${status}: ${this.#ajv.errorsText(validate.errors)}: ${text.slice(0, 200)}`
    const { code } = body as { code?: string }
    if (status >= 400 && !(code !== undefined && code in (content.examples ?? {})))
      return `${status} with the code ${code} is not described`
    return null
  }
}
