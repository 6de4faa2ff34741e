import { deriveKeys, fingerprintOf, type Keys, openPeppers } from '../platform/crypto/keys.ts'
import { decryptSigningKey } from '../platform/crypto/signing-key.ts'
import type { Reader, Sql } from '../platform/db/connection.ts'
import { StartError } from '../platform/runtime/start-error.ts'

export type AppSecrets = { secret: string; previous: string | null }

export const FINGERPRINT = 'app_secret_fingerprint'
export const PEPPERS = 'app_secret_peppers'

/**
 * The keys of this bank. A server with a secret that is not the bank's is refused: it would count right PINs as wrong, and
 * lock them. While both secrets are configured, the one that the database names is in use and the other one is accepted.
 */
export async function loadKeys(sql: Sql, secrets: AppSecrets): Promise<Keys> {
  const known = (await readFacts(sql)).fingerprint ?? (await fixFingerprint(sql, secrets))
  const inUse = secretWith(secrets, known)
  if (inUse === null)
    throw new StartError(
      'APP_SECRET is not the secret of this bank. Restore it; to change it, see "Changing APP_SECRET" in docs/operations.md.',
    )
  const accepted = inUse === secrets.secret ? secrets.previous : secrets.secret
  const { peppers: sealed } = await readFacts(sql)
  const peppers = sealed === null ? null : openPeppers(inUse, sealed)
  if (sealed !== null && peppers === null)
    throw new StartError('The peppers in bank_facts can’t be decrypted: the row was changed. Restore it from a backup.')
  return deriveKeys(inUse, { accepted, peppers })
}

export function secretWith({ secret, previous }: AppSecrets, fingerprint: string): string | null {
  return [secret, previous].find((one) => one !== null && fingerprintOf(one) === fingerprint) ?? null
}

export async function readFacts(sql: Reader): Promise<{ fingerprint: string | null; peppers: string | null }> {
  const rows = await sql<{ name: string; value: string }[]>`
    select name, value from bank_facts where name in (${FINGERPRINT}, ${PEPPERS})`
  const valueNamed = (name: string) => rows.find((row) => row.name === name)?.value ?? null
  return { fingerprint: valueNamed(FINGERPRINT), peppers: valueNamed(PEPPERS) }
}

/** No start has stored anything yet that depends on the secret. */
export async function isNewBank(sql: Reader): Promise<boolean> {
  const keys = await sql`select 1 from signing_keys limit 1`
  return keys.length === 0 && (await readFacts(sql)).fingerprint === null
}

/**
 * The first start stores the fingerprint. A bank of an earlier version has none yet, but a signing key, which only its own
 * secret decrypts.
 */
async function fixFingerprint(sql: Sql, secrets: AppSecrets): Promise<string> {
  const [row] = await sql<{ id: string; private_key: Buffer }[]>`
    select id, private_key from signing_keys order by number desc limit 1`
  const own = [secrets.secret, secrets.previous].find(
    (secret) =>
      secret !== null &&
      (!row || decryptSigningKey(deriveKeys(secret).signing, { id: row.id, privateKey: row.private_key })),
  )
  if (!own) return 'none of the configured secrets'
  await sql`insert into bank_facts (name, value) values (${FINGERPRINT}, ${fingerprintOf(own)}) on conflict do nothing`
  return (await readFacts(sql)).fingerprint ?? ''
}
