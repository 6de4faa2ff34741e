import { ButtonLink } from '../../shared/ui/button.tsx'
import { SettingsCard } from '../settings/settings-card.tsx'

export function CheckCard() {
  return (
    <SettingsCard
      title="Check my account"
      lead="Your browser recomputes every posting and compares it with the seals that we publish."
    >
      <ButtonLink to="/dashboard/check" variant="secondary" className="justify-self-start">
        Check
      </ButtonLink>
    </SettingsCard>
  )
}
