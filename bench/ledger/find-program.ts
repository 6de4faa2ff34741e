import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Searches PATH, then these folders; null when the program is not found. */
export function findProgram(name: string, folders: readonly string[] = []): string | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...folders]) {
    if (folder === '') continue
    try {
      accessSync(join(folder, name), constants.X_OK)
      return join(folder, name)
    } catch {}
  }
  return null
}
