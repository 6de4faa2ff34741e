import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Generated valid and malicious files, so that the repository contains no binary test data. */

const canvas = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 20, g: 120, b: 90, alpha: 0.5 } } })

export const jpegFile = (width = 64, height = 32) => canvas(width, height).jpeg().toBuffer()
export const pngFile = (width = 64, height = 32) => canvas(width, height, 4).png().toBuffer()
export const webpFile = (width = 64, height = 32) => canvas(width, height, 4).webp().toBuffer()
export const gifFile = (width = 64, height = 32) => canvas(width, height).gif().toBuffer()

/** Has an EXIF orientation, an artist and a location. */
export const jpegFromPhone = () =>
  canvas(64, 32)
    .withExif({ IFD0: { Artist: 'A private person' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** Three frames: red, green, blue. */
export async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = ['red', 'green', 'blue'].map((background) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

/** `more` goes before the end of the file, where a PDF may hold anything. */
export const pdfFile = (more = '') =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n${more}\nxref\n0 3\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R /Size 3 >>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  )

/** A PDF of exactly this many bytes. */
export function pdfOf(bytes: number): Buffer {
  const comment = (length: number) => pdfFile(`%${'x'.repeat(length)}`)
  return comment(bytes - comment(0).length)
}

/** An empty archive: only the end-of-central-directory record, by which ZIP files are recognized. */
export const zipEnd = (comment = '') => {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(comment.length)
  return Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(16), length, Buffer.from(comment, 'latin1')])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A valid image of `side`² black pixels, one bit each: thirty kilobytes that unpack to many megapixels. */
export function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A progressive JPEG of `side`² pixels with many scans of thirty bytes each. */
export function jpegScanBomb(side: number, scans: number): Buffer {
  const word = (value: number) => [value >> 8, value & 0xff]
  const segment = (marker: number, body: number[]) => Buffer.from([0xff, marker, ...word(body.length + 2), ...body])
  const codes = (table: number, symbol: number) => segment(0xc4, [table, 1, ...Array<number>(15).fill(0), symbol])
  const blocks = Math.ceil(side / 8) ** 2
  // Each code skips 16,384 blocks: a bit that names it and fourteen that add nothing.
  const skipAll = Buffer.alloc(Math.ceil((Math.ceil(blocks / 16_384) * 15) / 8))
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, ...word(side), ...word(side), 1, 1, 0x11, 0]),
    codes(0x00, 0),
    codes(0x10, 0xe0),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array<Buffer>(scans).fill(Buffer.concat([segment(0xda, [1, 1, 0, 1, 63, 0]), skipAll])),
    Buffer.from([0xff, 0xd9]),
  ])
}

type Part = { name?: string; filename?: string | null; type?: string; bytes: Buffer | string; headers?: string[] }

/** A multipart body. A part without a file name (null) is a plain field. */
export function form(parts: Part[], boundary = 'a-boundary') {
  const payload = parts.flatMap(({ name = 'image', filename = 'receipt.png', type, bytes, headers = [] }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}\r\n`,
    ...(type ? [`content-type: ${type}\r\n`] : []),
    ...headers.map((header) => `${header}\r\n`),
    '\r\n',
    bytes,
    '\r\n',
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...payload, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece))),
  }
}

export const fileForm = (bytes: Buffer | string, filename = 'receipt.png') => form([{ bytes, filename }])
