import { readToken } from './auth-token.ts'
import { apiError, parseJson } from './call.ts'

type OnProgress = (fraction: number) => void

/** A slow connection still makes progress; one without any for this long is broken. */
const STALLED_MS = 30_000

/**
 * Uploads a file and returns its URL. Uses XMLHttpRequest because `fetch` reports no upload progress; `onProgress`
 * receives a fraction between 0 and 1.
 */
export function uploadFile(file: Blob, name: string, onProgress: OnProgress, signal?: AbortSignal): Promise<string> {
  const token = readToken()
  const form = new FormData()
  form.set('image', file, name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/images')
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    let stallTimer = setTimeout(() => request.abort(), STALLED_MS)
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stallTimer)
      stallTimer = setTimeout(() => request.abort(), STALLED_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onloadend = () => clearTimeout(stallTimer)
    request.onload = () => {
      const body = parseJson(request.responseText) as { imageUrl?: string } | undefined
      if (request.status === 201 && body?.imageUrl) resolve(body.imageUrl)
      else reject(apiError(request.status, body, token))
    }
    request.onerror = () => reject(apiError(0, null, token))
    request.onabort = request.onerror
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
