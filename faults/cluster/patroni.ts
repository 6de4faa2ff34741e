import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine } from './machine.ts'

export type Member = { name: string; role: string; state: string; lag?: number | string }
type ClusterState = { members: Member[]; leader: Member | undefined; standby: Member | undefined }

const TIMEOUT_MS = 2_000

/** Patroni's own interface, over the network of the cluster. */
export class Patroni {
  readonly #machines: readonly Machine[]

  constructor(machines: readonly Machine[]) {
    this.#machines = machines
  }

  /** As the first machine that answers sees it. */
  async state(): Promise<ClusterState> {
    for (const { address } of this.#machines) {
      const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
        () => null,
      )
      if (!response?.ok) continue
      const { members } = (await response.json()) as { members: Member[] }
      const leader = members.find(({ role }) => role === 'leader')
      return {
        members,
        leader,
        standby: members.find(({ role }) => role === 'sync_standby' || role === 'quorum_standby'),
      }
    }
    return { members: [], leader: undefined, standby: undefined }
  }

  /** Resolves when all machines run, one leads and one is its synchronous standby. */
  async settled(withinMs: number): Promise<void> {
    let state: ClusterState | null = null
    for (const giveUpAt = Date.now() + withinMs; Date.now() < giveUpAt; await sleep(500)) {
      state = await this.state()
      const healthy = state.members.filter(isHealthy).length
      if (healthy === this.#machines.length && state.leader && state.standby) return
    }
    throw new Error(`The cluster did not settle: ${JSON.stringify(state?.members)}`)
  }

  async switchover(from: Machine, to: Machine): Promise<void> {
    const response = await command(from, 'POST', 'switchover', { leader: from.name, candidate: to.name })
    if (!response.ok) throw new Error(`Switchover refused: ${response.status} ${await response.text()}`)
  }

  /** Patroni before 4.0 takes `quorum` for off: one standby by name is its only safe mode. */
  async nameStandby(withinMs: number): Promise<void> {
    const [machine] = this.#machines
    for (const giveUpAt = Date.now() + withinMs; machine && Date.now() < giveUpAt; await sleep(500)) {
      if (!(await this.state()).leader) continue
      const response = await command(machine, 'PATCH', 'config', { synchronous_mode: true }).catch(() => null)
      if (response?.ok) return
    }
    throw new Error('The configuration of Patroni could not be changed')
  }
}

async function command(machine: Machine, method: string, path: string, body: object): Promise<Response> {
  const environment = await readFile(join(machine.folder, 'etc/patroni_env.conf'), 'utf8')
  const password = /^PATRONI_RESTAPI_PASSWORD=(.*)$/m.exec(environment)?.[1] ?? ''
  return fetch(`http://${machine.address}:8008/${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}` },
    body: JSON.stringify(body),
  })
}

const isHealthy = ({ role, state, lag }: Member) =>
  state === 'streaming' ? lag === 0 : state === 'running' && (role === 'leader' || lag === 0)
