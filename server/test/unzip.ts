import { inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50

/** The files of a ZIP archive by name, from its central directory. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('Not a whole ZIP archive')
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('The central directory is broken')
    const [size, nameLength, extra, comment] = [
      archive.readUInt32LE(at + 20),
      ...[28, 30, 32].map((field) => archive.readUInt16LE(at + field)),
    ] as [number, number, number, number]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const bytes = archive.subarray(start, start + size)
    files.set(name, archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : Buffer.from(bytes))
    at += 46 + nameLength + extra + comment
  }
  return files
}
