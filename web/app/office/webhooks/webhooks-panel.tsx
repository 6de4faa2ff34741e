import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { PanelSection } from '../external-money/layout/panel-section.tsx'
import { WEBHOOKS_PAGE } from './webhooks-query.ts'

/** In the settings: the way to the webhooks. */
export const WebhooksPanel = () => (
  <PanelSection
    title={t('Webhooks')}
    actions={
      <ButtonLink to={WEBHOOKS_PAGE} variant="secondary">
        {t('Manage webhooks')}
      </ButtonLink>
    }
  >
    <p className="px-5 pb-5 text-[0.9375rem] text-muted">{t('Tell other systems at once what happens in the bank.')}</p>
  </PanelSection>
)
