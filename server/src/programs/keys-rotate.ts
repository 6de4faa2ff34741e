/**
 * `npm run keys:rotate`: makes a new key for signing documents, of a running or a stopped bank. Running servers use it for the
 * next document. Earlier documents stay genuine: their public keys stay published.
 */
import { connectDatabase, explainMissingBank } from '../bootstrap/connect-database.ts'
import { loadKeys } from '../bootstrap/load-keys.ts'
import { readSigningKey, rotateSigningKey } from '../documents/issuing/signing-keys.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { loadEnvironment } from '../platform/config/environment.ts'
import { requireAppSecret } from '../platform/crypto/app-secret.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import { openPool, type Sql } from '../platform/db/connection.ts'
import { readNow } from '../platform/db/read-now.ts'
import { runProgram } from '../platform/runtime/run-program.ts'

/** Under another APP_SECRET it is refused: the servers could not read the new key. */
export async function rotateKeys(owner: Sql, keys: Keys, at: Date): Promise<string> {
  await readSigningKey(owner, keys)
  return rotateSigningKey(owner, keys, at)
}

async function run(config: Config): Promise<void> {
  const secrets = { secret: await requireAppSecret(config), previous: config.appSecretPrevious }
  const { connection, close } = await connectDatabase(config, { mustExist: true, asOwner: true })
  const owner = openPool(connection, { max: 1 })
  try {
    const keys = await loadKeys(owner, secrets).catch(explainMissingBank)
    console.log(`Documents are now signed with the key ${await rotateKeys(owner, keys, await readNow(owner))}.`)
  } finally {
    await owner.end({ timeoutMs: 1_000 })
    await close()
  }
}

if (import.meta.main)
  await runProgram(() => run(readConfig(loadEnvironment(process.env).env, { program: 'keys:rotate' })))
