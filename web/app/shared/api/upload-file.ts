import { readToken } from './auth-token.ts'
import { parseAnswer, refusal } from './call.ts'

type Progress = (share: number) => void

/** A slow line keeps moving; one that stands still this long has broken off without saying so. */
const STALLED_MS = 30_000

/**
 * Sends a file and answers with its address. Not `fetch`: only this older way tells how much of a file has gone out.
 * `onProgress` gets a share between 0 and 1.
 */
export function uploadFile(file: Blob, name: string, onProgress: Progress, signal?: AbortSignal): Promise<string> {
  const token = readToken()
  const form = new FormData()
  form.set('image', file, name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/images')
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    let patience = setTimeout(() => request.abort(), STALLED_MS)
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(patience)
      patience = setTimeout(() => request.abort(), STALLED_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onloadend = () => clearTimeout(patience)
    request.onload = () => {
      const answer = parseAnswer(request.responseText) as { imageUrl?: string } | undefined
      if (request.status === 201 && answer?.imageUrl) resolve(answer.imageUrl)
      else reject(refusal(request.status, answer, token))
    }
    request.onerror = () => reject(refusal(0, null, token))
    request.onabort = request.onerror
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
