import { setTimeout as sleep } from 'node:timers/promises'
import { POINTS } from '../probe.ts'
import { anyServer, done, type Fault, missed } from './fault.ts'

const POINT_WITHIN_MS = 5_000

export const serverFaults: readonly Fault[] = [
  ...POINTS.map(
    (point): Fault => ({
      kind: `server killed ${point}`,
      async inject(system, random) {
        const server = anyServer(system, random)
        const killed = await server.signalAt(point, 'kill', POINT_WITHIN_MS)
        return killed ? done(server.name) : missed(`no command on ${server.name}`)
      },
    }),
  ),
  {
    kind: 'server killed at any moment',
    async inject(system, random) {
      const server = anyServer(system, random)
      await sleep(random.between(0, 200))
      await server.kill()
      return done(server.name)
    },
  },
  {
    kind: 'one of two servers down',
    async inject(system, random, durations) {
      const server = anyServer(system, random)
      const downMs = durations.pauseMs(random)
      const killedAt = Date.now()
      await server.kill(downMs)
      await sleep(downMs)
      return done(`${server.name}, ${downMs} ms`, Math.max(killedAt, Date.now()))
    },
  },
  {
    kind: 'server paused',
    async inject(system, random, durations) {
      const server = anyServer(system, random)
      const pauseMs = durations.pauseMs(random)
      await server.pause(pauseMs)
      return done(`${server.name}, ${pauseMs} ms`)
    },
  },
  {
    kind: 'server paused holding locks',
    async inject(system, random, durations) {
      const server = anyServer(system, random)
      const pauseMs = durations.pauseMs(random)
      const stopped = await server.signalAt('after the lock', 'pause', POINT_WITHIN_MS)
      if (stopped) await sleep(pauseMs)
      server.resume()
      return stopped ? done(`${server.name}, ${pauseMs} ms`) : missed(`no command on ${server.name}`)
    },
  },
]

const HOUR_MS = 3_600_000

const CLOCKS: [string, number][] = [
  ['clock 2 h ahead', 2 * HOUR_MS],
  ['clock 2 h behind', -2 * HOUR_MS],
  ['clock 30 d ahead', 720 * HOUR_MS],
  ['clock 30 d behind', -720 * HOUR_MS],
]

/** Moves the clock of one server, so that the two disagree, and back. */
export const clockFaults: readonly Fault[] = CLOCKS.map(([kind, offsetMs]) => ({
  kind,
  async inject(system, random, durations) {
    const server = anyServer(system, random)
    server.setClock(offsetMs)
    await sleep(durations.pauseMs(random))
    server.setClock(0)
    return done(server.name)
  },
}))
