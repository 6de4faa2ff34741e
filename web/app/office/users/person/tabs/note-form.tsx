import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { User } from '#contract/customers/people.ts'
import type { addNote } from '#contract/office/notes.ts'
import type { Text } from '#contract/text.ts'
import { call } from '../../../../shared/api/call.ts'
import { t } from '../../../../shared/i18n/i18n.ts'
import { showError } from '../../../../shared/show-error.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { showToast } from '../../../../shared/ui/feedback/toasts.ts'
import { TextAreaField } from '../../../../shared/ui/forms/field.tsx'
import { reloadOffice } from '../../../layout/office-query.ts'

/** As the contract's `MAX_NOTE_LENGTH`: pages don't load the schemas. */
const MAX_LENGTH = 2_000

export function NoteForm({ user }: { user: User }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Text>()
  const add = useMutation({
    mutationFn: () => call<typeof addNote>('POST', '/admin/notes', { body: { userId: user._id, text } }),
    onSuccess: () => {
      setText('')
      field.current?.focus()
      showToast({ message: t('Note added') })
      return reloadOffice()
    },
    onError: (error) => showError(error),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') setProblem(t('Enter a note.'))
    else add.mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="grid justify-items-start gap-3">
      <TextAreaField
        autoComplete="off"
        ref={field}
        label={t('New note')}
        rows={3}
        maxLength={MAX_LENGTH}
        className="w-full"
        hint={t('Visible to staff only, never to {fullName}. It can’t be changed or deleted.', {
          fullName: user.fullName,
        })}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" busy={add.isPending}>
        {t('Add note')}
      </Button>
    </form>
  )
}
