import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

type ProxyTarget = { path: string } | { host: string; port: number }
type ProxiedConnection = { client: Socket; upstream: Socket; dropResponse: boolean }

/** The message of the simple query protocol: its type, its length and the statement. */
const COMMIT = 'Q\0\0\0\x0bcommit\0'

/** A TCP proxy that can cut, refuse and lose traffic. */
export class FaultProxy {
  target: ProxyTarget
  readonly #server: Server
  readonly #connections = new Set<ProxiedConnection>()
  #refusing = false
  /** How many responses are still to be dropped: to a POST, or to a COMMIT. */
  #drop: { left: number } | null = null
  readonly #kind: 'http' | 'database'
  dropped = 0

  constructor(kind: 'http' | 'database', target: ProxyTarget) {
    this.#kind = kind
    this.target = target
    this.#server = createServer((client) => this.#accept(client))
  }

  /** On a loopback port, or on a Unix socket that only its owner can open. */
  async listen(path?: string): Promise<number> {
    if (path) await rm(path, { force: true })
    this.#server.listen(path ? { path } : { host: '127.0.0.1', port: 0 })
    await once(this.#server, 'listening')
    if (!path) return (this.#server.address() as AddressInfo).port
    await chmod(path, 0o600)
    return 0
  }

  cutConnections(): number {
    const cut = this.#connections.size
    for (const { client, upstream } of this.#connections) {
      client.destroy()
      upstream.destroy()
    }
    return cut
  }

  refuse(on: boolean): void {
    this.#refusing = on
    if (on) this.cutConnections()
  }

  /** Forwards the next requests and closes the connection instead of forwarding their responses. */
  dropResponses(left: number): void {
    this.#drop = left > 0 ? { left } : null
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
    const pair: ProxiedConnection = { client, upstream, dropResponse: false }
    this.#connections.add(pair)
    const end = () => {
      this.#connections.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end).setNoDelay?.(true)
    client.on('data', (bytes) => {
      if (this.#shouldDrop(bytes)) pair.dropResponse = true
      if (!upstream.write(bytes)) {
        client.pause()
        upstream.once('drain', () => client.resume())
      }
    })
    upstream.on('data', (bytes) => {
      if (pair.dropResponse) return end()
      if (!client.write(bytes)) {
        upstream.pause()
        client.once('drain', () => upstream.resume())
      }
    })
  }

  #shouldDrop(bytes: Buffer): boolean {
    const drop = this.#drop
    if (!drop) return false
    const hit = this.#kind === 'http' ? bytes.toString('latin1', 0, 5) === 'POST ' : bytes.includes(COMMIT, 0, 'latin1')
    if (!hit) return false
    drop.left -= 1
    this.dropped += 1
    if (drop.left === 0) this.#drop = null
    return true
  }
}
