import { setTimeout as sleep } from 'node:timers/promises'
import { isReady } from '../is-ready.ts'
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

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const NOTICED_WITHIN_MS = 10_000

const CLOCKS: [string, number][] = [
  ['clock 5 min ahead', 5 * MINUTE_MS],
  ['clock 5 min behind', -5 * MINUTE_MS],
  ['clock 100 d ahead', 100 * DAY_MS],
  ['clock 100 d behind', -100 * DAY_MS],
  ['clock 10 y ahead', 3_652 * DAY_MS],
  ['clock 10 y behind', -3_652 * DAY_MS],
]

/** Sets the clock of one server wrong, and back. Meanwhile it may not be ready, also not after a restart; nothing else changes. */
export const clockFaults: readonly Fault[] = CLOCKS.map(([kind, offsetMs]) => ({
  kind,
  async inject(system, random, durations) {
    const server = anyServer(system, random)
    const restarts = random.chance(0.3)
    server.setClock(offsetMs)
    for (const giveUpAt = Date.now() + NOTICED_WITHIN_MS; await isReady(server.port); await sleep(50))
      if (Date.now() > giveUpAt) throw new Error(`${server.name} is ready, although its clock is wrong`)
    if (restarts) await server.kill()
    await sleep(durations.pauseMs(random))
    if (await isReady(server.port)) throw new Error(`${server.name} became ready, although its clock is wrong`)
    server.setClock(0)
    return done(`${server.name}${restarts ? ', restarted' : ''}`)
  },
}))
