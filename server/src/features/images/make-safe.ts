import type { Sharp } from 'sharp'
import type { Upload } from '#contract/images.ts'
import { limitConcurrency } from '../../runtime/limit-concurrency.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { type FileFormat, isWholePdf, recogniseFormat, scansOf } from './file-format.ts'

const MAX_PIXELS = 25_000_000
const MAX_SIDE = 1024
const QUALITY = 90
/** Real pictures have about ten. Each costs a walk over the whole picture, and takes thirty bytes to ask for. */
const MAX_JPEG_SCANS = 100
const MAX_SECONDS = 5
/** Pictures are decoded on the thread pool, which passwords and files share. */
const MAX_AT_ONCE = 1

/** With the first picture and not with the server: the library takes longer to load than anything else, and much memory. */
async function loadLibrary() {
  const { default: sharp } = await import('sharp')
  // One picture is one thread's work, and none is worth remembering.
  sharp.cache(false)
  sharp.concurrency(1)
  // It reads forty formats, some of them programs. Only four are wanted, whatever the bytes claim to be.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
  })
  return sharp
}
let library: ReturnType<typeof loadLibrary> | undefined

type ImageFormat = Exclude<FileFormat, 'pdf'>
export type SafeFile = { kind: Upload['kind']; mediaType: string; bytes: Buffer }

const enter = limitConcurrency(MAX_AT_ONCE)

/**
 * What can be kept and shown of a file that somebody sent. A picture is decoded and encoded anew: what was hidden before,
 * behind or between its pixels (places, owners, pages, scripts) does not come along. A PDF can't be made anew: it is kept
 * as it is, and handed out in a way in which it can't act.
 */
export async function makeSafe(file: Buffer): Promise<SafeFile> {
  const format = recogniseFormat(file)
  if (format === null) throw new Refusal('upload_failed')
  if (format !== 'pdf') return enter(() => reencode(file, format))
  if (!isWholePdf(file)) throw new Refusal('upload_failed')
  return { kind: 'pdf', mediaType: 'application/pdf', bytes: file }
}

const ENCODERS: Record<ImageFormat, { mediaType: string; encode: (image: Sharp) => Sharp }> = {
  jpeg: { mediaType: 'image/jpeg', encode: (image) => image.jpeg({ quality: QUALITY }) },
  png: { mediaType: 'image/png', encode: (image) => image.png() },
  webp: { mediaType: 'image/webp', encode: (image) => image.webp({ quality: QUALITY }) },
  // The first picture of an animation; PNG keeps it exactly, and it can't move.
  gif: { mediaType: 'image/png', encode: (image) => image.png() },
}

async function reencode(file: Buffer, format: ImageFormat): Promise<SafeFile> {
  if (format === 'jpeg' && scansOf(file) > MAX_JPEG_SCANS) throw new Refusal('upload_failed')
  const { mediaType, encode } = ENCODERS[format]
  library ??= loadLibrary()
  const sharp = await library
  const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, autoOrient: true })
    .timeout({ seconds: MAX_SECONDS })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
  try {
    return { kind: 'image', mediaType, bytes: await encode(image).toBuffer() }
  } catch {
    // Broken, cut off, too many pixels, too slow: the library says it in words only, and to the sender it is all one.
    throw new Refusal('upload_failed')
  }
}
