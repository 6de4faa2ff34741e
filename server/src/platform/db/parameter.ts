import { array, type Element, isoOf, toBuffer } from './arrays.ts'

/** Objects are excluded: a json column takes its text. */
export type Value = Element | readonly Element[]
/** As the driver sends it: text, or bytes as they are. */
export type Parameter = string | Buffer | null

export function toParameter(value: Value | undefined): Parameter {
  if (value === undefined) throw new TypeError('A parameter of a statement is undefined. For NULL, pass null.')
  if (typeof value === 'string' || value === null || value instanceof Buffer) return value
  if (value instanceof Date) return isoOf(value)
  if (value instanceof Uint8Array) return toBuffer(value)
  if (Array.isArray(value)) return array(value)
  if (typeof value === 'object')
    throw new TypeError('A parameter of a statement is an object. For json, pass its text.')
  return String(value)
}
