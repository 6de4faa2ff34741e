import { refusals } from '#contract/refusals.ts'
import { joinTexts } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'

/** In place of the buttons, where the money is of the own account. */
export const OwnAccountNote = () => (
  <p className="text-sm text-muted">
    {joinTexts(' ', t('This is your own account.'), t(refusals.own_account.message))}
  </p>
)
