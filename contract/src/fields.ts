import { z } from 'zod'
import { amountRule } from './amount-rule.ts'
import { MAX_AMOUNT_CENTS, MIN_AMOUNT_CENTS, toCents } from './money.ts'
import type { Verbatim } from './text.ts'
import { msg } from './text-id.ts'

/**
 * Rejected in typed text: NUL and lone surrogates (PostgreSQL and JSON can't store them), other control characters, and
 * direction overrides, which make a name read as another.
 */
const REJECTED = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u
const REJECTED_IN_LINES = /[^\P{Cc}\n\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u

/** Rejected characters for the patterns of the OpenAPI document. JSON has no lone surrogates. */
const DIRECTIONS = '\\u202A-\\u202E\\u2066-\\u2069'
const REJECTED_SET = `\\u0000-\\u001F\\u007F-\\u009F${DIRECTIONS}`
const REJECTED_IN_LINES_SET = `\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F${DIRECTIONS}`
/** Texts without the rejected characters, and with at least so many that are no spaces. */
const textPattern = (rejected: string, least = 0) =>
  `^[^${rejected}]*${`[^\\s${rejected}][^${rejected}]*`.repeat(least)}$`
export const linePattern = (least = 0) => textPattern(REJECTED_SET, least)

/** Counted as JSON Schema and PostgreSQL count, in code points: `length` counts some characters twice. */
export const hasAtMost = (max: number) => (text: string) => text.length <= max || [...text].length <= max

const notText = (name: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? `${name} is required.` : `${name} must be text.`
export const tooLong = (name: string, max: number) =>
  `${name} can have at most ${max.toLocaleString('en-US')} characters.`

const storable = (max: number, name: string, error: string | ReturnType<typeof notText>) =>
  z
    .string({ error })
    .trim()
    .refine(hasAtMost(max), tooLong(name, max))
    .refine((text) => !REJECTED.test(text), `${name} has characters that can’t be stored.`)
    .meta({ maxLength: max, pattern: linePattern() })

export const line = (max: number, name = 'This field') => storable(max, name, notText(name))

/** Missing, empty and blank have the same message. */
export const requiredLine = (max: number, name: string, missing = `${name} is required.`) =>
  storable(max, name, missing)
    .min(1, missing)
    .meta({ pattern: linePattern(1) })

export const lines = (max: number, name = 'This field') =>
  z
    .string({ error: notText(name) })
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .refine(hasAtMost(max), tooLong(name, max))
        .refine((text) => !REJECTED_IN_LINES.test(text), `${name} has characters that can’t be stored.`),
    )
    .meta({ maxLength: max, pattern: textPattern(REJECTED_IN_LINES_SET) })

export const requiredLines = (max: number, name: string, missing = `${name} is required.`) =>
  lines(max, name)
    .refine((text) => text.length > 0, missing)
    .meta({ pattern: textPattern(REJECTED_IN_LINES_SET, 1) })

/** A message in the chat or the contact form. */
export const messageText = requiredLines(4000, 'Message')

/** In lower case, so that an id is the same key in memory as in the database. */
export const id = z.uuid('Not a valid id.').toLowerCase()
export const isoTime = z.iso.datetime().meta({ examples: ['2026-01-05T15:04:00.000Z'] })

/** The years that dates in requests may have. */
export const YEARS_PATTERN = '^(?:19|2[0-9])[0-9]{2}-'
const DAY_OR_TIME_TEXT = 'Enter a date (YYYY-MM-DD) or a time with its zone.'
/** Whether a bare date means its start or its end, in the bank's time zone, depends on the field: see bank-day.ts. */
export const dayOrTime = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: DAY_OR_TIME_TEXT })
  .refine((text) => text >= '1900' && text < '3000', DAY_OR_TIME_TEXT)
  .meta({ pattern: YEARS_PATTERN, examples: ['2026-01-05', '2026-01-05T15:04:00.000Z'] })

export const PIN_TEXT = msg('The PIN has four digits.')
export const pin = z.string({ error: PIN_TEXT }).regex(/^[0-9]{4}$/, PIN_TEXT)

const EMAIL_PATTERN = `^[^\\s@<>(),;:\\\\"[\\]${REJECTED_SET}]+@[^\\s@<>(),;:\\\\"[\\]${REJECTED_SET}]+$`
const ASCII_EMAIL = /^[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\]]+$/
/** The form in which addresses are compared, so that one address can't register twice. */
export const emailKey = (address: string) => address.normalize('NFKC').toLowerCase()

/** Erased people have their id before it, so no one else may. */
export const ERASED_EMAIL_DOMAIN = 'erased.invalid'

const EMAIL_TEXT = msg('Enter a valid e-mail address.')
/**
 * Deliberately loose (any `a@b`), but without characters that could break a mail header, and short enough to deliver to.
 * The key has a limit too, because one character can normalize to eighteen. `missing` is the text for an empty field.
 */
export const emailAddress = (missing: string = EMAIL_TEXT) =>
  requiredLine(254, 'E-mail', missing)
    .refine((text) => text === '' || ASCII_EMAIL.test(text), EMAIL_TEXT)
    .refine((text) => emailKey(text).length <= Math.max(254, text.length), EMAIL_TEXT)
    .refine((text) => !emailKey(text).endsWith(`@${ERASED_EMAIL_DOMAIN}`), EMAIL_TEXT)
    .meta({ pattern: EMAIL_PATTERN, examples: ['ada@fable.example'] })
export const email = emailAddress()

export const fullName = requiredLine(200, 'Full name')

const isPastDate = (text: string) =>
  text === '' || (text >= '1900-01-01' && text < new Date().toISOString().slice(0, 10))
const DATE_TEXT = msg('Enter a date (YYYY-MM-DD).')
export const birthDate = z
  .union([z.literal(''), z.iso.date(DATE_TEXT)], { error: DATE_TEXT })
  .refine(isPastDate, msg('Enter a date in the past.'))
  .meta({ pattern: `^$|${YEARS_PATTERN}`, description: 'In the past, or empty.' })

export const GENDERS = ['male', 'female', 'others'] as const

/** The optional part of a profile; an empty text clears a field. */
/** A value as the caller last read it. Compared and never stored, so any text is accepted. */
export const seen = z
  .string({ error: 'An expected value is text.' })
  .refine(hasAtMost(1_000), tooLong('An expected value', 1_000))
  .meta({ maxLength: 1_000 })

export const profileFields = {
  mobile: line(40, 'Mobile'),
  address: line(400, 'Address'),
  gender: z.enum([...GENDERS, ''], { error: 'Choose male, female or others.' }),
  dob: birthDate,
  nationality: line(80, 'Nationality'),
}

/** Formats that the OpenAPI document replaces by the rules of the bank's currency. */
export const REQUEST_MONEY = 'amount'
export const RESPONSE_MONEY = 'money'
export const AMOUNT_TEXT = 'amount text'

const isAmount = (amount: number) => {
  const cents = toCents(amount)
  return cents !== null && cents >= MIN_AMOUNT_CENTS && cents <= MAX_AMOUNT_CENTS
}

/**
 * An amount in a request. `message` is what the customer reads when it is not valid; a function, because the currency is
 * configured after this module is loaded. The OpenAPI document gets range and step from the format (openapi-money.ts).
 */
export const amount = (message: string | (() => string) = () => `Enter an amount ${amountRule()}.`) => {
  const error = typeof message === 'string' ? () => message : message
  return z
    .number({ error })
    .refine(isAmount, { error })
    .meta({ format: REQUEST_MONEY, description: 'In the bank’s currency, with at most its decimals.' })
}

/** Gives the server `amountCents` for the `amount` that a client sends. */
export const withAmountCents = <Fields extends { amount: number }, Input>(body: z.ZodType<Fields, Input>) =>
  body.transform(({ amount, ...fields }) => ({ ...fields, amountCents: toCents(amount) ?? 0n }))

/** A text of a response that pages show as it is, such as a name, a note or a number; not what the bank itself has written in English. */
export const verbatimText = z.string() as unknown as z.ZodType<Verbatim, string>

/** An amount in a response. */
export const money = z
  .number()
  .meta({ format: RESPONSE_MONEY, description: 'In the bank’s currency.', examples: [12480.55] })
