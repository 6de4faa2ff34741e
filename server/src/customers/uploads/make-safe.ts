import type { Sharp } from 'sharp'
import type { Upload } from '#contract/customers/images.ts'
import { limitConcurrency } from '../../platform/runtime/limit-concurrency.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { countScans, detectFormat, type FileFormat, isWholePdf } from './file-format.ts'

const MAX_PIXELS = 25_000_000
const MAX_SIDE = 1024
const QUALITY = 90
/** Real images have about ten. Each scan decodes the whole image and costs thirty bytes in the file. */
const MAX_JPEG_SCANS = 100
const MAX_SECONDS = 5
/** Images are decoded on libuv's thread pool, which password hashing and file operations share. */
const MAX_CONCURRENT = 1

/** Loaded with the first image: the library is slow to load and uses much memory. */
async function loadLibrary() {
  const { default: sharp } = await import('sharp')
  // One thread per image, no cache.
  sharp.cache(false)
  sharp.concurrency(1)
  // libvips reads forty formats, some of them scriptable; only these four loaders are enabled.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
  })
  return sharp
}
let library: ReturnType<typeof loadLibrary> | undefined

type ImageFormat = Exclude<FileFormat, 'pdf'>
export type SafeFile = { kind: Upload['kind']; mediaType: string; bytes: Buffer }

const run = limitConcurrency(MAX_CONCURRENT)

/**
 * Images are decoded and re-encoded, which drops metadata, appended data and scripts. A PDF can't be re-encoded: it is stored
 * as it is and served with headers that keep it inert.
 */
export async function makeSafe(file: Buffer): Promise<SafeFile> {
  const format = detectFormat(file)
  if (format === null) throw new Refusal('upload_failed')
  if (format !== 'pdf') return run(() => reencode(file, format))
  if (!isWholePdf(file)) throw new Refusal('upload_failed')
  return { kind: 'pdf', mediaType: 'application/pdf', bytes: file }
}

const ENCODERS: Record<ImageFormat, { mediaType: string; encode: (image: Sharp) => Sharp }> = {
  jpeg: { mediaType: 'image/jpeg', encode: (image) => image.jpeg({ quality: QUALITY }) },
  png: { mediaType: 'image/png', encode: (image) => image.png() },
  webp: { mediaType: 'image/webp', encode: (image) => image.webp({ quality: QUALITY }) },
  // The first frame of an animation, losslessly.
  gif: { mediaType: 'image/png', encode: (image) => image.png() },
}

async function reencode(file: Buffer, format: ImageFormat): Promise<SafeFile> {
  if (format === 'jpeg' && countScans(file) > MAX_JPEG_SCANS) throw new Refusal('upload_failed')
  const { mediaType, encode } = ENCODERS[format]
  library ??= loadLibrary()
  const sharp = await library
  const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, autoOrient: true })
    .timeout({ seconds: MAX_SECONDS })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
  try {
    return { kind: 'image', mediaType, bytes: await encode(image).toBuffer() }
  } catch {
    // Broken, truncated, too many pixels or too slow: the library has no error codes, and the client gets one response.
    throw new Refusal('upload_failed')
  }
}
