import { listImages, readImage, uploadImage } from '#contract/customers/images.ts'
import { sessionMay } from '../../access/session.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { limitConcurrency } from '../../platform/runtime/limit-concurrency.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { receiveFile } from './receive-file.ts'
import * as store from './store.ts'
import { storeUpload } from './store-upload.ts'

/** Nothing in the file can run or load, even when it is opened as a page. */
const INERT = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** A file stays in memory until it is stored, so the number of concurrent uploads is bounded. */
const MAX_IN_MEMORY = 24
const MAX_QUEUED = 100

export function imageRoutes({ sql, accessLog }: Pick<Deps, 'sql' | 'accessLog'>): Route[] {
  const runLimited = limitConcurrency(MAX_IN_MEMORY, MAX_QUEUED)
  return [
    route(uploadImage, ({ request, session }) =>
      runLimited(async () => {
        const file = await receiveFile(request)
        return storeUpload(sql, { ownerId: session.personId, file })
      }),
    ),
    route(listImages, async (call) => {
      const { limit, cursor } = call.query
      const uploads = await store.listUploads(sql, call.session.personId, { cursor, limit: limit + 1 })
      return pageOf(call, uploads, limit, ({ id }) => ({ cursor: id })).map(store.toUpload)
    }),
    route(readImage, async ({ params, session, reply }) => {
      const file = await store.findFile(sql, params.id, sessionMay(session, 'people:read') ? null : session.personId)
      if (!file) throw new Refusal('not_found')
      if (!file.isPicture) await accessLog.record({ session, personId: file.ownerId, what: 'documents.viewed' })
      reply.headers({
        'content-type': file.mediaType,
        'content-disposition': `inline; filename="upload.${file.mediaType.split('/')[1]}"`,
        'content-security-policy': INERT,
        'cache-control': 'private, no-store',
      })
      return file.bytes
    }),
  ]
}
