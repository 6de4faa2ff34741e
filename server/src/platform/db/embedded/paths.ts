import { chmod, chown, lstat, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '#server/platform/runtime/start-error.ts'
import { canReach, type RunAs } from './run-as.ts'

/** For a Unix socket the port is only a part of the file name: it can't collide with another PostgreSQL. */
export const SOCKET_PORT = 5432

/** The kernel's limit for a socket path: 108 bytes on Linux, 104 on macOS, including the terminating zero. */
const MAX_SOCKET_PATH = 103

export const pathsIn = (dataDir: string) => ({
  cluster: join(dataDir, 'postgres'),
  log: join(dataDir, 'postgres.log'),
  lock: join(dataDir, 'server.lock'),
  /** How a second process reaches the running bank. */
  serverInfo: join(dataDir, 'server.json'),
  password: join(dataDir, 'postgres-password'),
  temporary: join(dataDir, 'temporary-folder'),
})

/** A folder that only PostgreSQL's user and root can enter: access to the socket is access as the database's owner. */
export async function prepareSocketFolder(dataDir: string, runAs: RunAs): Promise<string> {
  const inDataDir = join(dataDir, 'socket')
  const fits = isShort(inDataDir) && (await canReach(dataDir, runAs))
  const folder = fits ? inDataDir : join(await temporaryFolder(dataDir, runAs), 's')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  if (runAs) await chown(folder, runAs.uid, runAs.gid)
  return folder
}

/**
 * For files that can't be in DATA_DIR, because its path is too long for a socket or PostgreSQL's user can't enter it. The
 * path is stored in DATA_DIR and reused only if the folder is still ours: every user can write to the temporary directory.
 */
export async function temporaryFolder(dataDir: string, runAs: RunAs): Promise<string> {
  const { temporary } = pathsIn(dataDir)
  const known = (await readFile(temporary, 'utf8').catch(() => '')).trim()
  if (known && (await isOurs(known))) return known
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const usable = isShort(join(parent, 'openteller-XXXXXX', 's')) && (await canReach(parent, runAs).catch(() => false))
    if (!usable) continue
    const folder = await mkdtemp(join(parent, 'openteller-'))
    await chmod(folder, runAs ? 0o711 : 0o700)
    await writeFile(temporary, `${folder}\n`, { mode: 0o600 })
    return folder
  }
  throw new StartError(`DATA_DIR ${dataDir} can't be used by PostgreSQL, and neither can ${tmpdir()}.`)
}

async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null)
  return !!found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH
}
