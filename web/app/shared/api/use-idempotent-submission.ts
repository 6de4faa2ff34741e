import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as newKey } from 'uuid'
import { ApiError } from './api-error.ts'

/** Says nothing about whether an earlier try arrived: the way was barred before anybody looked at the request. */
const BARRED = new Set([401, 408, 425, 429])

/** The bank has said yes or no. Silence, a broken server and a barred way are neither. */
export const isDefinite = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !BARRED.has(error.status)

/** Nobody answered, or somebody who could not say what became of it. */
const isSilence = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/**
 * Something that must happen once. The key is made when the form opens and renewed only after a definite answer, so
 * sending again after silence can't do it twice. While `unknown` is true the same request is all that may be sent:
 * another one under the same key would be refused, and under a new key could be a second payment.
 */
export function useIdempotentSubmission<Body, Done>(
  send: (body: Body, idempotencyKey: string) => Promise<Done>,
  { onDone, onRefused }: { onDone: (done: Done) => void; onRefused: (error: unknown) => void },
) {
  const key = useRef(newKey())
  const [unknown, setUnknown] = useState(false)
  const settle = () => {
    key.current = newKey()
    setUnknown(false)
  }
  const submission = useMutation({
    mutationFn: (body: Body) => send(body, key.current),
    onSuccess: (done) => {
      settle()
      onDone(done)
    },
    onError: (error) => {
      if (isDefinite(error)) settle()
      else if (isSilence(error)) setUnknown(true)
      onRefused(error)
    },
  })
  return {
    submit: submission.mutate,
    sending: submission.isPending,
    unknown,
    again: () => submission.variables !== undefined && submission.mutate(submission.variables),
  }
}
