/**
 * `npm run secret:rotate`: makes APP_SECRET the secret of the bank, which was APP_SECRET_PREVIOUS until now. Connects as the
 * owner of the tables. Every running server must have both variables; see docs/operations.md.
 */
import { connectDatabase, explainMissingBank } from '../bootstrap/connect-database.ts'
import { rotateSecret } from '../bootstrap/rotate-secret.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { loadEnvironment } from '../platform/config/environment.ts'
import { requireAppSecret } from '../platform/crypto/app-secret.ts'
import { openPool } from '../platform/db/connection.ts'
import { runProgram } from '../platform/runtime/run-program.ts'

async function run(config: Config): Promise<void> {
  const secrets = { secret: await requireAppSecret(config), previous: config.appSecretPrevious }
  const { connection, close } = await connectDatabase(config, { mustExist: true, asOwner: true })
  const owner = openPool(connection, { max: 1 })
  try {
    for (const { what, reencrypted, total } of await rotateSecret(owner, secrets).catch(explainMissingBank))
      console.log(`${what}: ${reencrypted} of ${total} encrypted again`)
    console.log('APP_SECRET is now the secret of this bank.')
  } finally {
    await owner.end({ timeoutMs: 1_000 })
    await close()
  }
}

if (import.meta.main)
  await runProgram(() => run(readConfig(loadEnvironment(process.env).env, { program: 'secret:rotate' })))
