import { Check, type LucideIcon, Minus, X } from 'lucide-react'
import type { EntryMatch } from '#contract/external-money/bank-statements.ts'
import { MATCH_REASONS, type MatchReason } from '#contract/external-money/match-reasons.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'

type ReasonStyle = { icon: LucideIcon; tone: string }

const FITS: ReasonStyle = { icon: Check, tone: 'text-positive' }
const NEARLY: ReasonStyle = { icon: Minus, tone: 'text-warning' }
const DIFFERS: ReasonStyle = { icon: X, tone: 'text-negative' }

const STYLES: Record<MatchReason, ReasonStyle> = {
  reference_ok: FITS,
  reference_of_another_person: DIFFERS,
  amount_ok: FITS,
  amount_differs: DIFFERS,
  name_ok: FITS,
  name_similar: NEARLY,
  name_differs: DIFFERS,
  date_far: NEARLY,
  other_deposit: NEARLY,
  reversed: DIFFERS,
  returned_payment: NEARLY,
  person_not_active: DIFFERS,
}

/** Why the entry may be this: 'reference OK', 'amount OK', 'name similar'. */
export const Reasons = ({ reasons }: Pick<EntryMatch, 'reasons'>) =>
  reasons.length > 0 && (
    <ul aria-label={t('Reasons')} className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm">
      {reasons.map((reason) => {
        const { icon: Icon, tone } = STYLES[reason]
        return (
          <li key={reason} className="inline-flex items-center gap-1">
            <Icon aria-hidden className={classNames('size-4 shrink-0', tone)} strokeWidth={2.4} />
            {t(MATCH_REASONS[reason])}
          </li>
        )
      })}
    </ul>
  )

/** Out of 100; nothing where staff chose the match themselves. */
export function Score({ score }: Pick<EntryMatch, 'score'>) {
  if (score === null) return null
  return (
    <span className="inline-flex items-center gap-2 text-sm text-muted" title={t('Score {score} of 100', { score })}>
      <span aria-hidden="true" className="h-1.5 w-14 overflow-hidden rounded-full bg-line">
        <span
          className={classNames(
            'block h-full rounded-full',
            score >= 80 ? 'bg-positive' : score >= 50 ? 'bg-warning' : 'bg-negative',
          )}
          style={{ width: `${score}%` }}
        />
      </span>
      <span className="figures">
        <Trans
          text="<0>Score </0>{score}<0> of 100</0>"
          parts={[(children) => <span className="sr-only">{children}</span>]}
          values={{ score }}
        />
      </span>
    </span>
  )
}
