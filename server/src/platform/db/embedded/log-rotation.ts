import { copyFile, open, stat, truncate } from 'node:fs/promises'

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

/** PostgreSQL's words to a client that connected while it ended do not say why it did. */
const TO_CLIENT = /FATAL:\s+(the database system is |terminating connection due to administrator command)/

/**
 * The last FATAL or PANIC line since the file had `from` bytes, without time and process id. Empty if there is none: a line
 * from an earlier start would mislead.
 */
export async function lastFatalLine(path: string, from: number): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    // Smaller than before: the log was rotated meanwhile.
    const begin = Math.max(size < from ? 0 : from, size - 8192)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, begin)
    const lines = buffer.toString('utf8', 0, bytesRead).trim().split('\n')
    const fatal = lines.findLast((line) => /\b(FATAL|PANIC):|error while loading/.test(line) && !TO_CLIENT.test(line))
    return (fatal ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|PANIC):\s*/, '')
  } finally {
    await file.close()
  }
}
