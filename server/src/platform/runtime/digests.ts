import { createHmac, hash, type KeyObject } from 'node:crypto'

/*
 * SHA-256 into Node's pool of buffers. A digest with memory of its own takes up to twice as long, and the garbage
 * collector frees each by itself. Not for values that are kept for long: each would keep its whole part of the pool.
 */

export const sha256 = (content: string | Uint8Array): Buffer => Buffer.from(hash('sha256', content, 'hex'), 'hex')

export const hmacSha256 = (key: KeyObject, text: string): Buffer =>
  Buffer.from(createHmac('sha256', key).update(text).digest('hex'), 'hex')
