import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../../shared/api/query-client.ts'
import { useNextWaiting } from '../../transactions/decision/use-next-waiting.ts'
import { entryQuery } from './entries-query.ts'

type Options = {
  openId: string | undefined
  /** Entries that staff still have to decide, in the order of the lists. */
  waitingIds: readonly string[]
  onChange: (id: string | undefined) => void
}

/** Which entry is open, and which comes next. */
export function useEntryPanel({ openId, waitingIds, onChange }: Options) {
  const [isFinished, setFinished] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The entry whose heading gets the focus, once it is shown. */
  const [focusId, setFocusId] = useState<string>()
  const nextId = useNextWaiting(waitingIds, openId)
  // The pressed button is gone after a decision: the focus would fall to the body.
  useEffect(() => {
    if (focusId === undefined || (!isFinished && openId !== focusId)) return
    heading.current?.focus()
    setFocusId(undefined)
  }, [focusId, openId, isFinished])
  useEffect(() => {
    if (nextId) void queryClient.prefetchQuery(entryQuery(nextId))
  }, [nextId])

  const open = (id: string) => {
    setFinished(false)
    onChange(id)
  }
  const openNext = () => {
    if (nextId) open(nextId)
    else setFinished(true)
    setFocusId(nextId ?? openId)
  }
  return {
    open,
    props: {
      isFinished,
      headingRef: heading,
      onNext: nextId ? openNext : null,
      /** A decision leaves the panel where it is, or goes to the next entry. */
      onDecided: ({ next }: { next: boolean }) => (next ? openNext() : setFocusId(openId)),
      onClose: () => {
        setFinished(false)
        onChange(undefined)
      },
    },
  }
}
