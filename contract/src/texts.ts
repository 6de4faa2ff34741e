/**
 * Fixed texts that both sides show or compare. No schema lives here, so a page that needs a text does not load the
 * validator with it.
 */
export const FILL_ALL_TEXT = 'Please fill all required fields.'
export const PASSWORDS_DIFFER_TEXT = 'Passwords do not match.'
export const NAME_AND_EMAIL_TEXT = 'Name and email are required.'
export const FIVE_DIGITS_TEXT = 'Enter 5 digit number'
export const ALL_FIELDS_TEXT = 'All fields are required.'
export const ALL_CRYPTO_FIELDS_TEXT = 'All fields in cryptoInfo are required.'
export const RESET_ASKED_TEXT = 'If there is an account with this e-mail, a link is on its way.'
/** Sentences about a form as a whole: said once, however many of its fields are empty. */
export const FORM_TEXTS: readonly string[] = [
  FILL_ALL_TEXT,
  NAME_AND_EMAIL_TEXT,
  ALL_FIELDS_TEXT,
  ALL_CRYPTO_FIELDS_TEXT,
]
export const DEMONSTRATION_RIBBON = 'Demonstration bank. No real money.'
export const CODE_NOTICE = 'We never ask for a payment in return for a code.'
export const UNKNOWN_ERROR_TEXT = 'Encounter an unknown error.'

/** The text a person reads for an error answer: field messages first, then the message, then the last resort. */
export function errorText(body: unknown): string {
  if (typeof body !== 'object' || body === null) return UNKNOWN_ERROR_TEXT
  if ('errors' in body && Array.isArray(body.errors) && body.errors.length > 0)
    return body.errors.map((item: { msg?: unknown }) => String(item?.msg ?? '')).join(', ')
  if ('message' in body && typeof body.message === 'string' && body.message) return body.message
  return UNKNOWN_ERROR_TEXT
}
