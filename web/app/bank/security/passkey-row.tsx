import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { deletePasskey, Passkey, renamePasskey } from '#contract/identity/factors.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { reloadFactors } from '../../shared/api/factors-query.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { AskDialog } from '../ask-dialog.tsx'
import { timeAgo } from '../settings/time-ago.ts'

export function PasskeyRow({ passkey, isLastFactor }: { passkey: Passkey; isLastFactor: boolean }) {
  const [mode, setMode] = useState<'shown' | 'renaming' | 'removing'>('shown')
  const renameButton = useRef<HTMLButtonElement>(null)
  const wasRenaming = useRef(false)
  useEffect(() => {
    if (wasRenaming.current && mode === 'shown') renameButton.current?.focus()
    wasRenaming.current = mode === 'renaming'
  }, [mode])
  const remove = useMutation({
    mutationFn: () =>
      call<typeof deletePasskey>('DELETE', '/users/factors/passkeys/:id', { params: { id: passkey._id } }),
    onSuccess: () => setMode('shown'),
    onError: (error) => showError(error),
    onSettled: reloadFactors,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 bg-surface px-4 py-3">
      <KeyRound aria-hidden className="size-6 shrink-0 text-muted" strokeWidth={1.6} />
      {mode === 'renaming' ? (
        <RenameForm passkey={passkey} onDone={() => setMode('shown')} />
      ) : (
        <>
          <div className="min-w-0 flex-1 basis-44">
            <p className="font-medium wrap-anywhere">{passkey.name}</p>
            <p className="text-sm text-muted">
              {t('Added {time}', { time: timeAgo(passkey.createdAt) })}
              {verbatim(' · ')}
              {passkey.lastUsedAt
                ? t('last used {lastUsedAt}', { lastUsedAt: timeAgo(passkey.lastUsedAt) })
                : t('not used yet')}
            </p>
          </div>
          <div className="-mx-3 flex">
            <Button ref={renameButton} variant="quiet" onClick={() => setMode('renaming')}>
              <Trans
                text="Rename<0> {name}</0>"
                parts={[(children) => <span className="sr-only">{children}</span>]}
                values={{ name: passkey.name }}
              />
            </Button>
            <Button variant="quiet" onClick={() => setMode('removing')} className="text-negative">
              <Trans
                text="Remove<0> {name}</0>"
                parts={[(children) => <span className="sr-only">{children}</span>]}
                values={{ name: passkey.name }}
              />
            </Button>
          </div>
        </>
      )}
      {mode === 'removing' && (
        <AskDialog
          title={t('Remove this passkey?')}
          action={t('Remove passkey')}
          busy={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setMode('shown')}
        >
          {t('“{name}” will no longer log you in.', { name: passkey.name })}
          {verbatim(' ')}
          {isLastFactor
            ? t('It’s your only second factor: after that, anyone who learns your password can log in.')
            : t('Your other factors stay.')}
        </AskDialog>
      )}
    </li>
  )
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string>(passkey.name)
  const [error, setError] = useState<Text>()
  useEffect(() => field.current?.select(), [])
  const rename = useMutation({
    mutationFn: (next: string) =>
      call<typeof renamePasskey>('PATCH', '/users/factors/passkeys/:id', {
        params: { id: passkey._id },
        body: { name: next },
      }),
    onSuccess: async () => {
      await reloadFactors()
      onDone()
    },
    onError: (refused) => showError(refused),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') setError(t('Enter a name.'))
    else rename.mutate(name.trim())
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
      className="flex min-w-0 flex-1 basis-44 flex-wrap items-end gap-3"
    >
      <TextField
        ref={field}
        label={t('Name')}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={error}
        onChange={(event) => {
          setName(event.target.value)
          setError(undefined)
        }}
        className="min-w-0 flex-1 basis-40"
      />
      <Button type="submit" variant="secondary" busy={rename.isPending}>
        {t('Save')}
      </Button>
      <Button variant="quiet" onClick={onDone}>
        {t('Cancel')}
      </Button>
    </form>
  )
}
