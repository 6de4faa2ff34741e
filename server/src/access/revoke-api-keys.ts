import type { Tx } from '../platform/db/connection.ts'

/** Callers hold `lockPerson`, under which the ledger reads keys: after the commit no transfer by the key is accepted. */
export async function revokeApiKey(tx: Tx, personId: string, id: string, at: Date): Promise<string | null> {
  const [revoked] = await tx<{ name: string }[]>`
    update api_keys set revoked_at = ${at} where id = ${id} and person_id = ${personId} and revoked_at is null
    returning name`
  return revoked?.name ?? null
}

/** With a new role, a member of staff makes new keys: an old one must not come back with a later appointment. */
export async function revokeStaffKeysOf(tx: Tx, personId: string, at: Date): Promise<void> {
  await tx`
    update api_keys set revoked_at = ${at}
    where person_id = ${personId} and revoked_at is null and scopes like '%staff:%'`
}

export async function revokeApiKeysOf(tx: Tx, personId: string, at: Date): Promise<number> {
  const revoked = await tx`
    update api_keys set revoked_at = ${at} where person_id = ${personId} and revoked_at is null`
  return revoked.count
}
