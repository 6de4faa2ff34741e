import type { NavigateFunction } from 'react-router'
import { factorsQuery } from '../api/factors-query.ts'
import { queryClient } from '../api/query-client.ts'
import { t } from '../i18n/i18n.ts'
import { showToast } from '../ui/feedback/toasts.ts'

/** From here on the user is reminded to make new codes. */
const FEW_CODES = 3

export const hasFewCodes = (left: number) => left <= FEW_CODES

export const codesLeft = (left: number) =>
  left === 0
    ? t('No recovery codes')
    : t('{left, plural, one {# recovery code left} other {# recovery codes left}}', { left })

/** After a recovery code was used, the only time when their number goes down. */
export async function remindOfRecoveryCodes(navigate: NavigateFunction) {
  const factors = await queryClient.fetchQuery({ ...factorsQuery, staleTime: 0 }).catch(() => null)
  if (!factors || !hasFewCodes(factors.recoveryCodes)) return
  showToast({
    message: t('{recoveryCodes}. Make a new set before you run out.', {
      recoveryCodes: codesLeft(factors.recoveryCodes),
    }),
    action: () => void navigate('/dashboard/security'),
    buttonText: t('Make new codes'),
  })
}
