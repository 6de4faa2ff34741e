import type { BankStatementLine } from '#contract/external-money/bank-statements.ts'
import type { LineState } from '#contract/external-money/match-reasons.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Chip, type Tone } from '../layout/chip.tsx'

export const STATE_NAMES: Record<LineState, string> = {
  matched: msg('Matched'),
  suggested: msg('Suggested'),
  unmatched: msg('Unmatched'),
  booked: msg('Booked||statement line'),
  ignored: msg('Ignored'),
}

const TONES: Record<LineState, Tone> = {
  matched: 'good',
  suggested: 'attention',
  unmatched: 'bad',
  booked: 'good',
  ignored: 'calm',
}

/** What staff still have to do, or what became of the line. */
export function LineStateChip({ line }: { line: BankStatementLine }) {
  if (line.waitsFor) return <Chip tone="attention">{t('Waits for a second person')}</Chip>
  if (line.returnedReason !== null) return <Chip tone="calm">{t('Returned')}</Chip>
  return <Chip tone={TONES[line.state]}>{t(STATE_NAMES[line.state])}</Chip>
}
