import { setTimeout as sleep } from 'node:timers/promises'
import { signal } from '../database/node.ts'
import type { BankSystem } from '../system.ts'
import { done, type Fault, missed } from './fault.ts'

export const databaseFaults: readonly Fault[] = [
  {
    kind: 'PostgreSQL killed',
    async inject({ database }) {
      database.primary.killPostmaster()
      return done(database.primary.name)
    },
  },
  {
    kind: 'one backend of PostgreSQL killed',
    async inject({ database }, random) {
      const backends = await database.primary.backends().catch(() => [])
      if (backends.length === 0) return missed('no backend')
      signal(random.pick(backends), 'SIGKILL')
      return done(`one of ${backends.length}`)
    },
  },
  {
    kind: 'PostgreSQL paused',
    async inject({ database }, random, durations) {
      const pauseMs = durations.pauseMs(random)
      const paused = await database.primary.processes()
      for (const pid of paused) signal(pid, 'SIGSTOP')
      await sleep(pauseMs)
      for (const pid of paused) signal(pid, 'SIGCONT')
      return done(`${pauseMs} ms`)
    },
  },
  {
    kind: 'disk full for the database',
    impossible: ({ disk }) => disk.missing,
    async inject({ database, disk }, random, durations) {
      await disk.fill()
      // Fill the current WAL segment, whose free space would otherwise last for minutes.
      let failure = ''
      for (let turns = 0; turns < 60 && !failure; turns += 1)
        await database.primary
          .query("select pg_logical_emit_message(false, 'fill', repeat('x', 100000)), pg_switch_wal()")
          .catch((error) => {
            failure = String(error.code ?? error.message)
          })
      await sleep(Math.min(3_000, durations.pauseMs(random)))
      await disk.free()
      return done(failure || 'no write failed')
    },
  },
  {
    kind: 'disk full for uploads',
    impossible: ({ disk }) => disk.missing,
    async inject({ disk }, random, durations) {
      await disk.fill()
      await sleep(Math.min(3_000, durations.pauseMs(random)))
      await disk.free()
      return done('')
    },
  },
  {
    kind: 'primary lost, standby promoted',
    impossible: ({ database }) => (database.standby ? null : 'there is no standby'),
    inject: failOver,
  },
]

/** The steps of an operator or of Patroni: fence the old primary, promote the standby, redirect connections to it. */
async function failOver(system: BankSystem) {
  const { database, databaseProxy } = system
  await database.waitUntilSynchronous()
  const since = Date.now()
  await database.primary.destroy()
  databaseProxy.refuse(true)
  await database.promote()
  databaseProxy.target = { path: database.primary.socketFile }
  databaseProxy.refuse(false)
  return done(`promoted after ${Date.now() - since} ms`, since)
}
