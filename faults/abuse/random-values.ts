import type { SeededRandom } from '#server/demo/seeded-random.ts'

/** Makes a random value that is always invalid for its field, as JSON text, because some can't be expressed otherwise. */
type BadValue = (random: SeededRandom) => string

const quoted = (text: string) => JSON.stringify(text)
const DIGITS = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '०१२३४५६७८९', '０１２３４５６７８９', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗']
/** Control characters, direction overrides and lone surrogates, which no text may contain. */
const FORBIDDEN_CHARACTERS = [
  '\\u0000',
  '\\u0001',
  '\\u0007',
  '\\u001b',
  '\\u007f',
  '\\u0085',
  '\\u202e',
  '\\u2066',
  '\\ud800',
  '\\udc00',
]

function word(random: SeededRandom, least = 1, most = 12): string {
  const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-_\'";<>&{}()*%$#@!/\\|=+éß漢🙂'
  const all = [...characters]
  return Array.from({ length: random.between(least, most) }, () => random.pick(all)).join('')
}

const digits = (random: SeededRandom, count: number, alphabet = DIGITS[0] ?? '') =>
  Array.from({ length: count }, () => random.pick([...alphabet])).join('')

const notOfLength = (random: SeededRandom, right: number) => {
  const length = random.between(1, 12)
  return length === right ? right + 1 : length
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Invalid for every field of the contract, also one that may be null. */
const NEVER_OR_NULL: readonly BadValue[] = [
  (random) => `[${random.between(-9, 9)}]`,
  (random) => `[${quoted(word(random))}]`,
  (random) => `{${quoted(word(random))}:${random.between(0, 9)}}`,
  (random) => `{"$${random.pick(['gt', 'ne', 'where', 'regex'])}":${quoted(word(random))}}`,
  (random) => nested(random.between(1, 60)),
  (random) => `{"__proto__":{"role":${quoted(word(random))}}}`,
  (random) => `1e${random.between(309, 99_999)}`,
  (random) => `-${digits(random, random.between(20, 60))}`,
]
const NEVER: readonly BadValue[] = [() => 'null', ...NEVER_OR_NULL]

const TEXT_TYPES: readonly BadValue[] = [
  ...NEVER,
  (random) => String(random.between(-1_000_000, 1_000_000)),
  (random) => random.pick(['true', 'false']),
]
/** Longer than any text field allows, and shorter than the body limit. */
const tooLong: BadValue = (random) => quoted('x'.repeat(random.between(5_000, 20_000)))
const TEXT: readonly BadValue[] = [
  ...TEXT_TYPES,
  tooLong,
  (random) =>
    `"a${word(random).replaceAll(/[\\"]/g, '')}${random.pick(FORBIDDEN_CHARACTERS)}${word(random).replaceAll(/[\\"]/g, '')}z"`,
]

const AMOUNT: readonly BadValue[] = [
  ...NEVER,
  (random) => quoted(String(random.between(1, 100))),
  (random) => random.pick(['true', 'false', '0', '-0', '0.0', '0e5', '-0.01']),
  (random) => `-${random.between(1, 1_000_000)}.${digits(random, 2)}`,
  (random) => `${random.between(0, 1_000)}.${digits(random, random.between(2, 12))}${random.between(1, 9)}`,
  (random) => `${random.between(1, 9)}e-${random.between(3, 300)}`,
  (random) => `${random.between(1, 9)}${digits(random, random.between(10, 30))}`,
  (random) => `${random.between(1, 9)}e${random.between(10, 300)}`,
  (random) => quoted(`${random.pick(['$', '€', '+', '0x'])}${random.between(1, 99)}`),
  (random) => quoted(`${random.between(1, 9)},${digits(random, 3)}`),
  (random) => quoted(digits(random, 3, random.pick(DIGITS.slice(1)))),
]

const secretOf = (length: number): readonly BadValue[] => [
  ...TEXT,
  (random) => quoted(digits(random, notOfLength(random, length))),
  (random) => quoted(digits(random, length, random.pick(DIGITS.slice(1)))),
  (random) => quoted(`${digits(random, length - 1)}${random.pick([' ', 'a', '-', '.', 'O', '\n', '\t'])}`),
  (random) => quoted(`${random.pick([' ', '+', '-', "'", '%'])}${digits(random, length)}`),
]

const DATE: readonly BadValue[] = [
  ...TEXT,
  (random) => quoted(word(random)),
  (random) => quoted(`${random.between(1950, 2020)}-${random.pick(['00', '13', '2', '99'])}-${digits(random, 2)}`),
  (random) => quoted(`${random.between(1950, 2020)}-02-${random.between(30, 99)}`),
  (random) => quoted(`${random.between(3_000, 9_999)}-01-01`),
  (random) => quoted(`+${digits(random, 6)}-01-01T00:00:00.000Z`),
  (random) => quoted(`0${digits(random, 3)}-01-01`),
]

const EMAIL: readonly BadValue[] = [
  ...TEXT,
  (random) => quoted(word(random).replaceAll('@', '')),
  (random) => quoted(`${digits(random, 3)}@${digits(random, 3)}@${digits(random, 2)}`),
  (random) => `"a${digits(random, 2)}@b\\r\\nBcc: c${digits(random, 3)}@d.example"`,
  (random) => quoted(`${'a'.repeat(random.between(255, 900))}@b.example`),
  (random) => quoted(`<${digits(random, 3)}@b.example>`),
]

/** Enumerations, whose values never end with digits. */
const CHOICE: readonly BadValue[] = [...TEXT, (random) => quoted(`x${word(random)}${digits(random, 2)}`)]
const ID: readonly BadValue[] = [
  ...TEXT,
  (random) => quoted(`../${word(random)}`),
  (random) => quoted(`' or ${random.between(1, 9)}=${random.between(1, 9)} --`),
  (random) => quoted(digits(random, 8)),
]
const RATE: readonly BadValue[] = [
  ...NEVER,
  (random) => random.pick(['true', 'false', '0', '-0', '"0"', '"-1"']),
  (random) => quoted('9'.repeat(random.between(16, 60))),
  (random) => quoted(`0.${'0'.repeat(random.between(18, 40))}1`),
  (random) => quoted(`${random.between(1, 9)}e-${random.between(1, 9)}`),
  (random) => `-${random.between(1, 99)}.${digits(random, 3)}1`,
  (random) => quoted(`0x${digits(random, 2)}`),
]
const SWITCH: readonly BadValue[] = [
  ...NEVER,
  (random) => quoted(word(random)),
  (random) => String(random.between(0, 9)),
]

/** A number from 0. */
const COLUMN: readonly BadValue[] = [
  ...NEVER,
  (random) => `-${random.between(1, 99)}`,
  (random) => `${random.between(0, 9)}.${random.between(1, 9)}`,
  (random) => quoted(digits(random, 1)),
]

const BY_NAME: Record<string, readonly BadValue[]> = {
  amount: AMOUNT,
  // Null: there is none.
  daily: NEVER_OR_NULL,
  until: NEVER_OR_NULL,
  goal: NEVER_OR_NULL,
  category: NEVER_OR_NULL,
  assignedTo: NEVER_OR_NULL,
  // Any object: browsers add members.
  clientExtensionResults: [() => 'null', (random) => quoted(word(random)), (random) => `[${random.between(0, 9)}]`],
  column: COLUMN,
  list: [
    () => 'null',
    (random) => quoted(word(random)),
    (random) => `{${quoted(word(random))}:${random.between(0, 9)}}`,
  ],
  pin: secretOf(4),
  code: secretOf(5),
  dob: DATE,
  createdAt: DATE,
  expireDate: DATE,
  email: EMAIL,
  gender: CHOICE,
  role: CHOICE,
  status: CHOICE,
  method: CHOICE,
  receiver: CHOICE,
  receipt: ID,
  image: ID,
  attachment: ID,
  userId: ID,
  transactionId: ID,
  _id: ID,
  upTo: CHOICE,
  rate: RATE,
  terms: [...SWITCH, () => 'false'],
  // Passwords are hashed, so any characters are allowed.
  password: [...TEXT_TYPES, tooLong],
  newPassword: [...TEXT_TYPES, tooLong],
}

export function randomBadValue(random: SeededRandom, field: string, good: unknown): string {
  const values = BY_NAME[field] ?? (typeof good === 'boolean' ? SWITCH : typeof good === 'number' ? AMOUNT : TEXT)
  return random.pick(values)(random)
}

const PAGING: Record<string, readonly BadValue[]> = {
  limit: [
    (random) => `-${random.between(1, 99)}`,
    (random) => `${random.between(1, 9)};--`,
    (random) => digits(random, 6),
    () => '0',
  ],
  page: [
    (random) => `-${random.between(1, 99)}`,
    (random) => `${random.between(1, 9)}.5`,
    () => '0',
    (random) => `9${digits(random, 12)}`,
  ],
}
const NEVER_TEXT = [
  (random: SeededRandom) => `x\u0000${digits(random, 3)}`,
  (random: SeededRandom) => 'y'.repeat(random.between(1_100, 3_000)),
]
const NOT_A_KEYWORD = [
  (random: SeededRandom) => `' or ${random.between(1, 99)}`,
  (random: SeededRandom) => `../${digits(random, 3)}`,
  (random: SeededRandom) => `x${word(random)}`,
]

/** Unescaped. For a free-text search only text that can't be stored is invalid. */
export function randomBadQuery(random: SeededRandom, name: string, isFreeText: boolean): string {
  return random.pick(PAGING[name] ?? (isFreeText ? NEVER_TEXT : [...NEVER_TEXT, ...NOT_A_KEYWORD]))(random)
}
