import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { User } from '#contract/customers/people.ts'
import type { updateUser } from '#contract/office/administration.ts'
import { ROLE_NAMES, ROLES } from '#contract/permissions.ts'
import { verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { NAME_AND_EMAIL_TEXT } from '#contract/texts.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { TextField } from '../../../shared/ui/forms/field.tsx'
import { FormButtons } from '../../../shared/ui/forms/form-buttons.tsx'
import { FormProblem } from '../../../shared/ui/forms/form-problem.tsx'
import { NationalityField } from '../../../shared/ui/forms/nationality-field.tsx'
import { SelectField } from '../../../shared/ui/forms/select-field.tsx'
import { type Form, useForm } from '../../../shared/ui/forms/use-form.ts'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { outcomeOf } from '../../proposals/proposed.ts'
import type { ActionProps } from './actions.ts'
import { mayEditField } from './allowed-actions.ts'
import { changedFields, type EditableFields, toEditableFields } from './editable-fields.ts'
import { ROLE_HINTS } from './role-hints.ts'

const DONE_TEXT = msg('Updated successfully')

/**
 * Sends the changed fields with the values they started from. If another administrator changed one of them meanwhile, the
 * server saves nothing, and the form shows the newer values for the administrator to choose from.
 */
export function EditForm({ user, onDone, onBack }: ActionProps) {
  const problemId = useId()
  const [base, setBase] = useState(toEditableFields(user))
  const [newer, setNewer] = useState<EditableFields | null>(null)
  const form = useForm<EditableFields>({ defaultValues: base, reValidateMode: 'onSubmit' })
  const save = useMutation({
    mutationFn: (typed: EditableFields) => {
      const { updates, expected } = changedFields(base, typed)
      return call<typeof updateUser>('PATCH', '/admin/user', { body: { userId: user._id, updates, expected } })
    },
    onSuccess: (answer) => onDone(...outcomeOf(answer, t(DONE_TEXT))),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile' && error.current) {
        const current = toEditableFields(error.current as User)
        // Untouched fields take the newer values; edited ones stay for the administrator to decide.
        form.reset({ ...current, ...changedFields(base, form.getValues()).updates })
        setNewer(current)
        setBase(current)
      } else showError(error)
    },
  })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={form.handleSubmit((typed) => save.mutate(typed))} className="grid gap-5">
      {newer && <ConflictNotice onUseNewer={() => [form.reset(newer), setNewer(null)]} />}
      <Fields user={user} form={form} problemId={problemId} newer={newer} currentNationality={base.nationality} />
      <FormProblem id={problemId}>{errors.fullName || errors.email ? t(NAME_AND_EMAIL_TEXT) : undefined}</FormProblem>
      <FormButtons
        busy={save.isPending}
        submit={save.isPending ? t('Saving') : newer ? t('Save my changes') : t('Save')}
        onCancel={onBack}
      />
    </form>
  )
}

function ConflictNotice({ onUseNewer }: { onUseNewer: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-2xl bg-warning-soft p-4">
      <p className="font-semibold">{t('Someone else changed this user while you were editing.')}</p>
      <p>{t('Nothing was saved. Newer values are shown below the fields.')}</p>
      <Button variant="secondary" onClick={onUseNewer}>
        {t('Use newer values')}
      </Button>
    </div>
  )
}

type FieldsProps = {
  user: User
  form: Form<EditableFields>
  problemId: string
  newer: EditableFields | null
  currentNationality: string
}

function Fields({ user, form, problemId, newer, currentNationality }: FieldsProps) {
  const me = useCurrentAdmin()
  const { register, formState, watch, clearErrors } = form
  const typed = watch()
  const hint = (name: keyof EditableFields) =>
    newer && newer[name] !== typed[name] ? currentValue(newer[name]) : undefined
  const optional = (name: keyof EditableFields) => ({ ...register(name), hint: hint(name) })
  const required = (name: 'fullName' | 'email') => ({
    ...register(name, { validate: (text) => text.trim() !== '', onChange: () => clearErrors() }),
    required: true,
    hint: hint(name),
    invalid: Boolean(formState.errors[name]),
    describedBy: formState.errors[name] && problemId,
  })
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <TextField label={t('Full name')} autoComplete="off" maxLength={200} {...required('fullName')} />
      {mayEditField(me, user, 'email') && (
        <TextField label={t('Email')} type="email" autoComplete="off" maxLength={254} {...required('email')} />
      )}
      <TextField label={t('Mobile')} type="tel" autoComplete="off" maxLength={40} {...optional('mobile')} />
      <TextField label={t('Date of birth')} type="date" autoComplete="off" {...optional('dob')} />
      <SelectField label={t('Gender')} {...optional('gender')}>
        <option value="">{t('Not specified')}</option>
        <option value="male">{t('Male')}</option>
        <option value="female">{t('Female')}</option>
        <option value="others">{t('Others')}</option>
      </SelectField>
      <NationalityField chosen={currentNationality} {...optional('nationality')} />
      <TextField
        label={t('Address')}
        autoComplete="off"
        maxLength={400}
        className="sm:col-span-2"
        {...optional('address')}
      />
      {mayEditField(me, user, 'role') && (
        <SelectField label={t('Role')} {...register('role')} hint={hint('role') ?? t(ROLE_HINTS[typed.role])}>
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {t(ROLE_NAMES[role])}
            </option>
          ))}
        </SelectField>
      )}
      {/* Frozen and Closed need a reason: they have a form of their own. */}
      {mayEditField(me, user, 'status') && (typed.status === 'Active' || typed.status === 'Pending') && (
        <SelectField label={t('Status')} {...optional('status')}>
          <option value="Active">{t('Active')}</option>
          <option value="Pending">{t('Pending')}</option>
        </SelectField>
      )}
    </div>
  )
}

const currentValue = (value: string) =>
  value ? t('Current value: {value}', { value: verbatim(value) }) : t('Current value: empty')
