import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { requiredLine } from '../fields.ts'

const linkToken = z.strictObject({ token: requiredLine(500, 'Token') })

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auths/confirm-email',
  policy: 'public',
  apiOnly: true,
  tag: 'Sign-in',
  summary: 'Confirm an email address with the link’s token',
  description:
    'From now on, all email goes to this address. The link works once, for seven days, until the next change.',
  body: linkToken,
  example: { body: { token: EXAMPLES.confirmationToken } },
  success: { status: 204, body: null },
  refusals: ['link_expired'],
})

export const undoEmail = endpoint({
  method: 'POST',
  path: '/auths/undo-email',
  policy: 'public',
  apiOnly: true,
  tag: 'Sign-in',
  summary: 'Undo a change of the email address with the link’s token',
  description: `Restores the address that the link was sent to and undoes later changes as well. Ends all sessions, removes second
factors added since a day before the change, cancels transfers still pending and pauses scheduled payments made since then, and voids the
password: no way of signing in works until it is reset by the email sent there, which also says what was stopped.`,
  body: linkToken,
  example: { body: { token: EXAMPLES.undoToken } },
  success: { status: 204, body: null },
  refusals: ['link_expired', 'email_taken'],
})

export const resendConfirmation = endpoint({
  method: 'POST',
  path: '/users/confirm-email',
  fresh: false,
  policy: 'signedIn',
  apiOnly: true,
  tag: 'People',
  summary: 'Send the link that confirms the email address again',
  description: 'At most ten such emails an hour, changes of the address included. Sends nothing if it is confirmed.',
  success: { status: 204, body: null },
  refusals: ['too_many'],
})
