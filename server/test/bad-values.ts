/**
 * Bad values by field, and all ways to put one into a body. Used by tests through `inject` and by the abuse campaign over
 * the network.
 */

/** JSON text: some of these values have no other notation. */
const BAD_VALUES = ['null', '[5]', '{"a":1}', '[]', '[[]]', '{}', '1e309']
const BAD_TEXTS = [...BAD_VALUES, 'true', '10', '0', '-1']
const UNSTORABLE_TEXTS = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\u202eevil"', `"${'x'.repeat(100_000)}"`]

export const BAD_VALUES_BY_FIELD: Record<string, string[]> = {
  email: ['"no address"', '"a@b\\r\\nBcc: c@d"', `"${'a'.repeat(250)}@b.example"`, '"<a@b>"', '"a@b@c"'],
  pin: ['"12345"', '"123"', '"12 4"', '"１２３４"', '""', '"12a4"', '"-123"', '"0x1F"'],
  code: ['"123456"', '"12 45"', '"１２３４５"', '"12a45"'],
  dob: [
    '"2023-02-29"',
    '"0000-01-01"',
    '"9999-12-31"',
    '"+275760-09-13"',
    '"01/02/1990"',
    '"2999-01-01"',
    '"1990-1-1"',
  ],
  createdAt: ['"2023-02-29"', '"9999-12-31"', '"+275760-09-13T00:00:00.000Z"', '"1999-12-31"', '"yesterday"'],
  expireDate: ['"2023-02-29"', '"2001-01-01"', '"+275760-09-13"', '"tomorrow"', '""'],
  gender: ['"Male"', '"other"', '"x"'],
  role: ['"admin"', '"Root"', '""'],
  status: ['"ACTIVE"', '"Blocked"', '""'],
  method: ['"cash"', '"BANK"', '""'],
  daily: ['-1', '0.001', '1e20', 'true'],
  rate: ['0', '-1', '"0"', '"-1"', `"${'9'.repeat(40)}"`, '"1e-3"', '"0.0000000000000000001"', '"0x10"', 'true'],
  userId: ['"../"', '"00000000"', '"\' or 1=1 --"'],
  transactionId: ['"../"', '"00000000"', '"*"'],
  receiver: ['"admin"', '""', '"../"'],
  page: ['-1', '0', '1e9', '1;--', '1.5', 'NaN', ''],
  limit: ['-1', '0', '1e9', '101000', '1;--', '1.5', ''],
  cursor: ['x', "' or 1=1", '../', '%00'],
  from: ['2023-02-29', '0000-00-00', '9999-99-99', 'now()', 'x'],
  to: ['2023-02-29', '0000-00-00', '9999-99-99', 'now()', 'x'],
  type: ['deposit', 'x', ''],
}

export type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

/** All bodies with one bad value in one field, as JSON text. */
export function* bodiesWithBadValue(value: Json, field = ''): Generator<string> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (field) yield* ['null', 'true', '"text"', '[5]', '7']
    if (!LOOSE.includes(field))
      for (const [name, raw] of Object.entries(UNKNOWN_FIELDS)) if (!(name in value)) yield withRaw(value, name, raw)
    for (const [key, inner] of Object.entries(value))
      for (const bad of bodiesWithBadValue(inner, key)) yield withRaw(value, key, bad)
    return
  }
  if (Array.isArray(value)) {
    yield* ['null', 'true', '"text"', '{}', '7', '[null]', '[[]]']
    const [first] = value
    if (first !== undefined) for (const bad of bodiesWithBadValue(first, field)) yield `[${bad}]`
    return
  }
  // A password is never stored as text, so any text may be one.
  const texts = /password/i.test(field) ? BAD_TEXTS : [...BAD_TEXTS, ...UNSTORABLE_TEXTS]
  const bad = typeof value === 'string' ? texts : [...BAD_VALUES, '"text"', '""']
  yield* [...bad, ...(BAD_VALUES_BY_FIELD[field] ?? [])].filter((raw) => !isValid(field, raw))
}

export function withRaw(value: Record<string, Json>, key: string, raw: string): string {
  const others = Object.entries(value).filter(([name]) => name !== key)
  return `{${[...others.map(([name, inner]) => `${JSON.stringify(name)}:${JSON.stringify(inner)}`), `${JSON.stringify(key)}:${raw}`].join(',')}}`
}

/** Fields that no body has: the server computes all but the first. */
export const UNKNOWN_FIELDS = {
  surprise: '1',
  balance: '1',
  flags: '["large"]',
  decidedBy: '"me"',
  proposedBy: 'null',
  reversedBy: 'null',
  returns: 'null',
  returnedBy: 'null',
}
/** WebAuthn messages, to which browsers add members. */
const LOOSE = ['response', 'clientExtensionResults']
/** Null means that there is none. */
const NULLABLE = ['daily', 'until', 'goal', 'category', 'assignedTo']

/** Some of the values above are valid here: a rate may be a number, and an optional field may be empty. */
const isValid = (field: string, raw: string) =>
  (field === 'rate' && raw === '10') ||
  (raw === 'null' && NULLABLE.includes(field)) ||
  (raw === '""' && !['amount', 'terms', 'pin', 'expireDate', 'role', 'status', 'method', 'receiver'].includes(field))

/** Calls that accept any text as an email on purpose: they must not reveal whether it is known. */
export const UNCHECKED_EMAIL = ['/newsletters', '/auths/forgot', '/auths/login']

/** A code of the chart of accounts is any short text, while one of a transaction has five digits. */
export const CHART_CODES = { path: '/admin/gl-accounts', codes: ['"123456"', '"12a45"'] }

export const SOME_ID = '00000000-0000-7000-8000-000000000000'

/** Whether a body has the error format. */
export function isErrorBody(body: unknown): boolean {
  const { message, code, requestId } = (body ?? {}) as Record<string, unknown>
  return typeof message === 'string' && typeof code === 'string' && typeof requestId === 'string'
}
