import { useProfile } from '../use-profile.ts'
import { EmailForm } from './email-form.tsx'
import { PersonalForm } from './personal-form.tsx'
import { ProfilePicture } from './profile-picture.tsx'

export function ProfileSettings() {
  const { user } = useProfile()
  // A form of its own for each request of another name: its fields show the verified name again.
  const asked = user.nameChange ? `${user.nameChange.fullName} ${user.nameChange.dob}` : ''
  return (
    <>
      <PersonalForm key={asked} user={user} />
      <EmailForm user={user} />
      <ProfilePicture user={user} />
    </>
  )
}
