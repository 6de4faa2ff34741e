import { open } from 'node:fs/promises'

/** What begins each line, so that the process that wrote it is known. */
export const LOG_LINE_PREFIX = '%m [%p] '

const LINE = /^\S+ \S+ \S+ \[(?<pid>\d+)\] (?<level>[A-Z]+):\s+(?<text>.*)$/
/** What a postmaster says of a process whose failure ends it. */
const FAILED_PROCESS = /^startup process \(PID (\d+)\) (?:exited|was terminated)/
/** Clients that poll meanwhile add lines too. */
const MAX_BYTES = 65_536

type Line = { pid: number; level: string; text: string }

/**
 * Why the PostgreSQL with this process id ended, by what it wrote since its log had `from` bytes: a line of an earlier start would
 * mislead. It says so itself, or names the process of which it ends. Lines of other processes don't count: of clients that were turned away
 * while it ended, and of a killed PostgreSQL whose last processes are still ending. Empty if it did not say.
 */
export async function readExitCause(path: string, from: number, pid: number | undefined): Promise<string> {
  const written = await readEnd(path, from)
  const lines = written.flatMap(toLine)
  const own = lines.filter((line) => line.pid === pid)
  // Where a library is missing, the system says so, before PostgreSQL itself runs.
  if (own.length === 0) return written.findLast((line) => !LINE.test(line)) ?? ''
  const failed = own.findLast(({ text }) => FAILED_PROCESS.test(text))?.text ?? ''
  const failedPid = Number(FAILED_PROCESS.exec(failed)?.[1])
  return lastFatal(own) ?? lastFatal(lines.filter((line) => line.pid === failedPid)) ?? failed
}

const lastFatal = (lines: readonly Line[]) =>
  lines.findLast(({ level }) => level === 'FATAL' || level === 'PANIC')?.text

async function readEnd(path: string, from: number): Promise<string[]> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    // Smaller than before: the log was rotated meanwhile.
    const begin = Math.max(size < from ? 0 : from, size - MAX_BYTES)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, begin)
    return buffer.toString('utf8', 0, bytesRead).split('\n').filter(Boolean)
  } finally {
    await file.close()
  }
}

function toLine(text: string): Line[] {
  const { pid, level, text: message } = LINE.exec(text)?.groups ?? {}
  return pid && level && message ? [{ pid: Number(pid), level, text: message }] : []
}
