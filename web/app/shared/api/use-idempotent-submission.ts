import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as newKey } from 'uuid'
import { vibrate } from '../ui/feedback/vibrate.ts'
import { ApiError, isOffline } from './api-error.ts'
import { isConfirmationCancelled, needsConfirmation } from './confirmation.ts'

/** Rejected before the request was processed: such a status says nothing about an earlier attempt. */
const REJECTED_EARLY = new Set([401, 408, 425, 429])

const isUnconfirmed = (error: unknown) => needsConfirmation(error) || isConfirmationCancelled(error)

/** The server has processed the request and rejected it. A call that was not confirmed was rejected before that. */
export const isFinal = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  !REJECTED_EARLY.has(error.status) &&
  !isUnconfirmed(error)

/** No response, or a server error: the request may or may not have been processed. */
const isOutcomeUnknown = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500) && !isOffline(error)

/** Only the credential was refused. The key stays: with another credential it stands for the same request. */
const isCredentialRefused = (error: unknown) =>
  error instanceof ApiError && error.status === 401 && error.code !== 'unauthenticated'

type Callbacks<Result> = {
  onDone: (result: Result) => void
  onRefused: (error: unknown) => void
  /** Pages that don't show `unknown` themselves use it: a refusal is none of that, and would contradict it. */
  onUnknown?: (error: unknown) => void
}

/**
 * A submission that must happen once. The idempotency key is created with the form and renewed only after a final
 * response, so retrying can't submit twice. While `unknown` is true only the same request may be sent: another body
 * under the same key is rejected, and a new key could be a second payment.
 */
export function useIdempotentSubmission<Body, Result>(
  send: (body: Body, idempotencyKey: string) => Promise<Result>,
  { onDone, onRefused, onUnknown }: Callbacks<Result>,
) {
  const key = useRef(newKey())
  const [unknown, setUnknown] = useState(false)
  const renewKey = () => {
    key.current = newKey()
    setUnknown(false)
  }
  const submission = useMutation({
    mutationFn: (body: Body) => send(body, key.current),
    onSuccess: (result) => {
      renewKey()
      vibrate('success')
      onDone(result)
    },
    onError: (error) => {
      if (!isUnconfirmed(error)) vibrate('error')
      if (isOutcomeUnknown(error)) {
        setUnknown(true)
        onUnknown?.(error)
        return
      }
      if (isFinal(error)) renewKey()
      else if (isCredentialRefused(error)) setUnknown(false)
      onRefused(error)
    },
  })
  return {
    submit: submission.mutate,
    sending: submission.isPending,
    unknown,
    retry: () => submission.variables !== undefined && submission.mutate(submission.variables),
  }
}
