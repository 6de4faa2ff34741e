import { ApiError } from './api-error.ts'
import { readToken } from './auth-token.ts'
import { apiError, parseJson } from './call.ts'
import { confirmationCancelled, needsConfirmation, requestConfirmation } from './confirmation.ts'
import { focusedElement, returnFocus } from './return-focus.ts'

type UploadOptions = {
  /** Receives a fraction between 0 and 1. */
  onProgress: (fraction: number) => void
  signal?: AbortSignal
  /** How long the server may take once it has the whole file. */
  processingMs?: number
}

/** A slow connection still makes progress; one without any for this long is broken. */
const STALLED_MS = 30_000

/** Posts a form with files. Asks to confirm, as other calls do, where the session is too old for it. */
export async function uploadForm(path: string, form: FormData, options: UploadOptions): Promise<unknown> {
  const focused = focusedElement()
  try {
    return await sendForm(path, form, options)
  } catch (error) {
    if (!needsConfirmation(error)) throw error
  }
  if (!(await requestConfirmation())) {
    returnFocus(focused, { onlyIfLost: false })
    throw confirmationCancelled()
  }
  return sendForm(path, form, options).finally(() => returnFocus(focused, { onlyIfLost: true }))
}

/** XMLHttpRequest, because `fetch` reports no upload progress. */
function sendForm(path: string, form: FormData, options: UploadOptions): Promise<unknown> {
  const { onProgress, signal, processingMs = STALLED_MS } = options
  const token = readToken()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${path}`)
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    const abortAfter = (ms: number) => setTimeout(() => request.abort(), ms)
    let timer = abortAfter(STALLED_MS)
    const restart = (ms: number) => {
      clearTimeout(timer)
      timer = abortAfter(ms)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      restart(loaded === total ? processingMs : STALLED_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.upload.onload = () => restart(processingMs)
    request.onloadend = () => clearTimeout(timer)
    request.onload = () => {
      const body = parseJson(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body)
      else reject(apiError(request.status, body, token))
    }
    request.onerror = () => reject(new ApiError(0, null))
    request.onabort = request.onerror
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
