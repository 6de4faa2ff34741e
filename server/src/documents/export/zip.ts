import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportFile } from '../../platform/personal-data/personal-data.ts'

/** Files are opened one after the other, when the client has taken the one before. */
export function zip(files: readonly ExportFile[], at: Date): Readable {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  // The client must not take a part of an archive for the whole.
  archive.on('error', (error: Error) => output.destroy(error))
  for (const { name, open } of files)
    archive.addReadStreamLazy(name, { mtime: at }, (pass) => {
      Promise.resolve()
        .then(open)
        .then(
          (stream) => pass(null, stream),
          (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
        )
    })
  archive.end()
  return output
}
