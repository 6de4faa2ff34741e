import { Refusal } from '../runtime/refusal.ts'

const MAX_DEPTH = 32
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * JSON.parse keeps the last of two equal keys and rounds numbers it can't hold, both silently. In a bank the reader and
 * the writer of a request must mean the same thing, so both are refused here, as are `__proto__` and deep nesting.
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

const malformed = (message: string) => new Refusal('malformed', { message })

const [QUOTE, BACKSLASH, COLON, MINUS, ZERO, NINE] = [0x22, 0x5c, 0x3a, 0x2d, 0x30, 0x39]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
const NUMBER = /[\d.eE+-]*/y

/** Walks through a text that JSON.parse has accepted, so the grammar needs no second check. By hand: every call pays it. */
function inspect(text: string): void {
  const open: (Set<string> | null)[] = []
  let key = ''
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfText(text, at)
      key = text.slice(at, end + 1)
      at = end
    } else if (code === COLON) noteKey(open.at(-1), key)
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      open.push(code === OPEN_BRACE ? new Set() : null)
      if (open.length > MAX_DEPTH) throw malformed('The body is nested too deeply.')
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) open.pop()
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at
      const [number = ''] = NUMBER.exec(text) ?? []
      requireExact(number)
      at += number.length - 1
    }
  }
}

/** Of the quote that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

function noteKey(keys: Set<string> | null | undefined, source: string): void {
  const key = source.includes('\\') ? (JSON.parse(source) as string) : source.slice(1, -1)
  if (key === '__proto__') throw malformed('"__proto__" is not a field.')
  if (keys?.has(key)) throw malformed(`The field "${key.slice(0, 100)}" appears twice.`)
  keys?.add(key)
}

/** `10.10000000000000000001` reads as 10.1: the digits that were lost could have been the third decimal. */
function requireExact(source: string): void {
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
