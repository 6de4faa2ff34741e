import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime } from '../fields.ts'
import { idCursor, pageLimit } from '../paging.ts'

const imageUrl = z.string().meta({ examples: [EXAMPLES.uploadUrl] })

export const UPLOAD_KINDS = ['image', 'pdf'] as const

export const upload = z.object({ imageUrl, kind: z.enum(UPLOAD_KINDS), createdAt: isoTime }).meta({
  id: 'Upload',
  examples: [{ imageUrl: EXAMPLES.uploadUrl, kind: 'image', createdAt: '2026-01-05T15:04:00.000Z' }],
})
export type Upload = z.infer<typeof upload>

export const uploadImage = endpoint({
  method: 'POST',
  path: '/images',
  fresh: false,
  policy: 'signedIn',
  rateLimit: 'upload',
  tag: 'Uploads',
  summary: 'Upload an image or a PDF',
  description: `The form has one file, in the field \`image\`, and nothing else. JPEG, PNG, WebP, GIF or PDF, detected by content;
at most 10 MB, images at most 25 megapixels. Images are re-encoded without metadata, at most 1024 px a side; of an
animation only the first frame is stored. A customer can store 1,000 files and 200 MB.`,
  multipart: true,
  success: { status: 201, body: z.object({ imageUrl }).meta({ examples: [{ imageUrl: EXAMPLES.uploadUrl }] }) },
  refusals: ['no_image', 'upload_failed', 'upload_quota', 'too_large', 'wrong_media_type'],
})

export const listImages = endpoint({
  method: 'GET',
  path: '/images',
  policy: 'signedIn',
  tag: 'Uploads',
  summary: 'Own uploads, newest first',
  query: z.strictObject({
    limit: pageLimit(50, 200),
    cursor: idCursor,
  }),
  success: { status: 200, body: z.array(upload), headers: ['Link'] },
})

export const readImage = endpoint({
  method: 'GET',
  path: '/images/:id',
  policy: 'signedIn',
  tag: 'Uploads',
  summary: 'Download an upload',
  description: 'For its owner and administrators; 404 for anyone else.',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.upload } },
  success: { status: 200, body: 'binary' },
  refusals: ['not_found'],
})
