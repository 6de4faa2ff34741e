import { useQuery } from '@tanstack/react-query'
import { verbatim } from '#contract/text.ts'
import { factorsQuery } from '../../shared/api/factors-query.ts'
import { passkeysSupported } from '../../shared/api/passkeys.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { SettingsCard } from '../settings/settings-card.tsx'
import { protectionOf } from './protection.ts'

/** On the settings page: how well the account is protected, with the way to the security page. */
export function SecurityCard() {
  const { data } = useQuery(factorsQuery)
  const protection = data && protectionOf(data, passkeysSupported())
  return (
    <SettingsCard title={t('Security')} lead={t('Passkeys, authenticator app, recovery codes and your devices.')}>
      {protection && (
        <p className={classNames('font-medium', protection.level === 'good' ? 'text-positive' : 'text-warning')}>
          {protection.level === 'attention' ? protection.text : verbatim(`${protection.title}.`)}
        </p>
      )}
      <ButtonLink to="/dashboard/security" variant="secondary" className="justify-self-start whitespace-normal!">
        {t('Open security settings')}
      </ButtonLink>
    </SettingsCard>
  )
}
