import { Agent, request } from 'node:http'

/** Shorter than many a pause: a request that is given up may well be carried out afterwards. */
const GIVE_UP_MS = 4_000

export type Call = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  token?: string
  body?: object
  file?: Buffer
  key?: string
}
export type Reply = {
  status: number
  body: Record<string, unknown> & { code?: string; _id?: string }
  replayed: boolean
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
export const closeConnections = () => agent.destroy()

/** One request to one server, through its proxy. Rejects when there is no whole answer. */
export function send(port: number, { method, path, token, body, file, key }: Call): Promise<Reply> {
  const payload = file ? multipart(file) : body ? Buffer.from(JSON.stringify(body)) : undefined
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(file ? { 'content-type': 'multipart/form-data; boundary=a-boundary' } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(payload ? { 'content-length': payload.length } : {}),
  }
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path: `/api${path}`, headers, agent }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('close', () => {
        clearTimeout(timer)
        if (!response.complete) return reject(new Error('The answer broke off'))
        try {
          const text = Buffer.concat(pieces).toString()
          const replayed = response.headers['idempotency-replayed'] === 'true'
          resolve({ status: response.statusCode ?? 0, body: text ? JSON.parse(text) : {}, replayed })
        } catch (error) {
          reject(error)
        }
      })
    })
    const timer = setTimeout(() => asked.destroy(new Error('No answer in time')), GIVE_UP_MS)
    asked.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    asked.end(payload)
  })
}

function multipart(file: Buffer): Buffer {
  const head = '--a-boundary\r\ncontent-disposition: form-data; name="image"; filename="receipt.pdf"\r\n\r\n'
  return Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--a-boundary--\r\n')])
}
