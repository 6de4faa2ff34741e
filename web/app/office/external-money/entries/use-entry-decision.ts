import { useRef, useState } from 'react'
import type { BankStatementLine } from '#contract/external-money/bank-statements.ts'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { bestMatch, isOpen, type LineTarget, targetOf } from './entry-targets.ts'
import { useIgnoreLine, useMatchLine, useReturnLine, useUndoLine } from './use-entry-actions.ts'

export type ReasonedAct = 'ignore' | 'return'

type Options = {
  line: BankStatementLine
  canManage: boolean
  onDecided: (options: { next: boolean }) => void
  /** Another member of staff was faster. */
  onConflict: () => void
}

/** The acts on one line, of which one runs at a time, and the step in which a reason is asked for. */
export function useLineDecision({ line, canManage, onDecided, onConflict }: Options) {
  const me = useCurrentAdmin()
  const [step, setStep] = useState<ReasonedAct | null>(null)
  const [conflict, setConflict] = useState<string>()
  const goesOn = useRef(false)
  const callbacks = {
    onDone: () => {
      setStep(null)
      setConflict(undefined)
      onDecided({ next: goesOn.current })
    },
    onConflict: (message: string) => {
      setStep(null)
      setConflict(message)
      onConflict()
    },
  }
  const match = useMatchLine(line._id, callbacks)
  const ignore = useIgnoreLine(line._id, callbacks)
  const back = useReturnLine(line._id, callbacks)
  const undo = useUndoLine(line._id, callbacks)
  const busy = match.sending || ignore.sending || back.sending || undo.sending
  const best = bestMatch(line)
  const isMine = line.proposedBy?._id === me._id
  const canDecide = canManage && isOpen(line) && !(line.waitsFor && isMine)

  const book = (target: LineTarget | null, { next }: { next: boolean }) => {
    if (busy || !target || !canDecide) return
    goesOn.current = next
    if (match.unknown) match.retry()
    else match.submit(target)
  }
  return {
    best,
    isMine,
    canDecide,
    busy,
    conflict,
    step,
    setStep,
    /** The last request had no answer. */
    unknown: match.unknown,
    reasonUnknown: ignore.unknown || back.unknown,
    book,
    confirmBest: (options: { next: boolean }) => {
      if (best && best.user?._id !== me._id) book(targetOf(best), options)
    },
    sendReason: (reason: string) => {
      goesOn.current = false
      const act = step === 'ignore' ? ignore : back
      if (act.unknown) act.retry()
      else act.submit(reason)
    },
    undo: () => {
      goesOn.current = false
      undo.submit()
    },
  }
}
