import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { updateUser } from '#contract/administration.ts'
import type { User } from '#contract/people.ts'
import { NAME_AND_EMAIL_TEXT } from '#contract/texts.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { tellError } from '../../shared/tell-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/field.tsx'
import { FormProblem } from '../../shared/ui/form-problem.tsx'
import { NationalityField } from '../../shared/ui/nationality-field.tsx'
import { SelectField } from '../../shared/ui/select-field.tsx'
import { changedFields, type Editable, editableOf } from './editable-fields.ts'
import type { Step } from './user-dialog.tsx'

const DONE_TEXT = 'Updated successfully'

/**
 * Sends what was changed, with what it was changed from. Where somebody else was faster nothing is overwritten: the newer
 * values are shown, and whoever sits here decides.
 */
export function EditForm({ user, done, back }: Step) {
  const problemId = useId()
  const [base, setBase] = useState(editableOf(user))
  const [newer, setNewer] = useState<Editable | null>(null)
  const form = useForm<Editable>({ defaultValues: base, reValidateMode: 'onSubmit' })
  const save = useMutation({
    mutationFn: (typed: Editable) => {
      const { updates, expected } = changedFields(base, typed)
      return call<typeof updateUser>('PATCH', '/admin/user', { body: { userId: user._id, updates, expected } })
    },
    onSuccess: (changed) => done(DONE_TEXT, changed),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile' && error.current) {
        const current = editableOf(error.current as User)
        // What was not touched here follows; only what was is for whoever sits here to decide.
        form.reset({ ...current, ...changedFields(base, form.getValues()).updates })
        setNewer(current)
        setBase(current)
      } else tellError(error)
    },
  })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={form.handleSubmit((typed) => save.mutate(typed))} className="grid gap-5">
      {newer && <ChangedMeanwhile onTake={() => [form.reset(newer), setNewer(null)]} />}
      <Fields form={form} problemId={problemId} newer={newer} chosen={base.nationality} />
      <FormProblem id={problemId}>{errors.fullName || errors.email ? NAME_AND_EMAIL_TEXT : undefined}</FormProblem>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving' : newer ? 'Save mine' : 'Save'}
        </Button>
        <Button look="quiet" onClick={back}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function ChangedMeanwhile({ onTake }: { onTake: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-2xl bg-warning-soft p-4">
      <p className="font-semibold">Somebody else has changed this meanwhile.</p>
      <p>Nothing was saved. Where a value is newer than the one you started from, it stands below the field.</p>
      <Button look="secondary" onClick={onTake}>
        Take the newer values
      </Button>
    </div>
  )
}

type FieldsProps = { form: UseFormReturn<Editable>; problemId: string; newer: Editable | null; chosen: string }

function Fields({ form, problemId, newer, chosen }: FieldsProps) {
  const { register, formState, watch, clearErrors } = form
  const typed = watch()
  const hint = (name: keyof Editable) =>
    newer && newer[name] !== typed[name] ? `Now: ${newer[name] || 'empty'}` : undefined
  const plain = (name: keyof Editable) => ({ ...register(name), hint: hint(name) })
  const needed = (name: 'fullName' | 'email') => ({
    ...register(name, { validate: (text) => text.trim() !== '', onChange: () => clearErrors() }),
    required: true,
    hint: hint(name),
    invalid: Boolean(formState.errors[name]),
    describedBy: formState.errors[name] && problemId,
  })
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <TextField label="Full name" autoComplete="off" maxLength={200} {...needed('fullName')} />
      <TextField label="Email" type="email" autoComplete="off" maxLength={254} {...needed('email')} />
      <TextField label="Mobile" type="tel" autoComplete="off" maxLength={40} {...plain('mobile')} />
      <TextField label="Date of birth" type="date" autoComplete="off" {...plain('dob')} />
      <SelectField label="Gender" {...plain('gender')}>
        <option value="">Not given</option>
        <option value="male">Male</option>
        <option value="female">Female</option>
        <option value="others">Others</option>
      </SelectField>
      <NationalityField chosen={chosen} {...plain('nationality')} />
      <TextField label="Address" autoComplete="off" maxLength={400} className="sm:col-span-2" {...plain('address')} />
      <SelectField label="Role" {...plain('role')}>
        <option>User</option>
        <option>Admin</option>
      </SelectField>
      <SelectField label="Status" {...plain('status')}>
        <option>Active</option>
        <option>Pending</option>
      </SelectField>
    </div>
  )
}
