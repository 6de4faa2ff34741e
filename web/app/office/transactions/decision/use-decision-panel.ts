import { useEffect, useRef, useState } from 'react'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { caseQuery } from '../list/transactions-query.ts'
import type { Decision } from './decision.ts'
import type { OnSettled } from './decision-form.tsx'
import { useNextWaiting } from './use-next-waiting.ts'

type Options = {
  openId: string | undefined
  waitingIds: readonly string[]
  onChange: (id: string | undefined) => void
  /** Reads the waiting list again, for what is beyond the loaded pages or came meanwhile. */
  reload: () => Promise<AdminTransaction[]>
}

/** Which transaction is open, in which step, and which comes next. */
export function useDecisionPanel({ openId, waitingIds, onChange, reload }: Options) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const [isFinished, setFinished] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The id whose heading gets the focus, once the address has changed to it. */
  const [focusId, setFocusId] = useState<string | undefined>()
  const nextId = useNextWaiting(waitingIds, openId)
  // The pressed button is gone after a decision: the focus would fall to the body.
  useEffect(() => {
    if (focusId === undefined || (!isFinished && openId !== focusId)) return
    heading.current?.focus()
    setFocusId(undefined)
  }, [focusId, openId, isFinished])
  useEffect(() => {
    if (nextId) void queryClient.prefetchQuery(caseQuery(nextId))
  }, [nextId])

  const open = (id: string, next: Decision | null = null) => {
    setFinished(false)
    setDecision(next)
    onChange(id)
  }
  const close = () => {
    setFinished(false)
    setDecision(null)
    onChange(undefined)
  }
  const openNext = async () => {
    const id = nextId ?? (await reload()).find(({ _id }) => _id !== openId)?._id
    if (id) open(id)
    else setFinished(true)
    setFocusId(id ?? openId)
  }
  const onSettled: OnSettled = ({ next }) => {
    setDecision(null)
    if (next) void openNext()
    else setFocusId(openId)
  }
  const onNext = nextId ? () => void openNext() : null
  return {
    open,
    props: {
      decision,
      onDecisionChange: setDecision,
      onOpen: open,
      onClose: close,
      onSettled,
      isFinished,
      onNext,
      headingRef: heading,
    },
  }
}
