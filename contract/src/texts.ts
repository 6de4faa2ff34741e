import { msg } from './text-id.ts'

/**
 * Fixed texts that both sides show or compare. No schemas in this file, so that pages don't load the validation library
 * for a text.
 */
export const FILL_ALL_TEXT = msg('Please fill all required fields.')
export const PASSWORDS_DIFFER_TEXT = msg('Passwords do not match.')
export const NAME_AND_EMAIL_TEXT = msg('Name and email are required.')
export const FIVE_DIGITS_TEXT = msg('Enter 5 digit number')
export const ALL_FIELDS_TEXT = msg('All fields are required.')
export const ALL_CRYPTO_FIELDS_TEXT = msg('All fields in cryptoInfo are required.')
export const RESET_REQUESTED_TEXT = msg('If there is an account with this e-mail, a link is on its way.')
/** Texts about a whole form: shown once, however many fields are empty. */
export const FORM_TEXTS: readonly string[] = [
  FILL_ALL_TEXT,
  NAME_AND_EMAIL_TEXT,
  ALL_FIELDS_TEXT,
  ALL_CRYPTO_FIELDS_TEXT,
]
export const LOCALE_TEXT = msg('Choose one of the languages.')
export const CODE_NOTICE = msg('We never ask for a payment in return for a code.')
export const UNKNOWN_ERROR_TEXT = msg('Encounter an unknown error.')

/** The text to show for an error response: the field messages, else the message, else a generic text. */
export function errorText(body: unknown): string {
  if (typeof body !== 'object' || body === null) return UNKNOWN_ERROR_TEXT
  if ('errors' in body && Array.isArray(body.errors) && body.errors.length > 0)
    return body.errors.map((item: { msg?: unknown }) => String(item?.msg ?? '')).join(', ')
  if ('message' in body && typeof body.message === 'string' && body.message) return body.message
  return UNKNOWN_ERROR_TEXT
}

/** Of the fields that server and pages both check with ibantools. */
export const IBAN_TEXT = msg('Enter a valid IBAN.')
export const SWIFT_TEXT = msg('Enter a valid SWIFT code (8 or 11 characters).')

/** The reason of a transfer that its owner cancelled. */
export const CANCELLED_TEXT = msg('Cancelled by you.')
/** The reason of a transfer that was cancelled because a log-in was not the owner's. */
export const SECURED_TEXT = msg('Cancelled to secure your account.')

/** The reason of a transfer that came back. */
export const RETURNED_TEXT = msg('The other bank sent the payment back.')
