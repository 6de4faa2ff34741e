import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SOCKET_PORT } from '#server/db/embedded/places.ts'
import { takeBaseBackup } from './base-backup.ts'
import { PostgresNode } from './node.ts'

/** A primary and, when asked for, a standby that every commit waits for. */
export class DatabasePair {
  readonly #say: (line: string) => void
  readonly #folders: readonly [string, string]
  primary: PostgresNode
  standby: PostgresNode | null = null
  #made = 1

  constructor(folders: readonly [string, string], say: (line: string) => void) {
    this.#folders = folders
    this.#say = say
    this.primary = new PostgresNode('database 1', folders[0], say)
  }

  start(): Promise<void> {
    return this.primary.start()
  }

  /** From a base backup of the running primary; from then on no commit is answered before the standby has it. */
  async addStandby(): Promise<void> {
    const folder = this.#folders.find((other) => other !== this.primary.dataDir) ?? this.#folders[1]
    this.#made += 1
    const node = new PostgresNode(`database ${this.#made}`, folder, this.#say)
    const slot = `standby_${this.#made}`
    await rm(node.cluster, { recursive: true, force: true })
    await mkdir(dirname(node.cluster), { recursive: true })
    await takeBaseBackup(this.primary, node.cluster, { slot, withLog: false })
    const follow = `host=${this.primary.socketFolder} port=${SOCKET_PORT} user=postgres application_name=${slot}`
    const auto = join(node.cluster, 'postgresql.auto.conf')
    // Of its primary: names that this one must not wait for when it is promoted.
    await writeFile(auto, `primary_conninfo = '${follow}'\nprimary_slot_name = '${slot}'\n`, { mode: 0o600 })
    await appendFile(join(node.cluster, 'standby.signal'), '')
    await node.start()
    await this.primary.query(`alter system set synchronous_standby_names = '${slot}'`)
    await this.primary.query('select pg_reload_conf()')
    this.standby = node
    await this.waitUntilSynchronous()
  }

  /** Until the primary says that its commits wait for the standby. */
  async waitUntilSynchronous(withinMs = 120_000): Promise<void> {
    for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(50)) {
      const states = await this.primary
        .query<{ sync_state: string }>("select sync_state from pg_stat_replication where state = 'streaming'")
        .catch(() => [])
      if (states.some(({ sync_state }) => sync_state === 'sync')) return
    }
    throw new Error('The standby does not follow its primary')
  }

  /** The standby becomes the primary. Whoever was it must be dead: two would both say yes. */
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
