import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { BenchError } from '../database.ts'
import { killOnInterrupt } from '../processes.ts'
import { findProgram } from './find-program.ts'

/** A million accounts and ten branches: with one branch, pgbench's clients would contend for its one row. */
const SCALE = 10

/** Debian installs it beside the server and not on PATH. */
function findPgbench(): string | null {
  const folders = ['/usr/lib/postgresql', '/usr/local/opt'].flatMap((root) => {
    try {
      return readdirSync(root).map((version) => `${root}/${version}/bin`)
    } catch {
      return []
    }
  })
  return findProgram('pgbench', folders)
}

export type Pgbench = { version: string; perSecond: (clients: number, seconds: number) => Promise<number> }

/** pgbench's built-in TPC-B on the same PostgreSQL: one transaction is three updates, a read and an insert. */
export async function openPgbench(url: string, quick: boolean): Promise<Pgbench | null> {
  const program = findPgbench()
  if (!program && quick) return null
  if (!program)
    throw new BenchError(
      'pgbench is required as the reference and is not installed. On Debian: apt-get install postgresql',
    )
  const version = await run(program, ['--version'])
  await run(program, ['-i', '-q', '-s', String(quick ? 1 : SCALE), url])
  return {
    version: version.trim(),
    perSecond: async (clients, seconds) => {
      const args = ['-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), url]
      const output = await run(program, args)
      const [, rate] = /tps = ([\d.]+) \(without/.exec(output) ?? []
      if (!rate) throw new Error(`pgbench printed no rate:\n${output}`)
      return Number(rate)
    },
  }
}

async function run(program: string, args: string[]): Promise<string> {
  const child = killOnInterrupt(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }))
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (bytes: Buffer) => {
    output.stdout += bytes
  })
  child.stderr.on('data', (bytes: Buffer) => {
    output.stderr += bytes
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`pgbench ended with code ${code}:\n${output.stderr}`)
  return output.stdout
}
