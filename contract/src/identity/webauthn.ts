import { z } from 'zod'
import { hasAtMost } from '../fields.ts'

/** WebAuthn level 3 messages as JSON. Loose: browsers add members, and the server's library checks what it uses. */

const base64url = z
  .string()
  .regex(/^[A-Za-z0-9_-]*$/, 'Not base64url.')
  .max(100_000)

const credential = {
  id: base64url.min(1),
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
}

export const registrationResponse = z
  .looseObject({
    ...credential,
    response: z.looseObject({ clientDataJSON: base64url, attestationObject: base64url }),
  })
  .meta({ id: 'RegistrationResponseJSON', description: 'As `PublicKeyCredential.toJSON()` of a new passkey has it.' })

export const authenticationResponse = z
  .looseObject({
    ...credential,
    response: z.looseObject({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
  })
  .meta({ id: 'AuthenticationResponseJSON', description: 'As `PublicKeyCredential.toJSON()` of a signature has it.' })

/** As the browser sends them. */
export type RegistrationResponse = z.input<typeof registrationResponse>
export type AuthenticationResponse = z.input<typeof authenticationResponse>

export const requestOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ id: 'PublicKeyCredentialRequestOptionsJSON', description: 'For `navigator.credentials.get`.' })

export const creationOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ id: 'PublicKeyCredentialCreationOptionsJSON', description: 'For `navigator.credentials.create`.' })

export const CHALLENGE_EXAMPLE = 'kZ2Vb0mVd3T1kFq6m6nq0u4YbT0aJ7sZ8g5h1x2c3v4'

export const challenge = z
  .string({ error: 'Challenge is required.' })
  .min(1, 'Challenge is required.')
  .refine(hasAtMost(100))
  .meta({ maxLength: 100 })
