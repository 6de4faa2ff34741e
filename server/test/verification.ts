import type { LightMyRequestResponse } from 'fastify'
import type { Person } from './bank.ts'
import { fileForm, jpegFile } from './files.ts'

/** Uploads a file as the web application does and returns its imageUrl. */
export async function uploadFile(person: Person, file?: Buffer): Promise<string> {
  const response = await person.call('POST', '/images', fileForm(file ?? (await jpegFile())))
  return response.json().imageUrl as string
}

/** Submits an identity and an address document. */
export async function submitDocuments(person: Person): Promise<LightMyRequestResponse> {
  const documents = [
    { kind: 'identity', imageUrl: await uploadFile(person) },
    { kind: 'address', imageUrl: await uploadFile(person) },
  ]
  return person.call('POST', '/verification', { body: { documents } })
}
