import { z } from 'zod'
import { proposal } from '../authority/proposals.ts'
import { formatDecimal, MAX_RATE_DECIMALS, parseDecimal, plainDigits } from '../decimal.ts'
import { endpoint } from '../endpoint.ts'
import { emailAddress, hasAtMost, line, requiredLine, requiredLines, tooLong, verbatimText } from '../fields.ts'
import { LONGEST_REPLY, LONGEST_REPLY_NAME, MOST_REPLIES, unknownPlaceholder } from '../placeholders.ts'
import { msg } from '../text-id.ts'
import { ALL_CRYPTO_FIELDS_TEXT, ALL_FIELDS_TEXT } from '../texts.ts'

const RATE_TEXT = `A rate is a positive number with at most ${MAX_RATE_DECIMALS} decimals.`
const MAX_WHOLE_DIGITS = 15
/** A cent must convert to at least the smallest unit: no currency has more than 18 decimals. */
const MAX_LEADING_ZEROS = MAX_RATE_DECIMALS - 2

/** The exact decimal text in its shortest form ('0.0000165'), or null for an invalid rate. */
export function toRate(value: number | string): string | null {
  const decimal = parseDecimal(typeof value === 'number' ? plainDigits(value) : value.trim())
  if (!decimal || decimal.units === 0n || decimal.scale > MAX_RATE_DECIMALS) return null
  const digits = decimal.units.toString().length
  const fits = digits - decimal.scale <= MAX_WHOLE_DIGITS && decimal.scale - digits < MAX_LEADING_ZEROS
  return fits ? formatDecimal(decimal) : null
}

/** A JSON number is exact up to fifteen significant digits; a longer rate stays text. */
export function rateOnWire(rate: string): number | string {
  const significant = rate.replace('.', '').replace(/^0+/, '').replace(/0+$/, '')
  return significant.length <= 15 ? Number(rate) : rate
}

const isEmptyRate = (rate: number | string) => rate === '' || Number(rate) === 0

/** Stricter than `toRate` in odd places: any text or number that fits is a rate. */
const RATE_SCHEMAS = [
  z.number().meta({ minimum: 1e-12, maximum: 999_999_999_999, multipleOf: 1e-12 }),
  z
    .string()
    .max(60, RATE_TEXT)
    .meta({ pattern: '^(?:[1-9][0-9]{0,14}(?:\\.[0-9]{1,18})?|0\\.0{0,11}[1-9][0-9]{0,6})$' }),
] as const

const rate = z
  .union(RATE_SCHEMAS, { error: ALL_CRYPTO_FIELDS_TEXT })
  .refine((value) => !isEmptyRate(value), { error: ALL_CRYPTO_FIELDS_TEXT, abort: true })
  .refine((value) => toRate(value) !== null, RATE_TEXT)
  .transform((value) => toRate(value) ?? '')
  .meta({
    description:
      'Of the currency, per unit of the bank’s currency: a number, or decimal text with up to 18 decimals. Stored exactly.',
    examples: [0.0000165],
  })

const bankingInfo = z
  .object({
    accountNumber: verbatimText,
    accountName: verbatimText,
    bankName: verbatimText,
    routing: verbatimText,
    address: verbatimText,
  })
  .meta({ id: 'BankingInfo' })

const cryptoEntry = z
  .object({
    name: verbatimText,
    network: verbatimText,
    address: verbatimText,
    rate: z.union([z.number(), z.string()]).meta({
      description:
        'Of the currency, per unit of the bank’s currency. A number; decimal text when it has more than 15 significant digits.',
      examples: [0.0000165],
    }),
  })
  .meta({ id: 'CryptoEntry' })

const cashApp = z.object({ tag: verbatimText, name: verbatimText })

const cannedReply = z
  .object({
    name: verbatimText,
    text: verbatimText.meta({ description: 'With placeholders such as `{{firstName}}`, filled in before it is sent.' }),
  })
  .meta({ id: 'CannedReply' })

const EXAMPLE = {
  bankingInfo: {
    accountNumber: '4410077123',
    accountName: 'Fable Bank Deposits',
    bankName: 'Storybook Trust',
    routing: '021000021',
    address: '12 Storyteller Lane, Fableton',
  },
  cryptoInfo: [
    { name: 'Bitcoin', network: 'Bitcoin', address: 'bc1qfable0000000000000000000000000000demo', rate: 0.0000166 },
  ],
  cashApp: { tag: '$fablebank', name: 'Fable Bank' },
  whatsApp: '+1 555 010 0142',
}
const EXAMPLE_REPLIES = [{ name: 'Greeting', text: 'Hello {{firstName}}, how can I help you?' }]

export const settings = z
  .object({
    bankingInfo,
    cryptoInfo: z.array(cryptoEntry),
    cashApp,
    whatsApp: verbatimText,
    mail: z
      .object({ name: verbatimText, passwordSet: z.boolean() })
      .optional()
      .meta({ description: 'For administrators only. The password never leaves the server.' }),
    cannedReplies: z
      .array(cannedReply)
      .optional()
      .meta({ description: 'For administrators only: texts for frequent replies.' }),
  })
  .meta({
    id: 'Settings',
    examples: [{ ...EXAMPLE, mail: { name: 'bank@fable.example', passwordSet: true }, cannedReplies: EXAMPLE_REPLIES }],
  })
export type Settings = z.infer<typeof settings>

/** The error text for a value that is not an object; fields have their own. */
const missingObject = (text: string) => ({
  error: ({ code }: { code?: string }) => (code === 'invalid_type' ? text : undefined),
})
const forBanking = (max: number, name: string) => requiredLine(max, name, ALL_FIELDS_TEXT)
const forCrypto = (max: number, name: string) => requiredLine(max, name, ALL_CRYPTO_FIELDS_TEXT)

const newBankingInfo = z.strictObject(
  {
    accountNumber: forBanking(64, 'Account number'),
    accountName: forBanking(200, 'Account name'),
    bankName: forBanking(200, 'Bank name'),
    routing: line(64, 'Routing').default(''),
    address: line(400, 'Address').default(''),
  },
  missingObject(ALL_FIELDS_TEXT),
)

const newCryptoEntry = z.strictObject(
  { name: forCrypto(100, 'Name'), network: forCrypto(100, 'Network'), address: forCrypto(200, 'Address'), rate },
  missingObject(ALL_CRYPTO_FIELDS_TEXT),
)

const eachNamedOnce = (entries: { name: string }[]) =>
  new Set(entries.map(({ name }) => name.toLowerCase())).size === entries.length

const newMail = z.strictObject({
  name: z.union([z.literal(''), emailAddress(ALL_FIELDS_TEXT)], { error: msg('Enter a valid e-mail address.') }),
  password: z
    .string({ error: 'Password must be text.' })
    .refine(hasAtMost(1024), tooLong('Password', 1024))
    .optional()
    .meta({ maxLength: 1024, description: 'Absent or empty: the stored password stays.' }),
  evenIfUnannounced: z.boolean({ error: 'On is true, off is false.' }).optional().meta({
    description: 'Change it although the present mail server did not take the announcement to the administrators.',
  }),
  passwordSet: z
    .boolean()
    .optional()
    .meta({ description: 'Accepted, so that a response can be sent back, and ignored.' }),
})

const newCannedReply = z.strictObject(
  {
    name: requiredLine(LONGEST_REPLY_NAME, 'Name', ALL_FIELDS_TEXT),
    text: requiredLines(LONGEST_REPLY, 'Text', ALL_FIELDS_TEXT).superRefine((text, context) => {
      const mark = unknownPlaceholder(text)
      if (mark) context.addIssue({ code: 'custom', message: `There is no placeholder ${mark}.` })
    }),
  },
  missingObject(ALL_FIELDS_TEXT),
)

export const newSettings = z.strictObject({
  bankingInfo: newBankingInfo,
  cryptoInfo: z
    .array(newCryptoEntry, { error: ALL_CRYPTO_FIELDS_TEXT })
    .min(1, ALL_CRYPTO_FIELDS_TEXT)
    .max(50, 'There can be at most 50 currencies.')
    // Deposits refer to a currency by this name, so it must be unique.
    .refine(eachNamedOnce, msg('Each currency needs a name of its own.')),
  cashApp: z.strictObject({ tag: line(64, 'Tag').default(''), name: line(200, 'Name').default('') }).optional(),
  whatsApp: line(64, 'WhatsApp').optional(),
  mail: newMail.optional(),
  cannedReplies: z
    .array(newCannedReply, { error: 'Canned replies are a list.' })
    .max(MOST_REPLIES, `There can be at most ${MOST_REPLIES} canned replies.`)
    .refine(eachNamedOnce, msg('Each canned reply needs a name of its own.'))
    .optional(),
})
export type NewSettings = z.output<typeof newSettings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/settings',
  policy: 'signedIn',
  tag: 'Settings',
  summary: 'The payment details for deposits',
  description:
    'An Admin also gets the mail account, without its password; staff who reply to customers get the canned replies.',
  success: { status: 200, body: settings },
})

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/settings',
  fresh: true,
  policy: 'settings:change',
  tag: 'Settings',
  rules: {
    cryptoInfo: 'Each currency has a name of its own.',
    cannedReplies: 'Each canned reply has a name of its own.',
    'cannedReplies.*.text': 'No other placeholders than those of canned replies.',
    'mail.name': 'Not empty with a password, or where a mail account is stored.',
    'mail.password': 'Needed unless one is stored for the same domain.',
  },
  summary: 'Replace the settings',
  description: `An absent or empty \`mail.password\` keeps the stored one, as long as the mail address stays in its domain: the
password is sent to that domain's mail server. An absent \`mail\`, \`cashApp\`, \`whatsApp\` or \`cannedReplies\` stays as it
is.

Unless four eyes is off, bank details, crypto addresses and the mail server wait for a second member of staff: 202 with the first
proposal, and the rest is stored. With four eyes off, a new mail account is announced to every administrator through the
present one first.`,
  body: newSettings,
  example: {
    body: {
      ...EXAMPLE,
      mail: {
        name: 'bank@fable.example',
        password: 'of the mail account',
        evenIfUnannounced: false,
        passwordSet: false,
      },
      cannedReplies: EXAMPLE_REPLIES,
    },
  },
  success: { status: 200, body: settings },
  proposal,
  refusals: ['already_proposed', 'changed_meanwhile', 'mail_change_unannounced'],
})
