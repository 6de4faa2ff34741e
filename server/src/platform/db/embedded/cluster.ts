import { spawn } from 'node:child_process'
import { chown, lstat, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '#server/platform/runtime/start-error.ts'
import type { Binaries } from './binaries.ts'
import { openFolder } from './folder-access.ts'
import { pathsIn } from './paths.ts'
import type { RunAs } from './run-as.ts'

/** initdb works in a folder with this in its name; only a complete cluster is renamed to its final path. */
const UNFINISHED = '.making-'

/** The caller's environment (PGDATA, PGPORT, locale) must not reach PostgreSQL. Windows needs it. */
export const CHILD_ENVIRONMENT: { env?: Record<string, string>; cwd?: string } =
  process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }, cwd: '/' }

/** Checks the existing cluster (version, completeness, owner), or creates a new one. */
export async function ensureCluster(dataDir: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const { cluster } = pathsIn(dataDir)
  await removeUnfinished(dataDir)
  if (await exists(cluster)) return requireUsableCluster(cluster, binaries, runAs)

  const making = await mkdtemp(`${cluster}${UNFINISHED}`)
  if (runAs) await chown(making, runAs.uid, runAs.gid)
  await runInitdb(making, pathsIn(dataDir).password, binaries, runAs)
  await rename(making, cluster)
  await flushFolder(dirname(cluster))
}

/**
 * Folders of interrupted initdb runs, which were never used. An initdb that outlived its server may still write, so every
 * attempt has a folder of its own, and one that can't be removed does no harm.
 */
async function removeUnfinished(dataDir: string): Promise<void> {
  const prefix = `${basename(pathsIn(dataDir).cluster)}${UNFINISHED}`
  for (const name of await readdir(dataDir))
    if (name.startsWith(prefix)) await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => {})
}

async function requireUsableCluster(cluster: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new StartError(`The database in ${cluster} can't be read (${error.code}): it belongs to another user.`)
  })
  // It was complete when it got this name, so it was damaged later: an operator must decide, it is never replaced.
  if (!version || !(await exists(join(cluster, 'global/pg_control'))))
    throw new StartError(`The folder ${cluster} is not a whole PostgreSQL database: restore it, or move it away.`)
  if (version.trim() !== binaries.major)
    throw new StartError(
      `The database in ${cluster} was made by PostgreSQL ${version.trim()} and this is ${binaries.major}: dump and restore it.`,
    )
  // A backup restored by root belongs to root, and PostgreSQL refuses to run as root.
  if (runAs && (await lstat(cluster)).uid !== runAs.uid) await changeOwner(cluster, runAs)
}

async function changeOwner(folder: string, runAs: { uid: number; gid: number }): Promise<void> {
  await chown(folder, runAs.uid, runAs.gid)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), runAs.uid, runAs.gid)
}

async function runInitdb(making: string, passwordFile: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const folder = await openFolder(making, runAs)
  // The C.UTF-8 of PostgreSQL itself sorts the same on every machine and after every system update; a locale of the
  // system would not, and an index that disagrees with its order loses rows.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const access =
    process.platform === 'win32'
      ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
      : ['--auth-local=trust', '--auth-host=scram-sha-256']
  const child = spawn(
    binaries.initdb,
    ['-D', folder.path, '--username=postgres', '--data-checksums', ...locale, ...access],
    { stdio: ['ignore', 'pipe', 'pipe', ...folder.handles], ...runAs, ...CHILD_ENVIRONMENT },
  )
  const exit = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const { stdout, stderr } = child
  try {
    const [code, , complaint] = await Promise.all([exit, stdout && text(stdout), stderr && text(stderr)])
    if (code !== 0) throw new Error(complaint?.trim().split('\n').at(-1) || `exit code ${code}`)
  } catch (error) {
    throw new StartError(`PostgreSQL could not make a database in ${dirname(making)}: ${(error as Error).message}`)
  } finally {
    await folder.close()
  }
}

/** A rename is durable only after an fsync of its folder. Windows can't open folders and does not need it. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null
}
