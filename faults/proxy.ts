import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

type ProxyTarget = { path: string } | { host: string; port: number }
type ProxiedConnection = { client: Socket; upstream: Socket; swallow: boolean; commit: string | null }

/** The driver prepares `commit` once for each connection, and from then on calls it by its name. */
const PREPARED_COMMIT = /P[\s\S]{4}([^\0]+)\0commit\0/

/** Stands between two programs, passes everything on, and breaks things when told to. */
export class FaultProxy {
  target: ProxyTarget
  readonly #server: Server
  readonly #pairs = new Set<ProxiedConnection>()
  #refusing = false
  /** How many answers are still to be lost: to a POST, or to a COMMIT. */
  #lose: { left: number } | null = null
  readonly #kind: 'http' | 'database'
  dropped = 0

  constructor(kind: 'http' | 'database', target: ProxyTarget) {
    this.#kind = kind
    this.target = target
    this.#server = createServer((client) => this.#accept(client))
  }

  /** On a port of the loopback address, or on a socket that only its owner can enter. */
  async listen(path?: string): Promise<number> {
    if (path) await rm(path, { force: true })
    this.#server.listen(path ? { path } : { host: '127.0.0.1', port: 0 })
    await once(this.#server, 'listening')
    if (!path) return (this.#server.address() as AddressInfo).port
    await chmod(path, 0o600)
    return 0
  }

  cutConnections(): number {
    const cut = this.#pairs.size
    for (const { client, upstream } of this.#pairs) {
      client.destroy()
      upstream.destroy()
    }
    return cut
  }

  refuse(on: boolean): void {
    this.#refusing = on
    if (on) this.cutConnections()
  }

  /** The request passes, the answer does not: whoever asked never learns what became of it. */
  dropResponses(left: number): void {
    this.#lose = left > 0 ? { left } : null
  }

  async close(): Promise<void> {
    this.cutConnections()
    this.#server.close()
    await once(this.#server, 'close').catch(() => {})
  }

  #accept(client: Socket): void {
    if (this.#refusing) {
      client.destroy()
      return
    }
    const upstream = connect(this.target)
    const pair: ProxiedConnection = { client, upstream, swallow: false, commit: null }
    this.#pairs.add(pair)
    const end = () => {
      this.#pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end).setNoDelay?.(true)
    client.on('data', (bytes) => {
      if (this.#wantsLost(bytes, pair)) pair.swallow = true
      if (!upstream.write(bytes)) {
        client.pause()
        upstream.once('drain', () => client.resume())
      }
    })
    upstream.on('data', (bytes) => {
      if (pair.swallow) return end()
      if (!client.write(bytes)) {
        upstream.pause()
        client.once('drain', () => upstream.resume())
      }
    })
  }

  #wantsLost(bytes: Buffer, pair: ProxiedConnection): boolean {
    const lose = this.#lose
    if (this.#kind === 'database' && pair.commit === null)
      pair.commit = PREPARED_COMMIT.exec(bytes.toString('latin1'))?.[1] ?? null
    if (!lose) return false
    const hit = this.#kind === 'http' ? bytes.toString('latin1', 0, 5) === 'POST ' : isCommit(bytes, pair.commit)
    if (!hit) return false
    lose.left -= 1
    this.dropped += 1
    if (lose.left === 0) this.#lose = null
    return true
  }
}

const isCommit = (bytes: Buffer, name: string | null) => name !== null && bytes.includes(`\0${name}\0`, 0, 'latin1')
