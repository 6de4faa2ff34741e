import { LockKeyhole } from 'lucide-react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'

export type SupportTopic = 'pin' | 'code'

type Props = {
  problem: Text
  topic: SupportTopic
  /** On the page that recovers the PIN, which needs no link to itself. */
  here?: boolean
}

/** No attempt is left: what to do instead. */
export const LockedSecret = ({ problem, topic, here = false }: Props) => (
  <div className="grid gap-5">
    <p role="alert" className="flex gap-3 rounded-2xl bg-negative-soft px-4 py-3">
      <LockKeyhole aria-hidden className="mt-0.5 size-5 shrink-0 text-negative" />
      <span className="min-w-0 font-medium">{problem}</span>
    </p>
    <div className="grid gap-3">
      {topic === 'pin' && !here && (
        <ButtonLink to="/dashboard/pin" size="large" className="whitespace-normal">
          {t('Set a new PIN')}
        </ButtonLink>
      )}
      <ButtonLink
        to={`/dashboard/support-user?topic=${topic}`}
        variant="secondary"
        size="large"
        className="whitespace-normal"
      >
        {t('Write to support')}
      </ButtonLink>
    </div>
  </div>
)
