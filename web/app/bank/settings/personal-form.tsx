import { useId } from 'react'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { FormProblem } from '../../shared/ui/forms/form-problem.tsx'
import { NationalityField } from '../../shared/ui/forms/nationality-field.tsx'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { NameChangeNotice } from './name-change-notice.tsx'
import { saveProfile } from './save-profile.ts'
import { SettingsCard } from './settings-card.tsx'

type PersonalFields = Pick<User, 'fullName' | 'email' | 'mobile' | 'address' | 'gender' | 'dob' | 'nationality'>

const personalFields = ({ fullName, email, mobile, address, gender, dob, nationality }: User): PersonalFields => ({
  fullName,
  email,
  mobile,
  address,
  gender,
  dob,
  nationality,
})

export function PersonalForm({ user }: { user: User }) {
  const problemId = useId()
  // Changes saved elsewhere (the email form) appear here, but don't replace unsaved input.
  const form = useForm<PersonalFields>({
    values: personalFields(user),
    resetOptions: { keepDirtyValues: true },
    reValidateMode: 'onSubmit',
  })
  const { register, handleSubmit, clearErrors, formState } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (personal) => {
    const saved = await saveProfile(personal)
    if (saved) form.reset(personalFields(saved))
  })
  const requiredField = (name: 'fullName' | 'email') => ({
    ...register(name, { validate: (text) => text.trim() !== '', onChange: () => clearErrors(['fullName', 'email']) }),
    required: true,
    invalid: Boolean(errors[name]),
    describedBy: errors[name] && problemId,
  })
  return (
    <SettingsCard title={t('Personal information')}>
      {user.nameChange && <NameChangeNotice asked={user.nameChange} />}
      <form noValidate onSubmit={submit} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={t('Full name')}
            hint={t('Once we have verified it, another one needs a document.')}
            autoComplete="name"
            maxLength={200}
            {...requiredField('fullName')}
          />
          <TextField label={t('Email')} type="email" autoComplete="email" maxLength={254} {...requiredField('email')} />
          <TextField label={t('Mobile')} type="tel" autoComplete="tel" maxLength={40} {...register('mobile')} />
          <TextField
            label={t('Date of birth')}
            type="date"
            autoComplete="bday"
            max={yesterday()}
            {...register('dob')}
          />
          <SelectField label={t('Gender')} {...register('gender')}>
            <option value="">{t('Not specified')}</option>
            <option value="male">{t('Male')}</option>
            <option value="female">{t('Female')}</option>
            <option value="others">{t('Others')}</option>
          </SelectField>
          <NationalityField chosen={user.nationality} {...register('nationality')} />
          <TextField
            label={t('Address')}
            autoComplete="address-line1"
            maxLength={400}
            className="sm:col-span-2"
            {...register('address')}
          />
        </div>
        <FormProblem id={problemId}>
          {errors.fullName || errors.email ? t('Name and email are required.') : undefined}
        </FormProblem>
        <Button type="submit" busy={isSubmitting} className="justify-self-start">
          {isSubmitting ? t('Saving') : t('Save changes')}
        </Button>
      </form>
    </SettingsCard>
  )
}

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
