import type { RefObject } from 'react'
import type { BankStatementEntry, BankStatementEntryDetails } from '#contract/external-money/bank-statements.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import type { Content } from '../../../shared/ui/content.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { footerClass } from '../../transactions/decision/decision-form.tsx'
import { ChartStep } from './chart-step.tsx'
import { EntryDoubt } from './entry-doubt.tsx'
import { ConflictNotice, SecondPersonNotice } from './entry-notices.tsx'
import { bestMatch, chosenTarget, type EntryTarget, keyOf } from './entry-targets.ts'
import { MainButtons } from './main-buttons.tsx'
import { MatchCard } from './match-card.tsx'
import { ReasonStep } from './reason-step.tsx'
import { TargetSearch } from './target-search.tsx'
import { UndoStep } from './undo-step.tsx'
import { useEntryDecision } from './use-entry-decision.ts'

export type PanelProps = {
  canManage: boolean
  headingRef: RefObject<HTMLHeadingElement | null>
  onNext: (() => void) | null
  onDecided: (options: { next: boolean }) => void
}

type Props = PanelProps & { entry: BankStatementEntryDetails; children: Content }

/** What the entry is, or may be; below it the buttons, or the reason that an act asks for. */
export function EntryDecision({ entry, canManage, headingRef, onNext, onDecided, children }: Props) {
  const decision = useEntryDecision({ entry, canManage, onDecided, onConflict: () => headingRef.current?.focus() })
  const { best, busy, step, canDecide } = decision
  useShortcuts({
    a: ({ repeat }) => !repeat && decision.confirmBest({ next: false }),
    A: ({ repeat }) => !repeat && decision.confirmBest({ next: true }),
    c: () => (canDecide && !entry.waitsFor ? decision.setStep('book') : false),
    i: () => (canDecide && !entry.waitsFor ? decision.setStep('ignore') : false),
  })
  const choose = (target: EntryTarget) => decision.book(target, { next: false })
  return (
    <>
      <div className="grid flex-1 content-start gap-5 overflow-y-auto overscroll-contain px-5 pb-6 sm:px-6">
        <ConflictNotice message={decision.conflict} entry={entry} />
        {decision.question && canDecide && (
          <EntryDoubt
            question={decision.question}
            entry={entry}
            disabled={busy || decision.unknown}
            onChoose={choose}
          />
        )}
        <SecondPersonNotice entry={entry} isMine={decision.isMine} />
        {best && <MatchCard match={best} entry={entry} isBest />}
        {children}
        {canDecide && !entry.waitsFor && (
          <>
            <OtherSuggestions entry={entry} busy={busy} onChoose={choose} />
            <TargetSearch allowsPeople={entry.amount > 0} disabled={busy || decision.unknown} onChoose={choose} />
          </>
        )}
      </div>
      {canManage && (entry.amount !== 0 || onNext) && (
        <div className={footerClass}>
          {step === 'book' ? (
            <ChartStep
              entry={entry}
              busy={busy}
              unknown={decision.chartUnknown}
              onSend={decision.bookToChart}
              onBack={() => decision.setStep(null)}
            />
          ) : step === 'undo' ? (
            <UndoStep entry={entry} busy={busy} onUndo={decision.undo} onBack={() => decision.setStep(null)} />
          ) : step ? (
            <ReasonStep
              step={step}
              entry={entry}
              busy={busy}
              unknown={decision.reasonUnknown}
              onSend={decision.sendReason}
              onBack={() => decision.setStep(null)}
            />
          ) : (
            <MainButtons entry={entry} decision={decision} onNext={onNext} />
          )}
        </div>
      )}
    </>
  )
}

type SuggestionsProps = { entry: BankStatementEntry; busy: boolean; onChoose: (target: EntryTarget) => void }

/** Best first; the one that the main button confirms is shown above. */
function OtherSuggestions({ entry, busy, onChoose }: SuggestionsProps) {
  const best = bestMatch(entry)
  const others = entry.suggestions.filter((suggestion) => !best || keyOf(suggestion) !== keyOf(best))
  if (others.length === 0) return null
  return (
    <section aria-label={t('Other suggestions')} className="grid gap-2">
      <h3 className="font-semibold">{t('Other suggestions')}</h3>
      {others.map((suggestion) => (
        <MatchCard
          key={keyOf(suggestion)}
          match={suggestion}
          entry={entry}
          busy={busy}
          onChoose={() => {
            const target = chosenTarget(suggestion)
            if (target) onChoose(target)
          }}
        />
      ))}
    </section>
  )
}
