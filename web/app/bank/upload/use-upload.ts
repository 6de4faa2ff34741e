import { useRef, useState } from 'react'
import { MAX_FILE_BYTES } from '#contract/customers/upload-limit.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { ApiError, isSignedOut } from '../../shared/api/api-error.ts'
import { uploadFile } from '../../shared/api/upload-file.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { dismissErrors, showToast } from '../../shared/ui/feedback/toasts.ts'
import { scaleImage } from './scale-image.ts'

const FAILED_TEXT = msg('Failed uploading image')

export type Upload =
  | { state: 'none' }
  | { state: 'sending'; file: File; progress: number }
  | { state: 'failed'; file: File; reason: Text }
  | { state: 'done'; file: File; imageUrl: string }

/** The upload of one file. Choosing another file replaces it. */
export function useUpload(accepts: 'image' | 'image or pdf') {
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const latest = useRef<AbortController>(null)

  async function send(file: File) {
    latest.current?.abort()
    const controller = new AbortController()
    latest.current = controller
    const show = (next: Upload) => latest.current === controller && setUpload(next)
    const fail = (reason: Text, toast = t(FAILED_TEXT)) => {
      if (latest.current === controller) showToast({ message: toast, error: true })
      show({ state: 'failed', file, reason })
    }

    if (!isAcceptable(file, accepts))
      return fail(accepts === 'image' ? t('Choose an image.') : t('Choose an image or a PDF.'))
    dismissErrors()
    show({ state: 'sending', file, progress: 0 })
    const scaled = await scaleImage(file)
    if (scaled.size > MAX_FILE_BYTES) return fail(t('This file is larger than 10 MB.'))
    try {
      const onProgress = (progress: number) => show({ state: 'sending', file, progress })
      const imageUrl = await uploadFile(scaled, file.name, onProgress, controller.signal)
      if (latest.current === controller) showToast({ message: t('Image uploaded') })
      show({ state: 'done', file, imageUrl })
    } catch (error) {
      if (isSignedOut(error)) show({ state: 'failed', file, reason: t('Log in again, then try again.') })
      else fail(failureReason(error), rejectionText(error))
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

/** The server's message for a rejected file; other failures have none for users. */
const rejectionText = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : t(FAILED_TEXT)

function failureReason(error: unknown): Text {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 400) return t('We can’t read this file as an image or a PDF.')
  if (status === 413) return t('This file is larger than 10 MB.')
  if (error instanceof ApiError && status >= 400 && status < 500) return error.message
  return t('The connection was lost. Please try again.')
}
