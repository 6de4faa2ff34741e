import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { BenchError } from '../database.ts'
import { killOnInterrupt } from '../processes.ts'
import { findProgram } from './find-program.ts'

/** A million accounts and ten branches: with one branch alone, pgbench would wait for itself on its one row. */
const SCALE = 10

/** Debian keeps it beside the server and not on the path. */
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

/** TPC-B as pgbench brings it, on the same PostgreSQL: one transaction is three updates, a read and an insert. */
export async function openPgbench(url: string, quick: boolean): Promise<Pgbench | null> {
  const program = findPgbench()
  if (!program && quick) return null
  if (!program)
    throw new BenchError(
      'pgbench is not installed, and there is nothing else to compare with. On Debian: apt-get install postgresql',
    )
  const version = await run(program, ['--version'])
  await run(program, ['-i', '-q', '-s', String(quick ? 1 : SCALE), url])
  return {
    version: version.trim(),
    perSecond: async (clients, seconds) => {
      const args = ['-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), url]
      const said = await run(program, args)
      const [, rate] = /tps = ([\d.]+) \(without/.exec(said) ?? []
      if (!rate) throw new Error(`pgbench said nothing that can be read:\n${said}`)
      return Number(rate)
    },
  }
}

async function run(program: string, args: string[]): Promise<string> {
  const child = killOnInterrupt(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }))
  const said = { out: '', error: '' }
  child.stdout.on('data', (bytes: Buffer) => {
    said.out += bytes
  })
  child.stderr.on('data', (bytes: Buffer) => {
    said.error += bytes
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`pgbench ended with code ${code}:\n${said.error}`)
  return said.out
}
