import { setTimeout as sleep } from 'node:timers/promises'
import { POINTS } from '../probe.ts'
import { anyServer, done, type Fault, missed } from './fault.ts'

const POINT_WITHIN_MS = 5_000

export const serverFaults: readonly Fault[] = [
  ...POINTS.map(
    (point): Fault => ({
      kind: `server killed ${point}`,
      async inject(system, dice) {
        const server = anyServer(system, dice)
        const died = await server.signalAt(point, 'kill', POINT_WITHIN_MS)
        return died ? done(server.name) : missed(`nothing came by ${server.name}`)
      },
    }),
  ),
  {
    kind: 'server killed at any moment',
    async inject(system, dice) {
      const server = anyServer(system, dice)
      await sleep(dice.between(0, 200))
      await server.kill()
      return done(server.name)
    },
  },
  {
    kind: 'one of two servers away',
    async inject(system, dice, pace) {
      const server = anyServer(system, dice)
      const awayMs = pace.pauseMs(dice)
      const died = Date.now()
      await server.kill(awayMs)
      await sleep(awayMs)
      return done(`${server.name}, ${awayMs} ms`, Math.max(died, Date.now()))
    },
  },
  {
    kind: 'server paused',
    async inject(system, dice, pace) {
      const server = anyServer(system, dice)
      const pauseMs = pace.pauseMs(dice)
      await server.pause(pauseMs)
      return done(`${server.name}, ${pauseMs} ms`)
    },
  },
  {
    kind: 'server paused holding locks',
    async inject(system, dice, pace) {
      const server = anyServer(system, dice)
      const pauseMs = pace.pauseMs(dice)
      const stopped = await server.signalAt('after the lock', 'pause', POINT_WITHIN_MS)
      if (stopped) await sleep(pauseMs)
      server.resume()
      return stopped ? done(`${server.name}, ${pauseMs} ms`) : missed(`nothing came by ${server.name}`)
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

/** Of one server, so that the two disagree, and back. */
export const clockFaults: readonly Fault[] = CLOCKS.map(([kind, offsetMs]) => ({
  kind,
  async inject(system, dice, pace) {
    const server = anyServer(system, dice)
    server.setClock(offsetMs)
    await sleep(pace.pauseMs(dice))
    server.setClock(0)
    return done(server.name)
  },
}))
