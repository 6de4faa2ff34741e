import { ArrowRight, BookOpen, Check, ChevronsRight, CornerUpLeft, EyeOff, RotateCcw } from 'lucide-react'
import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { FourEyesNotice, useNeedsSecondAdmin } from '../../parts/four-eyes.tsx'
import { isOpen, movesMoney } from './entry-targets.ts'
import type { useEntryDecision } from './use-entry-decision.ts'

type Props = {
  entry: BankStatementEntry
  decision: ReturnType<typeof useEntryDecision>
  onNext: (() => void) | null
}

export function MainButtons({ entry, decision, onNext }: Props) {
  const { best, canDecide, busy, unknown, confirmBest: onConfirm, setStep: onStep, undo: onUndo } = decision
  const me = useCurrentAdmin()
  const needsSecond = useNeedsSecondAdmin(Math.abs(entry.amount)) && !entry.waitsFor
  const confirms = canDecide && best !== null && best.user?._id !== me._id && !isReturning(entry) && !isCharted(entry)
  const isProposal = confirms && needsSecond && movesMoney(best)
  return (
    <div className="grid gap-3">
      {isProposal && <FourEyesNotice />}
      {unknown && (
        <p role="alert" className="text-warning">
          {t('No response from the server. Try again: the line is only booked once.')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {confirms && (
          <>
            <Button aria-keyshortcuts="a" disabled={busy} onClick={() => onConfirm({ next: false })}>
              <Check aria-hidden className="size-4.5" />
              {unknown ? t('Try again') : isProposal ? t('Propose') : t('Confirm')}
            </Button>
            {!unknown && (
              <Button
                variant="secondary"
                aria-keyshortcuts="Shift+a"
                disabled={busy}
                onClick={() => onConfirm({ next: true })}
              >
                <ChevronsRight aria-hidden className="size-4.5" />
                {isProposal ? t('Propose and next') : t('Confirm and next')}
              </Button>
            )}
          </>
        )}
        {canDecide && canReturn(entry) && (
          <Button variant="secondary" disabled={busy} onClick={() => onStep('return')}>
            <CornerUpLeft aria-hidden className="size-4.5" />
            {t('Return to sender')}
          </Button>
        )}
        {canDecide && (!entry.waitsFor || isCharted(entry)) && (
          <Button variant="secondary" aria-keyshortcuts="c" disabled={busy} onClick={() => onStep('book')}>
            <BookOpen aria-hidden className="size-4.5" />
            {t('Book to the chart')}
          </Button>
        )}
        {canDecide && !entry.waitsFor && (
          <Button variant="quiet" aria-keyshortcuts="i" disabled={busy} onClick={() => onStep('ignore')}>
            <EyeOff aria-hidden className="size-4.5" />
            {t('Ignore')}
          </Button>
        )}
        {canUndo(entry) && !(entry.state === 'booked' && entry.waitsFor && decision.isMine) && (
          <Button variant="quiet" disabled={busy} onClick={entry.state === 'booked' ? () => onStep('undo') : onUndo}>
            <RotateCcw aria-hidden className="size-4.5" />
            {rejects(entry) ? t('No match') : t('Undo')}
          </Button>
        )}
        {!isOpen(entry) && onNext && (
          <Button variant="secondary" onClick={onNext}>
            {t('Next line')}
            <ArrowRight aria-hidden className="size-4.5" />
          </Button>
        )}
      </div>
    </div>
  )
}

/** A return waits for a second person, who returns the money too. */
const isReturning = ({ waitsFor, returnedReason }: BankStatementEntry) => waitsFor !== null && returnedReason !== null

const canReturn = (entry: BankStatementEntry) =>
  entry.state === 'unmatched' && entry.amount > 0 && (entry.waitsFor === null || isReturning(entry))

/** What the bank itself found is rejected; what staff decided is undone. */
const rejects = ({ state, waitsFor }: BankStatementEntry) =>
  waitsFor === null && state !== 'ignored' && state !== 'booked'

/** The first of two has booked it to the chart. */
const isCharted = ({ waitsFor, booking }: BankStatementEntry) => waitsFor !== null && booking !== null

/** An unmatched entry has nothing to undo; one without an amount is never booked. */
const canUndo = ({ state, waitsFor, amount }: BankStatementEntry) =>
  (state !== 'unmatched' || waitsFor !== null) && amount !== 0
