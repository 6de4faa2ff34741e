import type { Dice } from '#server/demo/seeded-random.ts'

/** Makes a random value that is always invalid for its field, as JSON text, because some can't be expressed otherwise. */
type BadValue = (dice: Dice) => string

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

function word(dice: Dice, least = 1, most = 12): string {
  const characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-_\'";<>&{}()*%$#@!/\\|=+éß漢🙂'
  const all = [...characters]
  return Array.from({ length: dice.between(least, most) }, () => dice.pick(all)).join('')
}

const digits = (dice: Dice, count: number, alphabet = DIGITS[0] ?? '') =>
  Array.from({ length: count }, () => dice.pick([...alphabet])).join('')

const notOfLength = (dice: Dice, right: number) => {
  const length = dice.between(1, 12)
  return length === right ? right + 1 : length
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Invalid for every field of the contract. */
const NEVER: readonly BadValue[] = [
  () => 'null',
  (dice) => `[${dice.between(-9, 9)}]`,
  (dice) => `[${quoted(word(dice))}]`,
  (dice) => `{${quoted(word(dice))}:${dice.between(0, 9)}}`,
  (dice) => `{"$${dice.pick(['gt', 'ne', 'where', 'regex'])}":${quoted(word(dice))}}`,
  (dice) => nested(dice.between(1, 60)),
  (dice) => `{"__proto__":{"role":${quoted(word(dice))}}}`,
  (dice) => `1e${dice.between(309, 99_999)}`,
  (dice) => `-${digits(dice, dice.between(20, 60))}`,
]

const TEXT_TYPES: readonly BadValue[] = [
  ...NEVER,
  (dice) => String(dice.between(-1_000_000, 1_000_000)),
  (dice) => dice.pick(['true', 'false']),
]
/** Longer than any text field allows, and shorter than the body limit. */
const tooLong: BadValue = (dice) => quoted('x'.repeat(dice.between(5_000, 20_000)))
const TEXT: readonly BadValue[] = [
  ...TEXT_TYPES,
  tooLong,
  (dice) =>
    `"a${word(dice).replaceAll(/[\\"]/g, '')}${dice.pick(FORBIDDEN_CHARACTERS)}${word(dice).replaceAll(/[\\"]/g, '')}z"`,
]

const AMOUNT: readonly BadValue[] = [
  ...NEVER,
  (dice) => quoted(String(dice.between(1, 100))),
  (dice) => dice.pick(['true', 'false', '0', '-0', '0.0', '0e5', '-0.01']),
  (dice) => `-${dice.between(1, 1_000_000)}.${digits(dice, 2)}`,
  (dice) => `${dice.between(0, 1_000)}.${digits(dice, dice.between(2, 12))}${dice.between(1, 9)}`,
  (dice) => `${dice.between(1, 9)}e-${dice.between(3, 300)}`,
  (dice) => `${dice.between(1, 9)}${digits(dice, dice.between(10, 30))}`,
  (dice) => `${dice.between(1, 9)}e${dice.between(10, 300)}`,
  (dice) => quoted(`${dice.pick(['$', '€', '+', '0x'])}${dice.between(1, 99)}`),
  (dice) => quoted(`${dice.between(1, 9)},${digits(dice, 3)}`),
  (dice) => quoted(digits(dice, 3, dice.pick(DIGITS.slice(1)))),
]

const secretOf = (length: number): readonly BadValue[] => [
  ...TEXT,
  (dice) => quoted(digits(dice, notOfLength(dice, length))),
  (dice) => quoted(digits(dice, length, dice.pick(DIGITS.slice(1)))),
  (dice) => quoted(`${digits(dice, length - 1)}${dice.pick([' ', 'a', '-', '.', 'O', '\n', '\t'])}`),
  (dice) => quoted(`${dice.pick([' ', '+', '-', "'", '%'])}${digits(dice, length)}`),
]

const DATE: readonly BadValue[] = [
  ...TEXT,
  (dice) => quoted(word(dice)),
  (dice) => quoted(`${dice.between(1950, 2020)}-${dice.pick(['00', '13', '2', '99'])}-${digits(dice, 2)}`),
  (dice) => quoted(`${dice.between(1950, 2020)}-02-${dice.between(30, 99)}`),
  (dice) => quoted(`${dice.between(3_000, 9_999)}-01-01`),
  (dice) => quoted(`+${digits(dice, 6)}-01-01T00:00:00.000Z`),
  (dice) => quoted(`0${digits(dice, 3)}-01-01`),
]

const EMAIL: readonly BadValue[] = [
  ...TEXT,
  (dice) => quoted(word(dice).replaceAll('@', '')),
  (dice) => quoted(`${digits(dice, 3)}@${digits(dice, 3)}@${digits(dice, 2)}`),
  (dice) => `"a${digits(dice, 2)}@b\\r\\nBcc: c${digits(dice, 3)}@d.example"`,
  (dice) => quoted(`${'a'.repeat(dice.between(255, 900))}@b.example`),
  (dice) => quoted(`<${digits(dice, 3)}@b.example>`),
]

/** Enumerations, whose values never end with digits. */
const CHOICE: readonly BadValue[] = [...TEXT, (dice) => quoted(`x${word(dice)}${digits(dice, 2)}`)]
const ID: readonly BadValue[] = [
  ...TEXT,
  (dice) => quoted(`../${word(dice)}`),
  (dice) => quoted(`' or ${dice.between(1, 9)}=${dice.between(1, 9)} --`),
  (dice) => quoted(digits(dice, 8)),
]
const RATE: readonly BadValue[] = [
  ...NEVER,
  (dice) => dice.pick(['true', 'false', '0', '-0', '"0"', '"-1"']),
  (dice) => quoted('9'.repeat(dice.between(16, 60))),
  (dice) => quoted(`0.${'0'.repeat(dice.between(18, 40))}1`),
  (dice) => quoted(`${dice.between(1, 9)}e-${dice.between(1, 9)}`),
  (dice) => `-${dice.between(1, 99)}.${digits(dice, 3)}1`,
  (dice) => quoted(`0x${digits(dice, 2)}`),
]
const SWITCH: readonly BadValue[] = [...NEVER, (dice) => quoted(word(dice)), (dice) => String(dice.between(0, 9))]

const BY_NAME: Record<string, readonly BadValue[]> = {
  amount: AMOUNT,
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

export function randomBadValue(dice: Dice, field: string, good: unknown): string {
  const values = BY_NAME[field] ?? (typeof good === 'boolean' ? SWITCH : typeof good === 'number' ? AMOUNT : TEXT)
  return dice.pick(values)(dice)
}

const PAGING: Record<string, readonly BadValue[]> = {
  limit: [
    (dice) => `-${dice.between(1, 99)}`,
    (dice) => `${dice.between(1, 9)};--`,
    (dice) => digits(dice, 6),
    () => '0',
  ],
  page: [
    (dice) => `-${dice.between(1, 99)}`,
    (dice) => `${dice.between(1, 9)}.5`,
    () => '0',
    (dice) => `9${digits(dice, 12)}`,
  ],
}
const NEVER_TEXT = [(dice: Dice) => `x\u0000${digits(dice, 3)}`, (dice: Dice) => 'y'.repeat(dice.between(1_100, 3_000))]
const NOT_A_KEYWORD = [
  (dice: Dice) => `' or ${dice.between(1, 99)}`,
  (dice: Dice) => `../${digits(dice, 3)}`,
  (dice: Dice) => `x${word(dice)}`,
]

/** Unescaped. For a free-text search only text that can't be stored is invalid. */
export function randomBadQuery(dice: Dice, name: string, isFreeText: boolean): string {
  return dice.pick(PAGING[name] ?? (isFreeText ? NEVER_TEXT : [...NEVER_TEXT, ...NOT_A_KEYWORD]))(dice)
}
