import type { HashProgress } from './hash-worker.ts'

/** The file was deleted meanwhile, is a folder, or its disk was removed. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** The SHA-256 of a file in hex. The file stays in the browser. */
export function hashFile(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.addEventListener('error', () => reject(new UnreadableFile()))
    worker.addEventListener('message', ({ data }: MessageEvent<HashProgress>) => {
      if ('sha256' in data) resolve(data.sha256)
      else if ('unreadable' in data) reject(new UnreadableFile())
      else onProgress(data.hashedBytes / file.size)
    })
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
