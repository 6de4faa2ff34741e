import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import {
  animation,
  fileForm,
  form,
  gifFile,
  jpegFile,
  jpegScanBomb,
  pdfFile,
  pdfOf,
  pngBomb,
  pngFile,
  webpFile,
  zipEnd,
} from '../../../test/files.ts'

const SCRIPT = '<script>alert(document.domain)</script>'
const LIMIT = 10 * 1024 * 1024

const bank = useBank()
let mallory: Person
beforeEach(async () => {
  mallory = await bank.person()
})

type Form = ReturnType<typeof form>

async function expectRefusal(sent: Form, refused: { status: number; message: string; code: string }) {
  const response = await mallory.call('POST', '/images', sent)
  const { message, code, requestId } = response.json()
  expect({ status: response.statusCode, message, code }).toEqual(refused)
  expect(requestId).toBe(response.headers['x-request-id'])
  const [count] = await bank.owner<{ kept: number }[]>`
    select count(*)::int as kept from uploads where owner_id = ${mallory.id}`
  expect(count?.kept).toBe(0)
}

const FAILED = { status: 400, message: 'Failed uploading image', code: 'upload_failed' }
const TOO_LARGE = { status: 413, message: 'The request is too large.', code: 'too_large' }

async function keep(sent: Form): Promise<Buffer> {
  const response = await mallory.call('POST', '/images', sent)
  expect([response.statusCode, response.json()]).toMatchObject([201, { imageUrl: expect.any(String) }])
  return (await mallory.call('GET', response.json().imageUrl.replace('/api', ''))).rawPayload
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}<rect width="9" height="9"/></svg>`

describe('files that are not JPEG, PNG, WebP, GIF or PDF by content', () => {
  test.each<[string, Buffer | string]>([
    ['an empty file', ''],
    ['one byte', 'x'],
    ['an SVG named .png', SVG],
    ['an SVG with a declaration', `<?xml version="1.0"?>${SVG}`],
    ['a page', `<!doctype html>${SCRIPT}`],
    ['an archive', zipEnd()],
    ['a program', Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(600)])],
    ['a TIFF', Buffer.concat([Buffer.from('II*\0', 'latin1'), Buffer.alloc(600)])],
    ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(600)])],
    ['an AVIF', Buffer.concat([Buffer.from('\0\0\0\x20ftypavif', 'latin1'), Buffer.alloc(600)])],
    ['a sound in a RIFF', Buffer.concat([Buffer.from('RIFF\x40\0\0\0WAVE', 'latin1'), Buffer.alloc(600)])],
    ['a PDF that starts late', Buffer.concat([Buffer.from(`${SCRIPT}\n`), pdfFile()])],
    ['the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff])],
    ['the first bytes of a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['the first bytes of a GIF, then script', `GIF89a=1;alert(1)//`],
    ['the first bytes of a PDF', '%PDF-1.4\n'],
    ['a JPEG that is all noise', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4000, 0x5a)])],
  ])('%s is refused', async (_name, file) => {
    await expectRefusal(fileForm(file), FAILED)
  })
})

describe('truncated files', () => {
  test.each([
    ['JPEG', jpegFile],
    ['PNG', pngFile],
    ['WebP', webpFile],
    ['GIF', gifFile],
    ['PDF', async () => pdfFile()],
  ])('half a %s is refused', async (_name, make) => {
    const file = await make()
    await expectRefusal(fileForm(file.subarray(0, file.length >> 1)), FAILED)
  })
})

describe('sizes', () => {
  test('accepts ten megabytes and rejects one byte more', async () => {
    for (const bytes of [LIMIT - 1, LIMIT]) {
      const file = pdfOf(bytes)
      expect(file).toHaveLength(bytes)
      expect((await keep(fileForm(file))).equals(file)).toBe(true)
    }
    mallory = await bank.person()
    await expectRefusal(fileForm(pdfOf(LIMIT + 1)), TOO_LARGE)
  })

  test('rejects a form larger than the largest file', async () => {
    await expectRefusal(fileForm(Buffer.alloc(40 * 1024 * 1024)), TOO_LARGE)
  })

  test('accepts 25 megapixels and rejects one row more', async () => {
    const kept = await keep(fileForm(await jpegFile(5000, 5000)))
    expect(await sharp(kept).metadata()).toMatchObject({ width: 1024, height: 1024 })
    mallory = await bank.person()
    await expectRefusal(fileForm(await jpegFile(5000, 5001)), FAILED)
  })

  test('rejects a 16,000 by 16,000 PNG of thirty kilobytes', async () => {
    const bomb = pngBomb(16_000)
    expect(bomb.length).toBeLessThan(50_000)
    await expectRefusal(fileForm(bomb), FAILED)
    // The same image in small is accepted: only the size was wrong.
    expect(await sharp(await keep(fileForm(pngBomb(100)))).metadata()).toMatchObject({ width: 100, height: 100 })
  })

  test('rejects a JPEG of ten thousand scans', async () => {
    await expectRefusal(fileForm(jpegScanBomb(5000, 10_000)), FAILED)
    expect(await sharp(await keep(fileForm(jpegScanBomb(80, 10)))).metadata()).toMatchObject({ width: 80, height: 80 })
  })
})

describe('polyglot files', () => {
  test.each([
    ['a JPEG with a page behind it', async () => Buffer.concat([await jpegFile(), Buffer.from(SCRIPT)])],
    ['a JPEG with a page in a comment', async () => insert(await jpegFile(), 2, jpegComment(SCRIPT))],
    ['a PNG with a page behind it', async () => Buffer.concat([await pngFile(), Buffer.from(SCRIPT)])],
    ['a GIF that is a script too', async () => gifAndScript()],
    ['a JPEG with an archive behind it', async () => Buffer.concat([await jpegFile(), zipEnd(SCRIPT)])],
  ])('of %s only the picture is kept', async (_name, make) => {
    const file = await make()
    expect(file.toString('latin1')).toContain('alert(')
    const kept = await keep(fileForm(file))
    expect(kept.toString('latin1')).not.toMatch(/alert|script/)
    expect(kept.includes(zipEnd().subarray(0, 4))).toBe(false)
    expect((await sharp(kept).metadata()).width).toBeGreaterThan(0)
  })

  test.each([
    ['a page behind it', Buffer.concat([pdfFile(), Buffer.from(SCRIPT)])],
    ['an archive behind it', Buffer.concat([pdfFile(), zipEnd()])],
    ['an archive behind it whose remark ends like a PDF', Buffer.concat([pdfFile(), zipEnd('\n%%EOF\n')])],
    ['an archive in it', pdfFile(zipEnd().toString('latin1'))],
  ])('a PDF with %s is refused', async (_name, file) => {
    await expectRefusal(fileForm(file), FAILED)
  })

  test('accepts a PDF that ends with blank lines', async () => {
    const file = Buffer.concat([pdfFile(), Buffer.from('\r\n \0\n')])
    expect((await keep(fileForm(file))).equals(file)).toBe(true)
  })
})

describe('active content', () => {
  test.each(['gif', 'webp'] as const)('an animated %s becomes its first frame', async (format) => {
    const file = await animation(format)
    expect((await sharp(file, { animated: true }).metadata()).pages).toBe(3)
    const kept = await keep(fileForm(file))
    const { pages, width, height } = await sharp(kept, { animated: true }).metadata()
    expect([pages ?? 1, width, height]).toEqual([1, 20, 20])
    const { dominant } = await sharp(kept).stats()
    expect([dominant.r > 200, dominant.g < 50, dominant.b < 50]).toEqual([true, true, true])
  })

  test('stores a PDF with scripts and serves it inert', async () => {
    const file = pdfFile('3 0 obj\n<< /S /JavaScript /JS (app.alert\\(1\\)) >>\nendobj')
    const response = await mallory.call('POST', '/images', fileForm(file))
    const got = await mallory.call('GET', response.json().imageUrl.replace('/api', ''))
    expect(got.headers['content-type']).toBe('application/pdf')
    expect(got.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
    expect(got.headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('file names are ignored and not stored', () => {
  test.each([
    '../../../../etc/passwd',
    '..\\..\\windows\\system.ini',
    'evil.html',
    'evil.svg',
    'a\0b.png',
    `${SCRIPT}.png`,
    'x'.repeat(300),
    "'; drop table uploads; --.png",
    '\u202Egnp.exe',
  ])('%s', async (name) => {
    const file = await jpegFile()
    expect((await sharp(await keep(fileForm(file, name))).metadata()).format).toBe('jpeg')
    const { headers } = await mallory.call('GET', `/images/${await newestId()}`)
    expect(headers['content-disposition']).toBe('inline; filename="upload.jpeg"')
  })

  test('declared types are ignored', async () => {
    const lie = (bytes: Buffer | string, type: string) => form([{ bytes, type }])
    expect((await sharp(await keep(lie(await pngFile(), 'text/html'))).metadata()).format).toBe('png')
    mallory = await bank.person()
    await expectRefusal(lie(SVG, 'image/png'), FAILED)
  })

  async function newestId() {
    const [row] = await bank.owner<{ id: string }[]>`
      select id from uploads where owner_id = ${mallory.id} order by id desc limit 1`
    return row?.id
  }
})

describe('forms', () => {
  test('rejects two files', async () => {
    const bytes = await jpegFile()
    await expectRefusal(form([{ bytes }, { bytes }]), FAILED)
    await expectRefusal(form([{ bytes }, { name: 'other', bytes }]), FAILED)
  })

  test('rejects a field before or after the file', async () => {
    const file = { bytes: await jpegFile() }
    const field = { name: 'ownerId', filename: null, bytes: 'somebody else' }
    await expectRefusal(form([file, field]), FAILED)
    await expectRefusal(form([field, file]), FAILED)
  })

  test('rejects 1,001 parts', async () => {
    const parts = Array.from({ length: 1001 }, (_, at) => ({ name: `f${at}`, filename: null, bytes: 'x' }))
    await expectRefusal(form(parts), FAILED)
    await expectRefusal(form([{ bytes: await jpegFile() }, ...parts]), FAILED)
  })

  test('rejects malformed headers and boundaries', async () => {
    const { body } = fileForm(await jpegFile())
    const type = (value: string) => ({ body, headers: { 'content-type': value } })
    await expectRefusal(type('multipart/form-data'), FAILED)
    await expectRefusal(type('multipart/form-data; boundary=another'), FAILED)
    await expectRefusal({ ...fileForm('x'), body: body.subarray(0, body.length - 20) }, FAILED)
  })

  test.each([
    ['a part with 10,000 headers', Array.from({ length: 10_000 }, (_, at) => `x-${at}: y`)],
    ['a part with a header of 1 MB', [`x-long: ${'y'.repeat(1_000_000)}`]],
  ])('%s does no harm', async (_name, headers) => {
    const response = await mallory.call('POST', '/images', form([{ bytes: await jpegFile(), headers }]))
    expect(response.statusCode).toBeLessThan(500)
  })

  test('field names such as __proto__ are harmless', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      await expectRefusal(form([{ name, bytes: await jpegFile() }]), FAILED)
  })
})

const insert = (file: Buffer, at: number, more: Buffer) =>
  Buffer.concat([file.subarray(0, at), more, file.subarray(at)])

function jpegComment(text: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(text)])
}

/** A GIF whose width bytes open a script comment that ends after the image data: `GIF89a/* … *\/=1;alert(1)`. */
async function gifAndScript(): Promise<Buffer> {
  const file = await gifFile()
  file.write('/*', 6, 'latin1')
  return Buffer.concat([file, Buffer.from('*/=1;alert(1)//')])
}
