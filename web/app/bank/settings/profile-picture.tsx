import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/customers/people.ts'
import type { choosePicture } from '#contract/customers/picture.ts'
import { call } from '../../shared/api/call.ts'
import { setUser } from '../../shared/api/session.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Avatar } from '../avatar.tsx'
import { useUpload } from '../upload/use-upload.ts'
import { SettingsCard } from './settings-card.tsx'

export function ProfilePicture({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null)
  const { upload, send, clear } = useUpload('image')
  const { mutate, isPending } = useMutation({
    mutationFn: (image: string) => call<typeof choosePicture>('PUT', '/users/picture', { body: { image } }),
    onSuccess: (changed) => setUser(changed),
    onError: (error) => showError(error),
    onSettled: clear,
  })
  const uploaded = upload.state === 'done' ? upload.imageUrl : null
  useEffect(() => {
    if (uploaded) mutate(uploaded)
  }, [uploaded, mutate])

  const busy = isPending || upload.state === 'sending'
  return (
    <SettingsCard title={t('Profile picture')} lead={t('An image up to 10 MB. Only you and the bank can see it.')}>
      <div className="flex flex-wrap items-center gap-5">
        <Avatar fullName={user.fullName} image={user.image} className="size-20 text-2xl" />
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" busy={busy} onClick={() => input.current?.click()}>
            {busy ? t('Uploading') : user.image ? t('Change picture') : t('Upload picture')}
          </Button>
          {user.image && !busy && (
            <Button variant="quiet" onClick={() => mutate('')}>
              {t('Remove')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={t('Profile picture')}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) void send(file)
            event.target.value = ''
          }}
          className="sr-only"
        />
      </div>
      {upload.state === 'failed' && <p className="text-[0.9375rem] text-negative">{upload.reason}</p>}
    </SettingsCard>
  )
}
