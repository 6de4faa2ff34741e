import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { useTotp } from '../factors.ts'
import { verifyPasskey } from '../passkeys.ts'
import type { RelyingParty } from '../relying-party.ts'
import { useRecoveryCode } from './recovery-codes.ts'

export type SecondFactor = 'totp' | 'recovery' | 'passkey'

export type SecondFactorInput = {
  totp?: string | undefined
  recoveryCode?: string | undefined
  passkey?: AuthenticationResponseJSON | undefined
}

type Verification = { personId: string; challenge: string; input: SecondFactorInput; at: Date }

/** Which factor was shown, or null. Codes are used up here: each is accepted once. */
export async function verifySecondFactor(
  sql: Sql,
  keys: Pick<Keys, 'factors' | 'recoveryCodes'>,
  party: RelyingParty,
  { personId, challenge, input, at }: Verification,
): Promise<SecondFactor | null> {
  if (input.totp !== undefined) return (await useTotp(sql, keys.factors, personId, input.totp, at)) ? 'totp' : null
  if (input.recoveryCode !== undefined)
    return (await useRecoveryCode(sql, keys.recoveryCodes, personId, input.recoveryCode, at)) ? 'recovery' : null
  if (input.passkey === undefined) return null
  return (await verifyPasskey(sql, party, challenge, input.passkey, { personId, at })) ? 'passkey' : null
}

/** Names the factor that was asked for. */
export const toFactorRefusal = ({ passkey }: SecondFactorInput): Refusal =>
  new Refusal(passkey === undefined ? 'second_factor_incorrect' : 'passkey_incorrect')
