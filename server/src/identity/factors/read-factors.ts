import type { Factors, Passkey as PasskeyBody } from '#contract/identity/factors.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { readFactors } from '../factors.ts'
import { listPasskeys, type Passkey } from '../passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

export async function readOwnFactors(sql: Sql, personId: string): Promise<Factors> {
  const [{ totp }, passkeys, recoveryCodes] = await Promise.all([
    readFactors(sql, personId),
    listPasskeys(sql, personId),
    countRecoveryCodes(sql, personId),
  ])
  return { totp, passkeys: passkeys.map(toPasskeyBody), recoveryCodes }
}

export const toPasskeyBody = ({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyBody => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
