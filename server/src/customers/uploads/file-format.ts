export type FileFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'pdf'

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Detects the format by magic bytes; file names and declared types are ignored. */
export function detectFormat(file: Buffer): FileFormat | null {
  const text = (from: number, to: number) => file.toString('latin1', from, to)
  if (file.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg'
  if (file.subarray(0, PNG.length).equals(PNG)) return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif'
  if (text(0, 5) === '%PDF-') return 'pdf'
  return null
}

const START_OF_SCAN = Buffer.from([0xff, 0xda])

/** The number of scans of a JPEG. The marker can't occur inside compressed data, where 0xff is followed by 0. */
export function countScans(jpeg: Buffer): number {
  let scans = 0
  for (let at = jpeg.indexOf(START_OF_SCAN); at >= 0; at = jpeg.indexOf(START_OF_SCAN, at + 2)) scans++
  return scans
}

const PDF_VERSION = /^%PDF-[12]\.[0-9]/
/** The end-of-file marker, followed by PDF white space only. */
const PDF_END = /%%EOF[\0\t\n\f\r ]*$/
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
/** The ZIP directory record is at most this far from the end of the file. */
const ZIP_END_REACH = 65_535 + 22

/** A PDF and nothing else: no data after the end marker, and not also a ZIP archive (a polyglot). */
export function isWholePdf(file: Buffer): boolean {
  const ends = PDF_END.test(file.toString('latin1', file.length - 1024))
  return PDF_VERSION.test(file.toString('latin1', 0, 8)) && ends && !file.subarray(-ZIP_END_REACH).includes(ZIP_END)
}
