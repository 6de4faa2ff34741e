import { useRef, useState } from 'react'
import type { BankStatementEntry, UnclearedDeposit } from '#contract/external-money/bank-statements.ts'
import type { MatchReason } from '#contract/external-money/match-reasons.ts'
import type { Text } from '#contract/text.ts'
import type { ApiError } from '../../../shared/api/api-error.ts'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { bestMatch, type EntryTarget, isOpen, targetOf } from './entry-targets.ts'
import {
  type ChartBooking,
  useBookEntry,
  useIgnoreEntry,
  useMatchEntry,
  useReturnEntry,
  useUndoEntry,
} from './use-entry-actions.ts'

export type ReasonedAct = 'ignore' | 'return'
/** What the footer shows in place of the buttons. */
export type EntryStep = ReasonedAct | 'book' | 'undo'

/** The match is doubtful: its score is low, the person is not Active, or the line may be one of these deposits. */
export type EntryQuestion = {
  message: Text
  target: EntryTarget
  deposits: UnclearedDeposit[]
  score: number | null
  reasons: MatchReason[]
}

type Options = {
  entry: BankStatementEntry
  canManage: boolean
  onDecided: (options: { next: boolean }) => void
  /** Another member of staff was faster. */
  onConflict: () => void
}

function doubtOf(current: ApiError['current']): Pick<EntryQuestion, 'deposits' | 'score' | 'reasons'> {
  const { deposits = [], score = null, reasons = [] } = (current ?? {}) as Partial<EntryQuestion>
  return { deposits, score, reasons }
}

/** The acts on one entry, of which one runs at a time, and the step in which a reason is asked for. */
export function useEntryDecision({ entry, canManage, onDecided, onConflict }: Options) {
  const me = useCurrentAdmin()
  const [step, setStep] = useState<EntryStep | null>(null)
  const [conflict, setConflict] = useState<Text>()
  const [question, setQuestion] = useState<EntryQuestion>()
  const target = useRef<EntryTarget>(null)
  const goesOn = useRef(false)
  const callbacks = {
    onDone: () => {
      setStep(null)
      setConflict(undefined)
      setQuestion(undefined)
      onDecided({ next: goesOn.current })
    },
    onConflict: ({ message, code, current }: ApiError) => {
      setStep(null)
      const isAsked = code === 'choose_deposit' || code === 'confirmation_needed'
      const asked = isAsked && target.current ? { message, target: target.current, ...doubtOf(current) } : undefined
      setQuestion(asked)
      setConflict(asked ? undefined : message)
      onConflict()
    },
  }
  const match = useMatchEntry(entry._id, callbacks)
  const ignore = useIgnoreEntry(entry._id, callbacks)
  const back = useReturnEntry(entry._id, callbacks)
  const undo = useUndoEntry(entry._id, callbacks)
  const chart = useBookEntry(entry._id, callbacks)
  const busy = [match, ignore, back, undo, chart].some(({ sending }) => sending)
  const best = bestMatch(entry)
  const isMine = entry.proposedBy?._id === me._id
  const canDecide = canManage && isOpen(entry) && !(entry.waitsFor && isMine)

  const book = (chosen: EntryTarget | null, { next }: { next: boolean }) => {
    if (busy || !chosen || !canDecide) return
    goesOn.current = next
    if (match.unknown) return match.retry()
    target.current = chosen
    match.submit(chosen)
  }
  return {
    best,
    isMine,
    canDecide,
    busy,
    conflict,
    question,
    step,
    setStep,
    /** The last request had no answer. */
    unknown: match.unknown,
    reasonUnknown: ignore.unknown || back.unknown,
    chartUnknown: chart.unknown,
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
    bookToChart: (booking: ChartBooking) => {
      goesOn.current = false
      if (chart.unknown) chart.retry()
      else chart.submit(booking)
    },
    undo: () => {
      goesOn.current = false
      if (undo.unknown) undo.retry()
      else undo.submit()
    },
  }
}
