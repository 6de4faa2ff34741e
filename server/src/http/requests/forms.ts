import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/runtime/refusal.ts'

/** Creates a scope that accepts forms only. All other routes accept JSON only. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart)
  scope.addContentTypeParser('*', async () => {
    throw new Refusal('wrong_media_type', { message: 'Send a form (multipart/form-data).' })
  })
}
