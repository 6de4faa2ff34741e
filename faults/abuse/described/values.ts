import fc from 'fast-check'

/** The parts of JSON Schema that the document uses. */
export type Schema = {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  default?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
}

export type ValueSource = {
  resolve: (schema: Schema) => Schema
  /** Ids of the bank, so that some requests are about things that exist. */
  ids: () => readonly string[]
}

const MAX_TEXT = 80
/** Letters of several scripts, beyond the basic plane too, and characters that programs stumble over. */
const LETTERS = [...'aZ09 -_.,;:!?\'"<>&%$#@/\\(){}[]|~^*+=éßñøЖжあ漢字אبْ😀𝒜👩‍👩‍👧']
/** Formats that JSON Schema does not define: a value that fits each. */
export const FORMATS: Record<string, readonly string[]> = {
  iban: ['DE89370400440532013000', 'GB29 NWBK 6016 1331 9268 19', 'fr1420041010050500013m02606'],
  bic: ['COBADEFF', 'COBADEFFXXX', 'nwbkgb2l'],
  email: ['ada@fable.example', 'a@b', 'o.k+1@mail.example'],
}

/** Values that fit the schema. Rules between fields are left to the validator, which sees every value again. */
export function valuesOf(given: Schema, source: ValueSource): fc.Arbitrary<unknown> {
  const schema = source.resolve(given)
  const made = plainValues(schema, source)
  const shown = [...(schema.examples ?? []), ...(schema.default === undefined ? [] : [schema.default])]
  return shown.length > 0 ? fc.oneof({ weight: 2, arbitrary: made }, fc.constantFrom(...shown)) : made
}

function plainValues(schema: Schema, source: ValueSource): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'object' || schema.properties) return objects(schema, source)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf({ ...choice }, source)))
  switch (schema.type) {
    case 'string':
      return texts(schema, source)
    case 'number':
    case 'integer':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, source), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, Math.max(5, schema.minItems ?? 0)),
      })
    default:
      return fc.oneof(fc.boolean(), fc.integer(), fc.string({ maxLength: 20 }), fc.constant(null))
  }
}

function objects(schema: Schema, source: ValueSource): fc.Arbitrary<unknown> {
  const { properties = {}, additionalProperties } = schema
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valuesOf(property, source)]),
  )
  const record = (required: readonly string[], without: readonly string[]) => {
    const fields = Object.fromEntries(Object.entries(values).filter(([name]) => !without.includes(name)))
    return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) }) as fc.Arbitrary<object>
  }
  // Branches that name required fields: each is taken, alone and together with others.
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map((branch) => branch.required ?? [])
  const named = [...new Set(branches.flat())]
  const always = schema.required ?? []
  const known = fc.oneof(
    record(always, []),
    ...branches.map((branch) =>
      record(
        [...always, ...branch],
        named.filter((name) => !branch.includes(name) && !always.includes(name)),
      ),
    ),
  )
  if (additionalProperties === false || additionalProperties === undefined) return known
  const extra = additionalProperties === true ? {} : additionalProperties
  return fc
    .tuple(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), valuesOf(extra, source), { maxKeys: 2 }), known)
    .map(([more, fields]) => ({ ...more, ...fields }))
}

function numbers({ type, minimum, maximum, exclusiveMinimum, multipleOf }: Schema): fc.Arbitrary<number> {
  const step = multipleOf ?? (type === 'integer' ? 1 : 0.01)
  const decimals = Math.max(0, Math.round(-Math.log10(step)))
  const least = Math.ceil((minimum ?? exclusiveMinimum ?? -1_000) / step - 1e-6)
  const most = Math.floor((maximum ?? 1_000_000) / step + 1e-6)
  const toNumber = (count: number) => Number((count * step).toFixed(decimals))
  const small = fc.integer({ min: least, max: Math.min(most, Math.max(least, Math.round(200 / step))) })
  return fc
    .oneof({ weight: 3, arbitrary: small }, fc.integer({ min: least, max: most }), fc.constantFrom(least, most))
    .map(toNumber)
}

function texts(schema: Schema, { ids }: ValueSource): fc.Arbitrary<string> {
  const { format = '', pattern, minLength = 0, maxLength = 4_000 } = schema
  if (format === 'uuid') return fc.oneof(knownIds(ids), fc.uuid())
  const samples = FORMATS[format]
  if (samples) return fc.constantFrom(...samples, ...(minLength === 0 ? [''] : []))
  if (format === 'date') return days()
  if (format === 'date-time') return days().chain((day) => fc.constantFrom(`${day}T00:00:00Z`, `${day}T23:59:59.999Z`))
  const short = Math.min(maxLength, Math.max(MAX_TEXT, minLength))
  const words = (size: fc.ArrayConstraints) =>
    fc.array(fc.constantFrom(...LETTERS), size).map((letters) => letters.join(''))
  const free = fc.oneof(
    { weight: 6, arbitrary: words({ minLength, maxLength: short }) },
    {
      weight: 1,
      arbitrary: words({
        minLength: maxLength > 500 ? short : maxLength,
        maxLength: maxLength > 500 ? short : maxLength,
      }),
    },
  )
  const matching = pattern === undefined ? null : matches(pattern)
  return matching ? fc.oneof({ weight: 4, arbitrary: matching }, free) : free
}

/** Reads the ids when a value is made, so that the arbitraries of an operation are made once. */
const knownIds = (ids: ValueSource['ids']) =>
  fc.nat(1_000_000).map((number) => ids()[number % Math.max(1, ids().length)] ?? '00000000-0000-7000-8000-000000000000')

const DAY_MS = 86_400_000
const days = () =>
  fc
    .oneof({ weight: 3, arbitrary: fc.integer({ min: -800, max: 800 }) }, fc.integer({ min: -25_000, max: 300_000 }))
    .map((offset) => new Date(Date.UTC(2026, 10, 16) + offset * DAY_MS).toISOString().slice(0, 10))

const known = new Map<string, fc.Arbitrary<string> | null>()

/** Null for the few patterns that can't be read backwards: their texts are found by trying. */
function matches(pattern: string): fc.Arbitrary<string> | null {
  const found = known.get(pattern)
  if (found !== undefined) return found
  const made = readBackwards(pattern)
  known.set(pattern, made)
  return made
}

function readBackwards(pattern: string): fc.Arbitrary<string> | null {
  try {
    const values = fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
    fc.sample(values, { seed: 1, numRuns: 1 })
    return values
  } catch {
    return null
  }
}
