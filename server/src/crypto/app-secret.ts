import { randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { prepareDataDir, reason } from '../runtime/data-dir.ts'
import { StartError } from '../runtime/start-error.ts'

/** The root key: as configured, or made once and kept in DATA_DIR. Losing it makes every stored hash worthless. */
export async function loadAppSecret(config: Pick<Config, 'appSecret' | 'dataDir'>): Promise<string> {
  if (config.appSecret !== null) return config.appSecret
  await prepareDataDir(config.dataDir)
  const path = join(config.dataDir, 'app-secret')
  return (await readSecret(path)) ?? (await createSecret(path))
}

async function readSecret(path: string): Promise<string | null> {
  let secret: string
  try {
    secret = (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw new StartError(`The secret ${path} can't be read (${reason(error)}).`, { cause: error })
  }
  // Never replaced by a new one: everything in the database hangs on the old one, which a backup may still have.
  if (secret.length < 32) throw new StartError(`The secret ${path} is damaged: restore it from a backup.`)
  return secret
}

/**
 * `link` either puts the whole, flushed file in place or finds that another start was first. With a plain write, two
 * starts could each go on with a key of their own, and a crash could leave an empty one.
 */
async function createSecret(path: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${secret}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
    return secret
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    const other = await readSecret(path)
    if (other === null) throw error
    return other
  } finally {
    await rm(draft, { force: true })
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
