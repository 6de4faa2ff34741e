import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Erasure, eraseUser } from '#contract/office/erasure.ts'
import type { ErasureGround } from '#contract/office/erasure-grounds.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { formatDateTime, formatDay } from '../../parts/format-date.ts'
import { outcomeOf } from '../../proposals/proposed.ts'
import type { ActionProps } from './actions.ts'

const GROUNDS: { ground: ErasureGround; label: TextId }[] = [
  { ground: 'requested', label: msg('The customer asked for it') },
  { ground: 'expired', label: msg('The bank no longer needs the data') },
]

const CONSEQUENCES = [
  msg('Name, email, phone and address are replaced by a pseudonym.'),
  msg('Chat, files, payees, notes and every way to log in are deleted.'),
  msg('Bookings stay as they are. What the law asks for is deleted when its time is over.'),
]

/** Erases a person whose account is closed. */
export function EraseForm({ user, onDone, onBack }: ActionProps) {
  const name = useId()
  const [ground, setGround] = useState<ErasureGround>('requested')
  const erase = useMutation({
    mutationFn: () =>
      call<typeof eraseUser>('POST', '/admin/users/:id/erasure', { params: { id: user._id }, body: { ground } }),
    onSuccess: (answer) => onDone(...outcomeOf(answer, t('The customer was erased'))),
    onError: (error) => showError(error),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    erase.mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div className="grid gap-2">
        <p className="font-medium">{t('This is final. It can’t be undone.')}</p>
        <ul className="grid list-disc gap-1 ps-5 text-[0.9375rem] text-muted">
          {CONSEQUENCES.map((text) => (
            <li key={text}>{t(text)}</li>
          ))}
        </ul>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">{t('Why?')}</legend>
        {GROUNDS.map((choice) => (
          <label key={choice.ground} className="flex min-h-9 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name={name}
              className="size-4.5 shrink-0 accent-(--accent)"
              checked={ground === choice.ground}
              onChange={() => setGround(choice.ground)}
            />
            {t(choice.label)}
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={erase.isPending}>
          {t('Erase this customer')}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

/** When the person was erased, and until when the law asks for the rest. */
export function ErasedNote({ erasure }: { erasure: Erasure | null }) {
  if (!erasure) return null
  return (
    <p className="rounded-2xl bg-sunken px-4 py-3 text-[0.9375rem]">
      {t(
        'Erased on {date}. The law asks for the identity until {identityDay} and for booking texts until {booksDay}.',
        {
          date: formatDateTime(erasure.erasedAt),
          identityDay: formatDay(erasure.identityUntil),
          booksDay: formatDay(erasure.booksUntil),
        },
      )}
    </p>
  )
}
