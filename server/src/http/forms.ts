import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../runtime/refusal.ts'

/** Makes a scope that reads forms and nothing else. Outside of it the application reads JSON and nothing else. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart)
  scope.addContentTypeParser('*', async () => {
    throw new Refusal('wrong_media_type', { message: 'Send a form (multipart/form-data).' })
  })
}
