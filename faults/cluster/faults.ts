import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { PUBLIC_ADDRESS, SLOW_CLIENTS } from './cluster.ts'

const POSTGRES = /^(\/\S+\/)?postgres(:| )/
const DOWN_MS = 30_000
const SLOW_CONNECTIONS = 4_500
const SLOW_MS = 10_000

/** Injects a fault and heals it again. Service may be back long before the fault is healed. */
export type ClusterFault = { name: string; inject: (cluster: Cluster) => Promise<void> }

export const LEADER_KILLED: ClusterFault = {
  name: 'leader killed (machine)',
  inject: async (cluster) => restart(cluster, await cluster.leader()),
}

export const FAULTS: readonly ClusterFault[] = [
  LEADER_KILLED,
  {
    name: 'leader killed (PostgreSQL only)',
    inject: async (cluster) => {
      await (await cluster.leader()).signal(POSTGRES, 'SIGKILL')
      await sleep(DOWN_MS / 3)
    },
  },
  {
    name: 'switchover',
    inject: async (cluster) => {
      const { leader, standby } = await cluster.patroni.state()
      if (!leader || !standby) throw new Error('The cluster has no standby')
      await cluster.patroni.switchover(cluster.machineOf(leader), cluster.machineOf(standby))
      await sleep(DOWN_MS / 3)
    },
  },
  { name: 'leader paused for 10 s', inject: async (cluster) => (await cluster.leader()).pause(10_000) },
  { name: 'leader paused for 20 s', inject: async (cluster) => (await cluster.leader()).pause(20_000) },
  { name: 'leader paused for 40 s', inject: async (cluster) => (await cluster.leader()).pause(40_000) },
  { name: 'leader cut off for 40 s', inject: async (cluster) => (await cluster.leader()).cut(40_000) },
  {
    name: 'synchronous standby killed',
    inject: async (cluster) => {
      const { standby } = await cluster.patroni.state()
      if (standby) await restart(cluster, cluster.machineOf(standby))
    },
  },
  {
    name: 'both banks restarted in turn',
    inject: async (cluster) => {
      for (const bank of cluster.banks) {
        await cluster.restartBank(bank)
        // The load balancer has to see that it is ready.
        await sleep(1_500)
      }
    },
  },
  { name: `${SLOW_CONNECTIONS} slow connections`, inject: holdConnections },
]

async function restart(cluster: Cluster, machine: Cluster['databases'][number]): Promise<void> {
  await machine.kill()
  await sleep(DOWN_MS)
  await machine.boot()
  cluster.startDatabase(machine)
}

/** Each sends a byte a second and never a whole request. */
async function holdConnections(): Promise<void> {
  const { hostname } = new URL(PUBLIC_ADDRESS)
  const sockets: Socket[] = []
  for (let index = 0; index < SLOW_CONNECTIONS; index += 1) {
    const socket = connect({ host: hostname, port: index % 2 === 0 ? 80 : 443, localAddress: SLOW_CLIENTS })
    socket.on('error', () => {})
    sockets.push(socket)
    if (index % 100 === 99) await Promise.race([once(socket, 'connect').catch(() => {}), sleep(50)])
  }
  for (const endAt = Date.now() + SLOW_MS; Date.now() < endAt; await sleep(1_000))
    for (const socket of sockets) if (socket.writable) socket.write('G')
  for (const socket of sockets) socket.destroy()
}
