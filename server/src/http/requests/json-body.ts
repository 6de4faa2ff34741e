import { ZodType } from 'zod'
import { Refusal } from '../../platform/runtime/refusal.ts'

const MAX_DEPTH = 32
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * JSON.parse silently takes the last of two equal keys and rounds numbers that a double can't hold. A bank must not guess
 * what a request means, so both are refused, as are `__proto__` and deep nesting. See decision 055.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw malformed('The body is not UTF-8.')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('The body is not JSON.')
  }
  inspect(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('The body must be a JSON object.')
  return value
}

/** The endpoint takes no body, or one that may be left out: Fastify hands that on as null. */
export const mayBeAbsent = (schema: unknown): boolean =>
  schema === undefined || (schema instanceof ZodType && schema.safeParse(null).success)

const malformed = (message: string) => new Refusal('malformed', { message })

/** Strings (a colon after one makes it a key), brackets and numbers of a text that JSON.parse has accepted. */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]|-?\d[\d.eE+-]*/g

function inspect(text: string): void {
  const scopes: Set<string>[] = []
  for (const [token, string, colon] of text.matchAll(TOKENS)) {
    if (string) {
      if (colon) requireNewKey(JSON.parse(string), scopes.at(-1))
    } else if (token === '{' || token === '[') {
      if (scopes.push(new Set()) > MAX_DEPTH) throw malformed('The body is nested too deeply.')
    } else if (token === '}' || token === ']') scopes.pop()
    else requireExactNumber(token)
  }
}

function requireNewKey(key: string, keys: Set<string> | undefined): void {
  if (key === '__proto__') throw malformed('"__proto__" is not a field.')
  if (keys?.has(key)) throw malformed(`The field "${key.slice(0, 100)}" appears twice.`)
  keys?.add(key)
}

/** `10.10000000000000000001` becomes 10.1: the lost digits could have been the third decimal. */
function requireExactNumber(source: string): void {
  const value = Number(source)
  if (source === String(value)) return
  if (digits(source) !== digits(String(value)))
    throw malformed(`The number ${source.slice(0, 40)} can’t be read exactly.`)
}

/** Sign, significant digits and exponent, whatever the spelling: `1.50`, `15e-1` and `1.5` are the same number. */
function digits(source: string): string {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace(/^-/, '').split('.')
  const significant = (whole + fraction).replace(/^0+/, '')
  const trimmed = significant.replace(/0+$/, '')
  const scale = Number(exponent) - fraction.length + (significant.length - trimmed.length)
  const sign = mantissa.startsWith('-') ? '-' : ''
  return trimmed === '' ? '0' : `${sign}${trimmed}e${scale}`
}
