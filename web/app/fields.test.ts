import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

/** Fields without a text that a browser could store. */
const UNTYPED = ['checkbox', 'radio', 'file']
/** Components that hand all attributes through; their types require `autoComplete`. */
const WRAPPERS = ['shared/ui/forms/field.tsx', 'shared/ui/forms/password-field.tsx']
/** The tokens of the HTML standard that this bank uses. `street-address` is not one: it has several lines. */
const TOKENS = [
  'off',
  'name',
  'email',
  'tel',
  'bday',
  'address-line1',
  'username',
  'username webauthn',
  'current-password',
  'new-password',
  'one-time-code',
]
const KEYPADS: Record<string, string> = { email: 'email', 'username webauthn': 'email', tel: 'tel' }

type Node = { type: string; [key: string]: unknown }
type Field = { file: string; tag: string; attributes: Record<string, unknown> }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The attribute's text; undefined for what is computed. */
function literal(value: unknown): unknown {
  if (!isNode(value)) return true
  return value.type === 'JSXExpressionContainer' ? literal(value.expression) : value.value
}

function fieldsIn(file: string, node: unknown): Field[] {
  if (Array.isArray(node)) return node.flatMap((each) => fieldsIn(file, each))
  if (!isNode(node)) return []
  const inside = Object.values(node).flatMap((each) => fieldsIn(file, each))
  if (node.type !== 'JSXOpeningElement') return inside
  const tag = String((node.name as Node).name ?? '')
  if (!/^(input|textarea|select|\w*Field)$/.test(tag)) return inside
  const attributes = (node.attributes as Node[])
    .filter(({ type }) => type === 'JSXAttribute')
    .map(({ name, value }) => [String((name as Node).name), literal(value)] as const)
  return [{ file, tag, attributes: Object.fromEntries(attributes) }, ...inside]
}

const fields = readdirSync(import.meta.dirname, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) =>
    fieldsIn(file, parseAst(readFileSync(join(import.meta.dirname, file), 'utf8'), { lang: 'tsx' }).body),
  )
const place = ({ file, tag }: Field) => `${file}: ${tag}`

test('each field decides what browsers store and fill in', () => {
  const plain = fields.filter(
    ({ file, tag, attributes }) =>
      /^(input|textarea)$/.test(tag) && !UNTYPED.includes(String(attributes.type)) && !WRAPPERS.includes(file),
  )
  expect(plain.length).toBeGreaterThan(5)
  expect(plain.filter(({ attributes }) => attributes.autoComplete === undefined).map(place)).toEqual([])
})

test('autocomplete has tokens of the standard only, and the keypad fits what is typed', () => {
  const decided = fields.filter(({ attributes }) => typeof attributes.autoComplete === 'string')
  expect(decided.length).toBeGreaterThan(60)
  expect(decided.filter(({ attributes }) => !TOKENS.includes(String(attributes.autoComplete))).map(place)).toEqual([])
  const wrongKeypad = decided.filter(({ attributes: { autoComplete, type, inputMode } }) => {
    const keypad = KEYPADS[String(autoComplete)]
    return keypad
      ? type !== keypad && inputMode !== keypad
      : autoComplete === 'one-time-code' && inputMode !== 'numeric'
  })
  expect(wrongKeypad.map(place)).toEqual([])
})
