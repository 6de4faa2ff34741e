import type { SeededRandom } from '#server/demo/seeded-random.ts'
import {
  animation,
  fileForm,
  form,
  gifFile,
  jpegFile,
  jpegFromPhone,
  jpegScanBomb,
  pdfFile,
  pdfOf,
  pngBomb,
  pngFile,
  webpFile,
  zipEnd,
} from '../../server/test/files.ts'

/** A harmless file may be stored, if nothing that was hidden in it is served again. */
export type HostileFile = { name: string; form: ReturnType<typeof form>; must: 'be refused' | 'be harmless' }

/** Every hidden script contains this, so it must never be served. */
export const MARK = 'abuse-mark'
const SCRIPT = `<script>alert("${MARK}")</script>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}<rect width="9" height="9"/></svg>`
const LIMIT = 10 * 1024 * 1024

type NamedFile = [string, Buffer | string]
const bytes = (text: string) => Buffer.from(text, 'latin1')
const padded = (start: string) => Buffer.concat([bytes(start), Buffer.alloc(600)])

/** None of the five accepted formats, whatever the file claims to be. */
const unsupportedFiles = (): NamedFile[] => [
  ['empty', ''],
  ['one byte', 'x'],
  ['SVG', SVG],
  ['SVG with a declaration', `<?xml version="1.0"?>${SVG}`],
  [
    'SVG that includes a file',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>',
  ],
  ['SVG, gzipped', padded('\x1f\x8b\x08\x00')],
  ['page', `<!doctype html>${SCRIPT}`],
  ['archive', zipEnd()],
  ['ELF program', padded('\x7fELF')],
  ['Windows program', padded('MZ\x90\x00')],
  ['shell script', '#!/bin/sh\nrm -rf /\n'],
  ['TIFF', padded('II*\0')],
  ['TIFF, big-endian', padded('MM\0*')],
  ['BMP', padded('BM')],
  ['ICO', padded('\0\0\x01\0')],
  ['AVIF', padded('\0\0\0\x20ftypavif')],
  ['HEIC', padded('\0\0\0\x20ftypheic')],
  ['MP4', padded('\0\0\0\x20ftypisom')],
  ['JPEG 2000', padded('\0\0\0\x0cjP  \r\n\x87\n')],
  ['JPEG XL', padded('\xff\x0a')],
  ['WAVE in a RIFF', padded('RIFF\x40\0\0\0WAVE')],
  ['PostScript', `%!PS-Adobe-3.0\n(${MARK}) print\n`],
  ['EPS with a PDF name', '%!PS-Adobe-3.0 EPSF-3.0\n'],
  ['ImageMagick script', 'push graphic-context\nfill "url(https://127.0.0.1/x)"\npop graphic-context\n'],
  ['XBM', '#define x_width 1\n#define x_height 1\nstatic char x_bits[] = { 0x00 };\n'],
  ['PPM', 'P6\n99999 99999\n255\n'],
  ['Photoshop', padded('8BPS\0\x01')],
  ['DICOM', Buffer.concat([Buffer.alloc(128), bytes('DICM'), Buffer.alloc(500)])],
  ['PDF that starts late', Buffer.concat([bytes(`${SCRIPT}\n`), pdfFile()])],
  ['start of a JPEG', Buffer.from([0xff, 0xd8, 0xff])],
  ['start of a PNG', bytes('\x89PNG\r\n\x1a\n')],
  ['start of a GIF, then script', `GIF89a=1;alert("${MARK}")//`],
  ['start of a WebP', padded('RIFF\x40\0\0\0WEBPVP8 ')],
  ['start of a PDF', '%PDF-1.4\n'],
  ['JPEG of noise', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4000, 0x5a)])],
]

function claiming(side: number): Buffer {
  const file = pngBomb(100)
  file.writeUInt32BE(side, 16)
  file.writeUInt32BE(side, 20)
  return file
}

async function bombs(): Promise<NamedFile[]> {
  return [
    ['PNG of 16,000² pixels', pngBomb(16_000)],
    ['PNG of 5,001² pixels', pngBomb(5_001)],
    ['PNG that claims 60,000² pixels', claiming(60_000)],
    ['JPEG with 10,000 scans', jpegScanBomb(5_000, 10_000)],
    ['JPEG with 101 scans', jpegScanBomb(80, 101)],
    ['JPEG of 25,005,000 pixels', await jpegFile(5000, 5001)],
  ]
}

const REAL: [string, () => Promise<Buffer>][] = [
  ['JPEG', jpegFile],
  ['PNG', pngFile],
  ['WebP', webpFile],
  ['GIF', gifFile],
  ['PDF', async () => pdfFile()],
]

/** Truncated, with random bytes changed, or with a script inserted. */
async function damaged(random: SeededRandom, each: number): Promise<HostileFile[]> {
  const files: HostileFile[] = []
  for (const [kind, make] of REAL) {
    const whole = await make()
    for (let i = 0; i < each; i++) {
      const at = random.between(8, whole.length - 9)
      const changed = Buffer.from(whole)
      for (let bit = 0; bit < random.between(1, 12); bit++)
        changed[random.between(4, whole.length - 1)] = random.between(0, 255)
      const injected = Buffer.concat([whole.subarray(0, at), bytes(SCRIPT), whole.subarray(at)])
      // A PDF is stored unchanged and served inert, so a script inside it is harmless.
      files.push({ name: `${kind} cut at ${at}`, form: fileForm(whole.subarray(0, at)), must: 'be harmless' })
      files.push({ name: `${kind} with changed bytes`, form: fileForm(changed), must: 'be harmless' })
      files.push({ name: `${kind} with a script at ${at}`, form: fileForm(injected), must: 'be harmless' })
    }
  }
  return files
}

async function polyglots(): Promise<NamedFile[]> {
  const [jpeg, png, gif, webp] = [await jpegFile(), await pngFile(), await gifFile(), await webpFile()]
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]), bytes(SCRIPT)])
  const gifScript = Buffer.from(gif)
  gifScript.write('/*', 6, 'latin1')
  return [
    ['JPEG + page appended', Buffer.concat([jpeg, bytes(SCRIPT)])],
    ['JPEG + page in a comment', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])],
    ['JPEG + archive', Buffer.concat([jpeg, zipEnd(SCRIPT)])],
    ['JPEG + PDF', Buffer.concat([jpeg, pdfFile(SCRIPT)])],
    ['JPEG from a phone, with GPS data', await jpegFromPhone()],
    ['PNG + page', Buffer.concat([png, bytes(SCRIPT)])],
    ['PNG + PHP', Buffer.concat([png, bytes(`<?php echo "${MARK}" ?>`)])],
    ['GIF + script', Buffer.concat([gifScript, bytes(`*/=1;alert("${MARK}")//`)])],
    ['WebP + page', Buffer.concat([webp, bytes(SCRIPT)])],
    ['animated GIF', await animation('gif')],
    ['animated WebP', await animation('webp')],
  ]
}

const HOSTILE_PDFS: NamedFile[] = [
  ['PDF + page appended', Buffer.concat([pdfFile(), bytes(SCRIPT)])],
  ['PDF + archive appended', Buffer.concat([pdfFile(), zipEnd()])],
  ['PDF + archive whose comment ends like a PDF', Buffer.concat([pdfFile(), zipEnd('\n%%EOF\n')])],
  ['PDF + archive inside', pdfFile(zipEnd().toString('latin1'))],
  ['PDF one byte too large', pdfOf(LIMIT + 1)],
]

const NAMES = [
  '../../../../etc/passwd',
  '..\\..\\windows\\system.ini',
  'evil.html',
  'evil.svg',
  'a\0b.png',
  `${SCRIPT.replaceAll('"', "'")}.png`,
  'x'.repeat(300),
  "'; drop table uploads; --.png",
  '\u202Egnp.exe',
  '',
  '.',
  'con.png',
]

async function oddForms(): Promise<HostileFile[]> {
  const file = await jpegFile()
  const parts = Array.from({ length: 1_001 }, (_, at) => ({ name: `f${at}`, filename: null, bytes: 'x' }))
  const field = { name: 'ownerId', filename: null, bytes: 'another person' }
  const typed = (type: string) => ({ ...fileForm(file), headers: { 'content-type': type } })
  const refused: [string, ReturnType<typeof form>][] = [
    ['two files', form([{ bytes: file }, { bytes: file }])],
    ['a field before the file', form([field, { bytes: file }])],
    ['a field after the file', form([{ bytes: file }, field])],
    ['1,001 fields', form(parts)],
    ['1,001 fields after a file', form([{ bytes: file }, ...parts])],
    ['1,001 files', form(parts.map(({ name }) => ({ name, bytes: 'x' })))],
    ['no boundary', typed('multipart/form-data')],
    ['another boundary', typed('multipart/form-data; boundary=another')],
    ['not a form', typed('application/octet-stream')],
    ['a form that calls itself JSON', typed('application/json')],
    ['SVG that calls itself PNG', form([{ bytes: SVG, type: 'image/png' }])],
    ...['__proto__', 'constructor', 'toString', 'file', 'image[]'].map((name): [string, ReturnType<typeof form>] => [
      `a field named ${name}`,
      form([{ name, bytes: file }]),
    ]),
  ]
  const headers = (lines: string[]) => form([{ bytes: file, headers: lines }])
  const harmless: [string, ReturnType<typeof form>][] = [
    ['10,000 headers in a part', headers(Array.from({ length: 10_000 }, (_, at) => `x-${at}: y`))],
    ['a header of 1 MB in a part', headers([`x-long: ${'y'.repeat(1_000_000)}`])],
    ...NAMES.map((name): [string, ReturnType<typeof form>] => [
      `named ${JSON.stringify(name.slice(0, 20))}`,
      fileForm(file, name),
    ]),
  ]
  return [
    ...refused.map(([name, form]) => ({ name, form, must: 'be refused' as const })),
    ...harmless.map(([name, form]) => ({ name, form, must: 'be harmless' as const })),
  ]
}

/** Generated, so that the repository holds no hostile files. */
export async function makeFileCorpus(random: SeededRandom, damagedEach: number): Promise<HostileFile[]> {
  const wrap =
    (must: HostileFile['must']) =>
    ([name, file]: NamedFile) => ({ name, form: fileForm(file), must })
  return [
    ...[...unsupportedFiles(), ...(await bombs()), ...HOSTILE_PDFS].map(wrap('be refused')),
    ...(await polyglots()).map(wrap('be harmless')),
    ...(await oddForms()),
    ...(await damaged(random, damagedEach)),
  ]
}
