import { ApiError } from './api-error.ts'
import { uploadForm } from './upload-form.ts'

type OnProgress = (fraction: number) => void

/** Uploads an image or a PDF and returns its URL; `onProgress` receives a fraction between 0 and 1. */
export async function uploadFile(file: Blob, name: string, onProgress: OnProgress, signal?: AbortSignal) {
  const form = new FormData()
  form.set('image', file, name)
  const body = (await uploadForm('/images', form, { onProgress, signal })) as { imageUrl?: string } | undefined
  // A proxy may answer in place of the bank.
  if (!body?.imageUrl) throw new ApiError(0, null)
  return body.imageUrl
}
