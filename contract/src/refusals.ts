/**
 * Everything the bank can answer instead of doing what was asked: one line each, status and exact text.
 * The texts are shown to people as they stand here.
 */
export const refusals = {
  malformed: { status: 400, message: 'The request could not be read.' },
  invalid: { status: 400, message: 'Please check what you entered.' },
  link_expired: { status: 400, message: 'This link has expired or was used already.' },
  no_image: { status: 400, message: 'No image found' },
  upload_failed: { status: 400, message: 'Failed uploading image' },
  receipt_required: { status: 400, message: 'Please upload a receipt before confirming payment.' },
  currency_not_offered: { status: 400, message: 'This currency is not offered.' },
  same_account: { status: 400, message: 'You can’t transfer to your own account.' },
  unauthenticated: { status: 401, message: 'Please sign in.' },
  wrong_credentials: { status: 401, message: 'Invalid e-mail or password.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  account_pending: { status: 403, message: 'Your account is awaiting verification.' },
  password_incorrect: { status: 403, message: 'Incorrect password.' },
  pin_missing: { status: 403, message: 'Create a transaction PIN first.' },
  pin_incorrect: { status: 403, message: 'Incorrect PIN.' },
  code_required: { status: 403, message: 'Require code' },
  code_incorrect: { status: 403, message: 'Incorrect transaction code.' },
  code_expired: { status: 403, message: 'Transaction code has expired.' },
  not_found: { status: 404, message: 'Not found.' },
  email_taken: { status: 409, message: 'An account with this e-mail already exists.' },
  pin_exists: { status: 409, message: 'A PIN exists already.' },
  already_decided: { status: 409, message: 'This transaction has already been decided.' },
  insufficient_balance: { status: 409, message: 'Insufficient balance.' },
  balance_limit: { status: 409, message: 'This would exceed the largest balance an account can hold.' },
  receipt_used: { status: 409, message: 'This receipt has already been used for another deposit.' },
  upload_quota: { status: 409, message: 'You have reached the limit for uploaded files. Please contact support.' },
  last_admin: { status: 409, message: 'The last administrator can’t lose the role or be made Pending.' },
  too_large: { status: 413, message: 'The request is too large.' },
  wrong_media_type: { status: 415, message: 'Send JSON (application/json).' },
  idempotency_key_reused: { status: 422, message: 'This idempotency key was used with another request.' },
  pin_locked: { status: 423, message: 'Your PIN is locked. Please contact support.' },
  code_locked: { status: 423, message: 'Your transaction code is locked. Please contact support.' },
  too_many: { status: 429, message: 'Too many attempts. Please try again later.' },
  internal: { status: 500, message: 'Something went wrong on our side. Nothing was changed.' },
  unavailable: { status: 503, message: 'The bank is briefly unavailable. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals
