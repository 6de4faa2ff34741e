import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** PostgreSQL refuses to run as root, so root runs it as another user. Null: as the current user. */
export type RunAs = { uid: number; gid: number } | null

/** The owner of an existing cluster; otherwise `nobody`, which every system has. */
export async function chooseRunAs(cluster: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(cluster).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, uid = '65534', gid = '65534'] = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(passwd) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** Whether this user can enter every folder of the path. /root, where a repository may be, is closed. */
export async function canReach(path: string, runAs: RunAs): Promise<boolean> {
  if (!runAs) return true
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await lstat(folder)
    const bit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001
    if (!(mode & bit)) return false
    if (folder === dirname(folder)) return true
  }
}
