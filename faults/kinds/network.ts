import { setTimeout as sleep } from 'node:timers/promises'
import { done, type Fault, missed } from './fault.ts'

const DROP_WITHIN_MS = 5_000

export const networkFaults: readonly Fault[] = [
  {
    kind: 'client connections cut',
    async inject(system, random) {
      const proxy = random.pick(system.serverProxies)
      let cut = 0
      for (let times = random.between(1, 4); times > 0; times -= 1) {
        cut += proxy.cutConnections()
        await sleep(random.between(10, 120))
      }
      return done(`${cut} cut`)
    },
  },
  {
    kind: 'database connections cut',
    async inject(system, random) {
      let cut = 0
      for (let times = random.between(1, 4); times > 0; times -= 1) {
        cut += system.databaseProxy.cutConnections()
        await sleep(random.between(10, 120))
      }
      return done(`${cut} cut`)
    },
  },
  {
    kind: 'database unreachable',
    async inject(system, random, durations) {
      const downMs = durations.pauseMs(random)
      system.databaseProxy.refuse(true)
      await sleep(downMs)
      system.databaseProxy.refuse(false)
      return done(`${downMs} ms`)
    },
  },
  {
    kind: 'responses to clients lost after the commit',
    async inject(system, random) {
      const count = random.between(3, 12)
      const lost = await dropResponses(random.pick(system.serverProxies), count)
      return lost > 0 ? done(`${lost} lost`) : missed('no request')
    },
  },
  {
    kind: 'responses to COMMIT lost',
    async inject(system, random) {
      const lost = await dropResponses(system.databaseProxy, random.between(1, 4))
      return lost > 0 ? done(`${lost} lost`) : missed('no commit')
    },
  },
]

type ResponseDropper = { dropped: number; dropResponses(left: number): void }

async function dropResponses(proxy: ResponseDropper, count: number): Promise<number> {
  const before = proxy.dropped
  proxy.dropResponses(count)
  for (const giveUpAt = Date.now() + DROP_WITHIN_MS; Date.now() < giveUpAt; await sleep(10))
    if (proxy.dropped - before >= count) break
  proxy.dropResponses(0)
  return proxy.dropped - before
}
