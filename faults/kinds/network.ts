import { setTimeout as sleep } from 'node:timers/promises'
import { done, type Fault, missed } from './fault.ts'

const LOST_WITHIN_MS = 5_000

export const networkFaults: readonly Fault[] = [
  {
    kind: 'client connections cut',
    async inject(system, dice) {
      const proxy = dice.pick(system.serverProxies)
      let cut = 0
      for (let times = dice.between(1, 4); times > 0; times -= 1) {
        cut += proxy.cutConnections()
        await sleep(dice.between(10, 120))
      }
      return done(`${cut} cut`)
    },
  },
  {
    kind: 'database connections cut',
    async inject(system, dice) {
      let cut = 0
      for (let times = dice.between(1, 4); times > 0; times -= 1) {
        cut += system.databaseProxy.cutConnections()
        await sleep(dice.between(10, 120))
      }
      return done(`${cut} cut`)
    },
  },
  {
    kind: 'database out of reach',
    async inject(system, dice, pace) {
      const awayMs = pace.pauseMs(dice)
      system.databaseProxy.refuse(true)
      await sleep(awayMs)
      system.databaseProxy.refuse(false)
      return done(`${awayMs} ms`)
    },
  },
  {
    kind: 'answers to clients lost after the commit',
    async inject(system, dice) {
      const count = dice.between(3, 12)
      const lost = await lose(dice.pick(system.serverProxies), count)
      return lost > 0 ? done(`${lost} lost`) : missed('nobody asked')
    },
  },
  {
    kind: 'answers to COMMIT lost',
    async inject(system, dice) {
      const lost = await lose(system.databaseProxy, dice.between(1, 4))
      return lost > 0 ? done(`${lost} lost`) : missed('nothing was committed')
    },
  },
]

type ResponseDropper = { dropped: number; dropResponses(left: number): void }

async function lose(proxy: ResponseDropper, count: number): Promise<number> {
  const before = proxy.dropped
  proxy.dropResponses(count)
  for (const giveUpAt = Date.now() + LOST_WITHIN_MS; Date.now() < giveUpAt; await sleep(10))
    if (proxy.dropped - before >= count) break
  proxy.dropResponses(0)
  return proxy.dropped - before
}
