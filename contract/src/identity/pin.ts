import { z } from 'zod'
import { user } from '../customers/people.ts'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { pin, requiredLine } from '../fields.ts'

const PIN_RULES_TEXT = 'With SECRET_RULES: not one of the most common.'

export const createPin = endpoint({
  method: 'POST',
  path: '/users/create-transaction-code',
  needsAccount: true,
  fresh: true,
  policy: 'signedIn',
  tag: 'People',
  rules: { pin: PIN_RULES_TEXT },
  summary: 'Create the transaction PIN',
  body: z.strictObject({ pin }),
  example: { body: { pin: EXAMPLES.firstPin } },
  success: { status: 201, body: user },
  refusals: ['account_closed', 'pin_exists'],
})

export const changePin = endpoint({
  method: 'PUT',
  path: '/users/pin',
  needsAccount: true,
  fresh: true,
  apiOnly: true,
  policy: 'signedIn',
  tag: 'People',
  rules: { newPin: PIN_RULES_TEXT },
  summary: 'Change the transaction PIN',
  description: `Requires the current PIN. A wrong one counts with those of transfers: five in a row lock the PIN. \`current\` of
'pin_incorrect' has the attempts left.`,
  body: z.strictObject({ pin: pin.meta({ description: 'The current PIN.' }), newPin: pin }),
  example: { body: { pin: '1234', newPin: '4711' } },
  success: { status: 204, body: null },
  refusals: ['account_closed', 'pin_missing', 'pin_incorrect', 'pin_locked'],
})

export const requestPinRecovery = endpoint({
  method: 'POST',
  path: '/users/pin/recovery',
  needsAccount: true,
  fresh: true,
  apiOnly: true,
  policy: 'signedIn',
  tag: 'People',
  summary: 'Send a link to recover a forgotten or locked PIN',
  description: `The link goes to the last confirmed email address and works once, for 30 minutes, together with a fresh session.
Only the newest link works. Five an hour. Refused with 'email_changed_recently' while the address before can undo the change.`,
  success: { status: 204, body: null },
  refusals: ['account_closed', 'pin_missing', 'email_changed_recently'],
})

export const recoverPin = endpoint({
  method: 'PUT',
  path: '/users/pin/recovery',
  needsAccount: true,
  fresh: true,
  apiOnly: true,
  policy: 'signedIn',
  tag: 'People',
  rules: { pin: PIN_RULES_TEXT },
  summary: 'Set a new PIN with the link’s token',
  description: `Unlocks the PIN too. For a day, transfers have the risk flag \`credentials_changed\`, so none is completed at once.`,
  body: z.strictObject({ token: requiredLine(500, 'Token'), pin }),
  example: { body: { token: EXAMPLES.pinToken, pin: '4711' } },
  success: { status: 204, body: null },
  refusals: ['link_expired', 'account_closed', 'pin_missing', 'email_changed_recently'],
})
