import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app has it. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** 160 bits, as RFC 4226 recommends for SHA-1. */
const SECRET_BYTES = 20
const DRIFT_STEPS = 1

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** For the QR code of an authenticator app. */
export const totpUri = (secret: string, { issuer, account }: { issuer: string; account: string }): string =>
  new TOTP({ ...PARAMETERS, issuer, label: account, secret: Secret.fromBase32(secret) }).toString()

/** The time step that the code belongs to, one step of clock drift allowed; null when it is not a code of this secret. */
export function matchTotpStep(secret: string, code: string, at: Date): bigint | null {
  const timestamp = at.getTime()
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window: DRIFT_STEPS })
  return delta === null ? null : BigInt(Math.floor(timestamp / 1000 / PARAMETERS.period) + delta)
}
