import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { pathsIn, prepareSocketFolder, SOCKET_PORT } from './paths.ts'
import type { RunAs } from './run-as.ts'
import type { EmbeddedConnection } from './server-info.ts'
import type { ListenAddress } from './settings.ts'

type ListenChoice = { listen: ListenAddress; connection: EmbeddedConnection }

const ACCOUNT = { user: 'postgres', database: 'openteller' }

/** A Unix socket, which no other machine or user can reach; on Windows a random loopback port with a password. */
export async function chooseListen(dataDir: string, runAs: RunAs): Promise<ListenChoice> {
  if (process.platform === 'win32') return loopback(dataDir)
  const socketFolder = await prepareSocketFolder(dataDir, runAs)
  return { listen: { socketFolder }, connection: { host: socketFolder, port: SOCKET_PORT, ...ACCOUNT } }
}

async function loopback(dataDir: string): Promise<ListenChoice> {
  const { password: path } = pathsIn(dataDir)
  const known = await readFile(path, 'utf8').catch(() => null)
  const password = known ?? randomBytes(24).toString('base64url')
  if (known === null) await writeFile(path, password, { mode: 0o600, flag: 'wx' })
  const port = await findFreePort()
  return { listen: { loopbackPort: port }, connection: { host: '127.0.0.1', port, password, ...ACCOUNT } }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
