import { LOCALES } from '#contract/locales.ts'
import { DEFAULT_CURRENCY } from '#contract/money.ts'
import { currency, emailAddress, locales, oneOf, text, timeZone, toggle } from '../value-types.ts'
import { KEY_PROGRAMS, type Variable } from '../variable.ts'

export const INSTITUTION = {
  DEMO: {
    meaning: 'fills an empty database with the people of the [README](../README.md#two-commands)',
    type: toggle,
    default: ({ hasDatabase, production }) => (hasDatabase || production ? 'off' : 'on'),
    defaultText: 'on when `DATABASE_URL` is unset and `NODE_ENV` is not `production`',
    usedBy: KEY_PROGRAMS,
  },
  BANK_CURRENCY: {
    meaning:
      'the currency of all accounts, an ISO 4217 code; fixed by the first start. Amounts have as many decimals as it has (JPY none, KWD three)',
    type: currency,
    default: DEFAULT_CURRENCY.code,
    usedBy: ['start'],
  },
  BANK_TIME_ZONE: {
    meaning: 'the time zone in which days and months start; fixed by the first start',
    type: timeZone,
    default: 'UTC',
    usedBy: ['start', 'verify', 'restore'],
  },
  REGISTRATION_STATUS: {
    meaning: 'the status of a new customer',
    type: oneOf('Active', 'Pending'),
    default: 'Pending',
    usedBy: ['start'],
  },
  INSTITUTION_NAME: {
    meaning: 'the name on the public pages',
    type: text,
    default: 'Fable Bank',
    usedBy: ['start'],
    expectedInProduction: true,
  },
  INSTITUTION_LEGAL_NAME: {
    meaning: 'shown in the footer; while it is missing, every page says that this is a demonstration',
    type: text,
    default: null,
    usedBy: ['start'],
    expectedInProduction: true,
  },
  INSTITUTION_REGULATOR: {
    meaning: 'shown in the footer; while it is missing, every page says that this is a demonstration',
    type: text,
    default: null,
    usedBy: ['start'],
    expectedInProduction: true,
  },
  INSTITUTION_EMAIL: {
    meaning: 'the address to which people write',
    type: emailAddress,
    default: 'hello@fable.example',
    usedBy: ['start'],
    expectedInProduction: true,
  },
  INSTITUTION_PHONE: {
    meaning: 'the phone numbers of the institution, separated by commas',
    type: text,
    // Numbers 555-0100 to 555-0199 are reserved for fiction, so a demo never shows a real number.
    default: '+1 (555) 010-0142, +1 (555) 010-0143',
    usedBy: ['start'],
    expectedInProduction: true,
  },
  INSTITUTION_ADDRESS: {
    meaning: 'the postal address of the institution',
    type: text,
    default: '12 Storyteller Lane, Fableton, FB 10142',
    usedBy: ['start'],
    expectedInProduction: true,
  },
  INSTITUTION_PAPER: {
    meaning: 'the page size of statements, receipts and confirmations',
    type: oneOf('A4', 'Letter'),
    default: 'A4',
    usedBy: ['start'],
  },
  LOCALES: {
    meaning: `the languages that are offered, the default first: a comma-separated list of ${LOCALES.join(', ')}`,
    type: locales,
    default: LOCALES.join(','),
    usedBy: ['start'],
  },
} satisfies Record<string, Variable>
