import { randomBytes, randomUUID } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { prepareDataDir, reason } from '../runtime/data-dir.ts'
import { StartError } from '../runtime/start-error.ts'

type Place = Pick<Config, 'appSecret' | 'dataDir'>

const pathIn = (dataDir: string) => join(dataDir, 'app-secret')

/** The root key: configured, or generated once into DATA_DIR. Without it, stored hashes and secrets are useless. */
export async function readAppSecret({ appSecret, dataDir }: Place): Promise<string | null> {
  if (appSecret !== null) return appSecret
  await prepareDataDir(dataDir)
  return readSecret(pathIn(dataDir))
}

/** A bank that exists needs its own secret: a new one would be wrong. */
export async function requireAppSecret(place: Place): Promise<string> {
  const secret = await readAppSecret(place)
  if (secret !== null) return secret
  throw new StartError(
    `The secret of this bank is missing: put the file app-secret of its old DATA_DIR into ${place.dataDir}, or set APP_SECRET.`,
  )
}

/** Only a bank without people and keys gets a new secret. */
export const generateAppSecret = ({ dataDir }: Place): Promise<string> => createSecret(pathIn(dataDir))

async function readSecret(path: string): Promise<string | null> {
  let secret: string
  try {
    secret = (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw new StartError(`The secret ${path} can't be read (${reason(error)}).`, { cause: error })
  }
  // Never replaced: the database depends on the old secret, which a backup may still have.
  if (secret.length < 32) throw new StartError(`The secret ${path} is damaged: restore it from a backup.`)
  return secret
}

/**
 * `link` is atomic: it creates the complete, synced file or fails because another start was first. With a plain write, two
 * parallel starts could use different secrets, and a crash could leave an empty file.
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
