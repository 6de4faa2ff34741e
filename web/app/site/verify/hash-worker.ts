import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const PIECE_BYTES = 4 * 1024 * 1024

export type HashProgress = { hashedBytes: number } | { sha256: string } | { unreadable: true }

const report = (progress: HashProgress) => postMessage(progress)

/** In a worker, so that the page stays responsive, and in pieces: a file may be larger than the memory. */
addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  const hash = sha256.create()
  try {
    for (let start = 0; start < file.size; start += PIECE_BYTES) {
      const piece = await file.slice(start, start + PIECE_BYTES).arrayBuffer()
      hash.update(new Uint8Array(piece))
      report({ hashedBytes: start + piece.byteLength })
    }
    report({ sha256: bytesToHex(hash.digest()) })
  } catch {
    report({ unreadable: true })
  }
})
