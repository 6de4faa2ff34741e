import { createServer, type IncomingMessage, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** `gone`: nothing listens any more. */
export type ExternalMode = 'works' | 'slow' | 'failing' | 'gone'

const SLOW_MS = 2_000

/** A server of another company, in the campaign's own process: no fault of the bank reaches what it has accepted. */
export class ExternalServer {
  readonly #receive: (request: IncomingMessage, body: Buffer) => number
  #mode: ExternalMode = 'works'
  #server: Server | null = null
  #port = 0

  /** `receive` returns the status of the response. */
  constructor(receive: (request: IncomingMessage, body: Buffer) => number) {
    this.#receive = receive
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', async () => {
        if (this.#mode === 'slow') await sleep(SLOW_MS)
        const status = this.#mode === 'failing' ? 503 : this.#receive(request, Buffer.concat(chunks))
        response.writeHead(status).end()
      })
      request.on('error', () => {})
    })
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as { port: number }).port
    this.#server = server
  }

  async become(mode: ExternalMode): Promise<void> {
    const wasGone = this.#mode === 'gone'
    this.#mode = mode
    if (mode === 'gone') await this.stop()
    else if (wasGone) await this.start()
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    server?.closeAllConnections()
    if (server) await new Promise((resolve) => server.close(resolve))
  }
}
