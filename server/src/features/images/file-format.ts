export type FileFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'pdf'

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** By its first bytes, which decide how it will be read; names and declared types decide nothing. */
export function recogniseFormat(file: Buffer): FileFormat | null {
  const text = (from: number, to: number) => file.toString('latin1', from, to)
  if (file.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg'
  if (file.subarray(0, PNG.length).equals(PNG)) return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif'
  if (text(0, 5) === '%PDF-') return 'pdf'
  return null
}

const START_OF_SCAN = Buffer.from([0xff, 0xda])

/** How often a JPEG starts over its picture. Inside compressed data the marker can't occur: there 0xff is followed by 0. */
export function scansOf(jpeg: Buffer): number {
  let scans = 0
  for (let at = jpeg.indexOf(START_OF_SCAN); at >= 0; at = jpeg.indexOf(START_OF_SCAN, at + 2)) scans++
  return scans
}

const PDF_VERSION = /^%PDF-[12]\.[0-9]/
/** The end mark, and after it nothing but what PDF calls white space. */
const PDF_END = /%%EOF[\0\t\n\f\r ]*$/
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
/** An archive is found by its directory, which is at most this far from the end of the file. */
const ZIP_END_REACH = 65_535 + 22

/**
 * A PDF from its first byte to its last. A file that goes on after the end mark has room for a second file, and one that
 * could also be opened as an archive is two files already: neither is a receipt.
 */
export function isWholePdf(file: Buffer): boolean {
  const ends = PDF_END.test(file.toString('latin1', file.length - 1024))
  return PDF_VERSION.test(file.toString('latin1', 0, 8)) && ends && !file.subarray(-ZIP_END_REACH).includes(ZIP_END)
}
