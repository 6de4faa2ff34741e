import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SOCKET_PORT } from '#server/platform/db/embedded/paths.ts'
import { takeBaseBackup } from './base-backup.ts'
import { PostgresNode } from './node.ts'

/** A primary and, once added, a synchronous standby. */
export class DatabasePair {
  readonly #log: (line: string) => void
  readonly #folders: readonly [string, string]
  primary: PostgresNode
  standby: PostgresNode | null = null
  #nodeCount = 1

  constructor(folders: readonly [string, string], log: (line: string) => void) {
    this.#folders = folders
    this.#log = log
    this.primary = new PostgresNode('database 1', folders[0], log)
  }

  start(): Promise<void> {
    return this.primary.start()
  }

  /** From a base backup of the running primary. From then on every commit waits for the standby. */
  async addStandby(): Promise<void> {
    const folder = this.#folders.find((other) => other !== this.primary.dataDir) ?? this.#folders[1]
    this.#nodeCount += 1
    const node = new PostgresNode(`database ${this.#nodeCount}`, folder, this.#log)
    const slot = `standby_${this.#nodeCount}`
    await rm(node.cluster, { recursive: true, force: true })
    await mkdir(dirname(node.cluster), { recursive: true })
    await takeBaseBackup(this.primary, node.cluster, { slot, withLog: false })
    const follow = `host=${this.primary.socketFolder} port=${SOCKET_PORT} user=postgres application_name=${slot}`
    const auto = join(node.cluster, 'postgresql.auto.conf')
    // Replaces the copied file, whose synchronous_standby_names would make the promoted node wait for itself.
    await writeFile(auto, `primary_conninfo = '${follow}'\nprimary_slot_name = '${slot}'\n`, { mode: 0o600 })
    await appendFile(join(node.cluster, 'standby.signal'), '')
    await node.start()
    await this.primary.query(`alter system set synchronous_standby_names = '${slot}'`)
    await this.primary.query('select pg_reload_conf()')
    this.standby = node
    await this.waitUntilSynchronous()
  }

  /** Waits until the primary reports the standby as synchronous. */
  async waitUntilSynchronous(withinMs = 120_000): Promise<void> {
    for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(50)) {
      const states = await this.primary
        .query<{ sync_state: string }>("select sync_state from pg_stat_replication where state = 'streaming'")
        .catch(() => [])
      if (states.some(({ sync_state }) => sync_state === 'sync')) return
    }
    throw new Error('The standby is not in sync with its primary')
  }

  /** Makes the standby the primary. The old primary must be dead, or both would accept commits. */
  async promote(): Promise<void> {
    const { standby } = this
    if (!standby) throw new Error('There is no standby to promote')
    await standby.query('select pg_promote(true, 60)')
    await standby.query('alter system reset primary_conninfo')
    await standby.query('alter system reset primary_slot_name')
    this.primary = standby
    this.standby = null
  }

  async stop(): Promise<void> {
    await this.primary.stop()
    await this.standby?.stop()
  }
}
