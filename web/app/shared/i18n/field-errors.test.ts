import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readApiText } from './api-texts.ts'

const ROOT = new URL('../../../../', import.meta.url)
const readTexts = (area: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`catalogues/${area}/de.json`, ROOT), 'utf8'))
const CUSTOMER_TEXTS = { ...readTexts('public'), ...readTexts('bank') }
const STAFF_TEXTS = { ...CUSTOMER_TEXTS, ...readTexts('office') }

/** How messages begin about what no page sends: ids, choices and combinations that its own code makes. */
const ONLY_FROM_PROGRAMS = [
  'Challenge is required.',
  'Token is required.',
  'A heading is required.',
  'Token can have at most 500 characters.',
  'Token has characters that can’t be stored.',
  'A heading can have at most 200 characters.',
  'A heading has characters that can’t be stored.',
  'A crypto deposit names its currency, and no other does.',
  'A passkey needs its challenge.',
  'An event is one of ',
  'An expected value can have at most 1,000 characters.',
  'An expected value is text.',
  'Canned replies are a list.',
  'Choose active, paused or ended.',
  'Choose male, female or others.',
  'Choose once, week or month.',
  'Choose one of the categories.',
  'Choose open or solved.',
  'Each document is another upload.',
  'Enter a date (YYYY-MM-DD) or a time with its zone.',
  'Give _id or upTo.',
  'Give a code, a recovery code or a passkey.',
  'Give a password, a code or a passkey.',
  'Give assignedTo or state.',
  'Name each event once.',
  'Not a file of yours.',
  'Not a notification.',
  'Not a valid id.',
  'Not base64url.',
  'Nothing to change.',
  'On is true, off is false.',
  'Only a key that transfers has a daily maximum.',
  'Only a savings account has a goal.',
  'Password must be text.',
  'Query can have at most 2,000 characters.',
  'Say whether it is paused: true or false.',
  'Say whether it is shared: true or false.',
  'Say which submission you reviewed, or which name it asks for.',
  'Send a PIN or an authorisation, not both.',
  'Only a key that transfers is approved with a passkey.',
  'Only a key that transfers is approved with a PIN or a passkey.',
  'Send a message, a PIN, an authorisation or a code with an amount only.',
  'Send a status or an amount.',
  'Send a transaction, a person or the line that was returned.',
  'Send one account.',
  'Send one to 6 documents.',
  'The decision is approve or reject.',
  'The endpoint is an https address of at most 1,000 characters.',
  'The ground is requested or expired.',
  'The imageUrl is the one of an upload.',
  'The keys are those of the browser’s subscription, in base64url.',
  'The kind is identity or address.',
  'The list is one of ',
  'The method is bank or crypto.',
  'The preview names the account and the day. Send it alone.',
  'The receipt is the imageUrl of an upload.',
  'The receiver is Admin or the id of a person.',
  'The role is User, Support, Teller, Auditor or Admin.',
  'The status is Active, Pending, Frozen or Closed.',
  'The subject is a person or a transaction.',
  'The type is one of ',
  'There is no such account.',
  'These are not filters of this list.',
  'This is another account than ',
  'This is not JSON.',
  'This is not a public key of a browser.',
  'This is not an id.',
  'This is true or false.',
  'Unknown field.',
]
const isFromProgram = (message: string) => ONLY_FROM_PROGRAMS.some((start) => message.startsWith(start))

type Schema = { _zod?: { def: Record<string, unknown> & { error?: (issue: object) => unknown; checks?: Schema[] } } }
type Endpoint = { method: string; path: string; policy: string; body?: Schema }
const INNER = [
  'shape',
  'element',
  'innerType',
  'in',
  'out',
  'options',
  'items',
  'left',
  'right',
  'keyType',
  'valueType',
]

/** The messages of a schema and of everything in it, for a value that is missing or that a check refuses. */
function messagesOf(schema: Schema, seen = new Set<Schema>()): string[] {
  const def = schema?._zod?.def
  if (!def || seen.has(schema)) return []
  seen.add(schema)
  const own = [schema, ...(def.checks ?? [])].flatMap((part) => {
    const message = part._zod?.def.error?.({ code: 'custom', input: undefined, origin: 'string' })
    return typeof message === 'string' ? [message] : []
  })
  const inner = INNER.flatMap((name) => {
    const value = def[name]
    return value && typeof value === 'object' && !('_zod' in value) ? Object.values(value) : [value]
  })
  return [...own, ...inner.flatMap((one) => messagesOf(one as Schema, seen))]
}

const isTranslated = (text: string, texts: Record<string, string>): boolean => {
  if (texts[text]) return true
  const found = readApiText(text)
  return found !== null && (found.values.field === undefined || Boolean(texts[found.values.field]))
}

const endpoints = Object.values(
  import.meta.glob<Record<string, unknown>>(
    ['../../../../contract/src/**/*.ts', '!../../../../contract/src/**/*.test.ts'],
    {
      eager: true,
    },
  ),
)
  .flatMap((module) => Object.values(module) as Endpoint[])
  .filter((value) => typeof value?.policy === 'string' && typeof value.path === 'string')

function readSources(folder: string): string[] {
  const files = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
  return files
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(new URL(folder + path, ROOT), 'utf8'))
}

test('every message about a field that a page sends is in the catalogues, with the name of the field', () => {
  const found = endpoints.flatMap((endpoint) => {
    const texts = ['public', 'signedIn'].includes(endpoint.policy) ? CUSTOMER_TEXTS : STAFF_TEXTS
    const messages = endpoint.body ? messagesOf(endpoint.body) : []
    return messages.map((message) => ({ endpoint, message, isKnown: isTranslated(message, texts) }))
  })
  expect(new Set(found.map(({ message }) => message)).size).toBeGreaterThan(60)
  const missing = found.filter(({ message, isKnown }) => !isKnown && !isFromProgram(message))
  expect([
    ...new Set(missing.map(({ endpoint, message }) => `${message}  (${endpoint.method} ${endpoint.path})`)),
  ]).toEqual([])
})

test('so is every message about a field that the server writes itself', () => {
  const server = readSources('server/src/')
  const values = new Map(
    [...server, ...readSources('contract/src/')].flatMap((source) =>
      [...source.matchAll(/const ([A-Z_]+) =\s*(?:msg\(\s*)?'([^']+)'/g)].map(([, name = '', text = '']) => [
        name,
        text,
      ]),
    ),
  )
  const messages = server.flatMap((source) =>
    [...source.matchAll(/invalidField\(\s*[^,]+,\s*(?:'([^']+)'|([A-Z_]+)\b)/g)].map(
      ([, message, name = '']) => message ?? values.get(name) ?? `${name} has no text.`,
    ),
  )
  expect(messages.length).toBeGreaterThan(10)
  const missing = messages.filter((message) => !isTranslated(message, STAFF_TEXTS) && !isFromProgram(message))
  expect([...new Set(missing)]).toEqual([])
})
