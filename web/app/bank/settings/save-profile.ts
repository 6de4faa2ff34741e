import type { updateProfile } from '#contract/people.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { setUser } from '../../shared/api/session.ts'
import { showError } from '../../shared/show-error.ts'
import { showToast } from '../../shared/ui/toasts.ts'

type Fields = Parameters<typeof call<typeof updateProfile>>[2]['body']

/** Saves and says so. True when it worked. */
export async function saveProfile(body: Fields): Promise<boolean> {
  try {
    setUser(await call<typeof updateProfile>('PUT', '/users/update', { body }))
    showToast({ message: 'Profile updated successfully!' })
    return true
  } catch (error) {
    // The bank says why it refuses; a bank that could not answer has said nothing worth repeating.
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
    showError(error, refused ? error.message : 'An error occurred while updating your profile.')
    return false
  }
}
