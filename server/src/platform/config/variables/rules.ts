import { sampleCents, toDecimalText } from '#contract/money.ts'
import { amount, amountOrOff, oneOf, toggle, wholeNumber } from '../value-types.ts'
import type { Variable } from '../variable.ts'

/** The amount in a currency with two decimals: 10,000 dollars, but a million yen. */
const USUAL_RISK_LARGE_CENTS = 1_000_000n
const years = wholeNumber(100, 'a whole number of years')

export const RULES = {
  FOUR_EYES_ABOVE: {
    meaning:
      'the amount that one member of staff may move on the accounts of one customer within 24 hours, and ten times as much over all customers; above it, and for roles, email of others, names of verified people, resets of PIN and second factors, payment details, WhatsApp number, mail server and erasures, a second one confirms. `off`: no second person',
    type: amountOrOff,
    default: ({ demo, currency }) => (demo ? 'off' : toDecimalText(0n, currency)),
    defaultText: '0; off with `DEMO`',
    usedBy: ['start'],
  },
  RISK_LARGE: {
    meaning: 'the amount above which a transaction is flagged as large for staff',
    type: amount,
    default: ({ currency }) => toDecimalText(sampleCents(USUAL_RISK_LARGE_CENTS, currency), currency),
    defaultText: '10000; 1000000 in a currency without decimals',
    usedBy: ['start'],
  },
  AUTO_BOOK_MATCHED: {
    meaning:
      '`on`: an imported credit with the payment reference of a customer is booked at once, in the name of who imported it; what needs a second person still waits. `off`: one click each',
    type: toggle,
    default: 'off',
    usedBy: ['start'],
  },
  INSTANT_UP_TO: {
    meaning:
      'the amount up to which a transfer to another account of this bank is completed at once, unless it has a risk flag; `off`: staff decide about every transfer',
    type: amountOrOff,
    default: 'off',
    usedBy: ['start'],
  },
  DAILY_LIMIT: {
    meaning:
      'the amount that a person may send within a day of `BANK_TIME_ZONE`; staff can set another limit per person, and people a lower one for themselves. `off`: no limit',
    type: amountOrOff,
    default: 'off',
    usedBy: ['start'],
  },
  STAFF_SECOND_FACTOR: {
    meaning: '`required`: a member of staff without a passkey or an authenticator app can only set one up',
    type: oneOf('required', 'optional'),
    default: ({ demo }) => (demo ? 'optional' : 'required'),
    defaultText: 'optional with `DEMO` on, else required',
    usedBy: ['start'],
  },
  SECRET_RULES: {
    meaning:
      '`on`: new passwords need 8 characters, must not be among known common ones, and must not contain the email or name; the 20 most common PINs are refused',
    type: toggle,
    default: ({ demo }) => (demo ? 'off' : 'on'),
    defaultText: 'off with `DEMO` on, else on',
    usedBy: ['start', 'admin:create'],
  },
  RETENTION_IDENTITY_YEARS: {
    // Five years under most rules against money laundering.
    meaning: 'how long the identity of an erased person is kept, encrypted, after the account was closed',
    type: years,
    default: '5',
    usedBy: ['start'],
  },
  RETENTION_BOOKS_YEARS: {
    // Ten years are the longest that usual commercial laws ask for.
    meaning: 'how long names and texts of an erased person’s bookings are kept ([retention](retention.md))',
    type: years,
    default: '10',
    usedBy: ['start'],
  },
} satisfies Record<string, Variable>
