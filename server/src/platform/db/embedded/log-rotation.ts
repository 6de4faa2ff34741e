import { copyFile, stat, truncate } from 'node:fs/promises'

const MAX_BYTES = 4 * 1024 * 1024
const CHECK_EVERY_MS = 60_000

/**
 * PostgreSQL appends to the file itself, so that an orphan can still log why it ended. Because it appends, the file can be
 * truncated while it is open: the older part is copied to `<path>.1`.
 */
export async function rotateLog(path: string, maxBytes = MAX_BYTES): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size <= maxBytes) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}

export function startLogRotation(path: string): () => void {
  const timer = setInterval(() => void rotateLog(path).catch(() => {}), CHECK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
