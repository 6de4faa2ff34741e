import { useRef, useState } from 'react'
import { MAX_FILE_BYTES } from '#contract/upload-limit.ts'
import { ApiError, isSignedOut } from '../../shared/api/api-error.ts'
import { uploadFile } from '../../shared/api/upload-file.ts'
import { showToast } from '../../shared/ui/toasts.ts'
import { scaleImage } from './scale-image.ts'

const FAILED_TEXT = 'Failed uploading image'

export type Upload =
  | { state: 'none' }
  | { state: 'sending'; file: File; share: number }
  | { state: 'failed'; file: File; why: string }
  | { state: 'done'; file: File; imageUrl: string }

/** One file on its way to the bank. Choosing another one takes its place. */
export function useUpload(accepts: 'image' | 'image or pdf') {
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const latest = useRef<AbortController>(null)

  async function send(file: File) {
    latest.current?.abort()
    const aborter = new AbortController()
    latest.current = aborter
    const show = (next: Upload) => latest.current === aborter && setUpload(next)
    const fail = (why: string, text = FAILED_TEXT) => {
      if (latest.current === aborter) showToast({ message: text, error: true })
      show({ state: 'failed', file, why })
    }

    if (!isAcceptable(file, accepts)) return fail(`Choose ${accepts === 'image' ? 'an image' : 'an image or a PDF'}.`)
    show({ state: 'sending', file, share: 0 })
    const scaled = await scaleImage(file)
    if (scaled.size > MAX_FILE_BYTES) return fail('The file is larger than 10 MB.')
    try {
      const onProgress = (share: number) => show({ state: 'sending', file, share })
      const imageUrl = await uploadFile(scaled, file.name, onProgress, aborter.signal)
      if (latest.current === aborter) showToast({ message: 'Image uploaded' })
      show({ state: 'done', file, imageUrl })
    } catch (error) {
      if (isSignedOut(error)) show({ state: 'failed', file, why: 'Sign in again, then try again.' })
      else fail(whyOf(error), refusedText(error))
    }
  }

  function clear() {
    latest.current?.abort()
    latest.current = null
    setUpload({ state: 'none' })
  }
  return { upload, send, clear }
}

const isAcceptable = ({ type }: File, accepts: 'image' | 'image or pdf') =>
  type.startsWith('image/') || (accepts === 'image or pdf' && type === 'application/pdf')

/** The bank's own words where it has some for this; a broken line or a broken server has none. */
const refusedText = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : FAILED_TEXT

function whyOf(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 400) return 'This file can’t be read as an image or a PDF.'
  if (status === 413) return 'The file is larger than 10 MB.'
  if (status >= 400 && status < 500) return error instanceof ApiError ? error.message : ''
  return 'The connection broke off. Try again.'
}
