import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import type { StatementEntryState } from '#contract/external-money/match-reasons.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Chip, type Tone } from '../layout/chip.tsx'

export const STATE_NAMES: Record<StatementEntryState, TextId> = {
  matched: msg('Matched'),
  suggested: msg('Suggested'),
  unmatched: msg('Unmatched'),
  booked: msg('Booked||statement line'),
  ignored: msg('Ignored'),
  undone: msg('Undone'),
}

const TONES: Record<StatementEntryState, Tone> = {
  matched: 'good',
  suggested: 'attention',
  unmatched: 'bad',
  booked: 'good',
  ignored: 'calm',
  undone: 'calm',
}

/** What staff still have to do, or what became of the entry. */
export function EntryStateChip({ entry }: { entry: BankStatementEntry }) {
  if (entry.waitsFor && entry.state === 'booked')
    return <Chip tone="attention">{t('Undo waits for a second person')}</Chip>
  if (entry.waitsFor) return <Chip tone="attention">{t('Waits for a second person')}</Chip>
  if (entry.returnedReason !== null) return <Chip tone="calm">{t('Returned')}</Chip>
  return <Chip tone={TONES[entry.state]}>{t(STATE_NAMES[entry.state])}</Chip>
}
