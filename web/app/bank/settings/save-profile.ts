import type { updateProfile } from '#contract/identity/profile.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { setUser } from '../../shared/api/session.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'

type Fields = Parameters<typeof call<typeof updateProfile>>[2]['body']

/** Saves the profile and shows the result. Returns whether it succeeded. */
export async function saveProfile(body: Fields): Promise<boolean> {
  try {
    setUser(await call<typeof updateProfile>('PUT', '/users/update', { body }))
    showToast({ message: t('Profile updated successfully!') })
    return true
  } catch (error) {
    // A rejection has its own message; a server error or a timeout has none for users.
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
    showError(error, refused ? error.message : t('An error occurred while updating your profile.'))
    return false
  }
}
