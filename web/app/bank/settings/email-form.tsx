import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { saveProfile } from './save-profile.ts'
import { SettingsCard } from './settings-card.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'

export function EmailForm({ user }: { user: User }) {
  const { register, handleSubmit, clearErrors, reset, formState } = useForm({
    defaultValues: { newEmail: '' },
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ newEmail }) => {
    if (await saveProfile({ email: newEmail })) reset()
  })
  return (
    <SettingsCard
      title={t('Update email')}
      lead={
        <Trans
          text="You log in with <0>{email}</0>. If you change it, we’ll notify both addresses."
          parts={[(children) => <span className="font-medium wrap-anywhere text-ink">{children}</span>]}
          values={{ email: user.email }}
        />
      }
    >
      {!user.emailConfirmed && <UnconfirmedEmail email={user.email} />}
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label={t('New email')}
          type="email"
          autoComplete="off"
          maxLength={254}
          required
          error={errors.newEmail?.message}
          {...register('newEmail', {
            validate: (text) => text.trim() !== '' || t('Email are required.'),
            onChange: () => clearErrors('newEmail'),
          })}
        />
        <Button type="submit" variant="secondary" busy={isSubmitting} className="justify-self-start">
          {isSubmitting ? t('Saving') : t('Update email')}
        </Button>
      </form>
    </SettingsCard>
  )
}
