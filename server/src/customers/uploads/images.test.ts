import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { fileForm, form, gifFile, jpegFile, jpegFromPhone, pdfFile, pngFile, webpFile } from '../../../test/files.ts'

const bank = useBank()
let ada: Person
let ben: Person
let admin: Person
beforeAll(async () => {
  ada = await bank.person()
  ben = await bank.person()
  admin = await bank.person({ role: 'Admin' })
})

const uploads = (person: Person) => bank.owner<{ id: string; kind: string; media_type: string; file_hash: Buffer }[]>`
  select id, kind, media_type, file_hash from uploads where owner_id = ${person.id} order by id desc`

async function send(person: Person, file: Buffer): Promise<string> {
  const response = await person.call('POST', '/images', fileForm(file))
  expect(response.statusCode, response.body).toBe(201)
  return response.json().imageUrl.replace('/api', '')
}

describe('POST /images', () => {
  test.each([
    ['JPEG', jpegFile, 'image', 'image/jpeg', 'upload.jpeg'],
    ['PNG', pngFile, 'image', 'image/png', 'upload.png'],
    ['WebP', webpFile, 'image', 'image/webp', 'upload.webp'],
    ['GIF', gifFile, 'image', 'image/png', 'upload.png'],
    ['PDF', () => pdfFile(), 'pdf', 'application/pdf', 'upload.pdf'],
  ])('keeps a %s and gives it back', async (_name, make, kind, mediaType, filename) => {
    const file = await make()
    const response = await ada.call('POST', '/images', fileForm(file))
    expect(response.statusCode).toBe(201)
    const [row] = await uploads(ada)
    expect(response.json()).toEqual({ imageUrl: `/api/images/${row?.id}` })
    // The hash of the original file: duplicates are recognized by it.
    expect(row).toMatchObject({
      kind,
      media_type: mediaType,
      file_hash: createHash('sha256').update(file).digest(),
    })

    const got = await ada.call('GET', `/images/${row?.id}`)
    expect(got.statusCode).toBe(200)
    expect(got.headers).toMatchObject({
      'content-type': mediaType,
      'content-disposition': `inline; filename="${filename}"`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    if (kind === 'pdf') expect(got.rawPayload).toEqual(file)
    else expect(await sharp(got.rawPayload).metadata()).toMatchObject({ width: 64, height: 32 })
  })

  test('scales large images to 1024 pixels, keeps small ones, and applies their orientation', async () => {
    const sizeOf = async (file: Buffer) => {
      const { rawPayload } = await ada.call('GET', await send(ada, file))
      const { width, height } = await sharp(rawPayload).metadata()
      return [width, height]
    }
    expect(await sizeOf(await jpegFile(3000, 1000))).toEqual([1024, 341])
    expect(await sizeOf(await pngFile(500, 2048))).toEqual([250, 1024])
    expect(await sizeOf(await webpFile(1024, 1024))).toEqual([1024, 1024])
    expect(await sizeOf(await jpegFromPhone())).toEqual([32, 64])
  })

  test('removes author and location metadata', async () => {
    const file = await jpegFromPhone()
    expect(file.toString('latin1')).toContain('A private person')
    expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) })

    const { rawPayload } = await ada.call('GET', await send(ada, file))
    expect(rawPayload.toString('latin1')).not.toMatch(/private person|Exif/)
    const kept = await sharp(rawPayload).metadata()
    expect([kept.exif, kept.orientation, kept.icc, kept.xmp]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('is open to Pending customers', async () => {
    const pending = await bank.person({ status: 'Pending' })
    await send(pending, await jpegFile())
    expect(await uploads(pending)).toHaveLength(1)
  })

  test.each([
    ['a form without parts', { body: '--b--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=b' } }],
    ['a field and no file', form([{ filename: null, bytes: 'not a file' }])],
    ['a file in another field', form([{ name: 'photo', bytes: '%PDF-1.4' }])],
    ['a file input in which none was chosen', form([{ filename: '', type: 'application/octet-stream', bytes: '' }])],
    ['no body at all', {}],
  ])('no file: %s', async (_name, sent) => {
    const person = await bank.person()
    const response = await person.call('POST', '/images', sent)
    expect([response.statusCode, response.json()]).toMatchObject([400, { message: 'No image found', code: 'no_image' }])
    expect(await uploads(person)).toHaveLength(0)
  })

  test('accepts forms only, and no other endpoint accepts forms', async () => {
    for (const type of ['application/json', 'text/plain', 'image/png', 'application/x-www-form-urlencoded']) {
      const response = await ada.call('POST', '/images', { body: '{}', headers: { 'content-type': type } })
      expect([response.statusCode, response.json()]).toMatchObject([
        415,
        { message: 'Send a form (multipart/form-data).', code: 'wrong_media_type' },
      ])
    }
    const login = await bank.call('POST', '/auths/login', fileForm('x'))
    expect([login.statusCode, login.json()]).toMatchObject([
      415,
      { message: 'Send JSON (application/json).', code: 'wrong_media_type' },
    ])
  })

  test('requires a session', async () => {
    const gone = await bank.person()
    expect((await gone.call('POST', '/auths/logout')).statusCode).toBe(204)
    for (const token of [null, gone.token]) {
      const response = await bank.call('POST', '/images', { token, ...fileForm(await jpegFile()) })
      expect([response.statusCode, response.json()]).toMatchObject([
        401,
        { message: 'Please sign in.', code: 'unauthenticated' },
      ])
    }
    expect(await uploads(gone)).toHaveLength(0)
  })
})

describe('the quota', () => {
  const refused = [
    409,
    { message: 'You have reached the limit for uploaded files. Please contact support.', code: 'upload_quota' },
  ]
  /** Copies the first row, already compressed: 200 MB at once. */
  async function fill(person: Person, files: number, bytesEach: number) {
    const [first] = await bank.owner<{ id: string }[]>`
      insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
      values (gen_random_uuid(), ${person.id}, 'pdf', 'application/pdf',
              convert_to(repeat('x', ${bytesEach}), 'utf8'), sha256('x'), now()) returning id`
    await bank.owner`
      insert into uploads select gen_random_uuid(), owner_id, kind, media_type, bytes, file_hash, created_at
      from uploads, generate_series(2, ${files}) where id = ${first?.id ?? ''}`
  }

  test('is a thousand files, also for parallel uploads', async () => {
    const person = await bank.person()
    await fill(person, 998, 1)
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => person.call('POST', '/images', fileForm(pdfFile()))),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409, 409])
    expect(await uploads(person)).toHaveLength(1000)
    const response = await person.call('POST', '/images', fileForm(pdfFile()))
    expect([response.statusCode, response.json()]).toMatchObject(refused)
  })

  test('is 200 MB in all', async () => {
    const person = await bank.person()
    await fill(person, 20, 10 * 1024 * 1024 - pdfFile().length)
    for (let room = 20; room > 0; room--) await send(person, pdfFile())
    const response = await person.call('POST', '/images', fileForm(pdfFile()))
    expect([response.statusCode, response.json()]).toMatchObject(refused)
    // Other people are not affected.
    await send(ben, pdfFile())
  })
})

describe('GET /images', () => {
  test('lists own uploads, newest first, page by page', async () => {
    const person = await bank.person()
    const sent: string[] = []
    for (const file of [await jpegFile(), pdfFile(), await pngFile()]) sent.unshift(`/api${await send(person, file)}`)

    const all = await person.call('GET', '/images')
    expect(all.statusCode).toBe(200)
    expect(all.json()).toEqual(
      ['image', 'pdf', 'image'].map((kind, at) => ({
        imageUrl: sent[at],
        kind,
        createdAt: expect.stringMatching(/Z$/),
      })),
    )
    expect(all.headers.link).toBeUndefined()

    const first = await person.call('GET', '/images', { query: { limit: '2' } })
    expect(first.json().map((one: { imageUrl: string }) => one.imageUrl)).toEqual(sent.slice(0, 2))
    const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await person.call('GET', next.replace('/api', ''))
    expect(second.json().map((one: { imageUrl: string }) => one.imageUrl)).toEqual(sent.slice(2))
    expect(second.headers.link).toBeUndefined()
  })

  test('never lists other people’s uploads, not even for administrators', async () => {
    await send(ada, pdfFile())
    for (const other of [await bank.person(), admin]) expect((await other.call('GET', '/images')).json()).toEqual([])
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=1;--', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['cursor=../', 'cursor'],
    ['unknown=1', 'unknown'],
  ])('refuses %s', async (query, path) => {
    const response = await ada.call('GET', `/images?${query}`)
    expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'invalid', errors: [{ path }] }])
  })
})

describe('GET /images/:id', () => {
  test('is for the owner and administrators; others get 404', async () => {
    const path = await send(ada, await jpegFile())
    const pendingAdmin = await bank.person({ role: 'Admin', status: 'Pending' })
    const status = async (person: Person) => (await person.call('GET', path)).statusCode
    expect([await status(ada), await status(admin)]).toEqual([200, 200])
    for (const other of [ben, pendingAdmin]) {
      const response = await other.call('GET', path)
      expect([response.statusCode, response.json()]).toMatchObject([404, { message: 'Not found.', code: 'not_found' }])
      expect(response.headers['content-type']).toContain('application/json')
    }
    expect((await bank.call('GET', path)).statusCode).toBe(401)
  })

  test('ends with the session', async () => {
    const person = await bank.person()
    const path = await send(person, await jpegFile())
    await person.call('POST', '/auths/logout')
    expect((await person.call('GET', path)).statusCode).toBe(401)
  })

  test('an unknown id is 404, a malformed one 400', async () => {
    expect((await ada.call('GET', `/images/${newId()}`)).statusCode).toBe(404)
    for (const id of ['1', '..%2f..%2fetc', 'null', '%00', `${newId()}'--`]) {
      const response = await ada.call('GET', `/images/${id}`)
      expect([response.statusCode, response.json().code], id).toEqual([400, 'invalid'])
    }
  })
})
