import { z } from 'zod'
import { id, PIN_TEXT, pin } from '../fields.ts'
import { authenticationResponse } from './webauthn.ts'

/** What approves a payment, and a key that can pay. */
export const approvalFields = {
  pin: pin.optional().meta({ description: 'Required unless `authorisation` is given.' }),
  authorisation: z
    .strictObject({ id, response: authenticationResponse })
    .optional()
    .meta({ description: 'In place of `pin`: from `POST /transfer/authorisation`, signed with a passkey.' }),
}

export const ONE_APPROVAL_TEXT = 'Send a PIN or an authorisation, not both.'

type Credentials = { pin?: string | undefined; authorisation?: unknown }

/**
 * The check runs beside the other fields, so that an empty form hears about all of them at once. `others`: what the document
 * allows in place of both.
 */
export const withOneApproval = <Fields extends Credentials, Input>(
  body: z.ZodType<Fields, Input>,
  others: readonly object[] = [],
) =>
  body
    .refine(isApproved, { error: PIN_TEXT, path: ['pin'], when: () => true })
    .refine(isApprovedOnce, { error: ONE_APPROVAL_TEXT, path: ['authorisation'] })
    .meta({ oneOf: [{ required: ['pin'] }, { required: ['authorisation'] }, ...others] })

export function isApproved(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return true
  const { pin, authorisation } = body as Credentials
  return pin !== undefined || authorisation !== undefined
}

export const isApprovedOnce = ({ pin, authorisation }: Credentials): boolean =>
  pin === undefined || authorisation === undefined
