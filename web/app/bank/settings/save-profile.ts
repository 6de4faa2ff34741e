import type { User } from '#contract/customers/people.ts'
import type { updateProfile } from '#contract/identity/profile.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { setUser } from '../../shared/api/session.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { verificationQuery } from '../verification/verification-query.ts'

type Fields = Parameters<typeof call<typeof updateProfile>>[2]['body']

/** Saves the profile and shows the result. Returns the profile as it is now; null: it failed. */
export async function saveProfile(body: Fields): Promise<User | null> {
  try {
    const user = await call<typeof updateProfile>('PUT', '/users/update', { body })
    setUser(user)
    if (user.nameChange) void queryClient.invalidateQueries(verificationQuery)
    showToast({ message: t('Profile updated successfully!') })
    return user
  } catch (error) {
    // A rejection has its own message; a server error or a timeout has none for users.
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
    showError(error, refused ? error.message : t('An error occurred while updating your profile.'))
    return null
  }
}
