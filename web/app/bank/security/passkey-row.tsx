import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { deletePasskey, Passkey, renamePasskey } from '#contract/factors.ts'
import { call } from '../../shared/api/call.ts'
import { reloadFactors } from '../../shared/api/factors-query.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/field.tsx'
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
              Added {timeAgo(passkey.createdAt)} ·{' '}
              {passkey.lastUsedAt ? `last used ${timeAgo(passkey.lastUsedAt)}` : 'not used yet'}
            </p>
          </div>
          <div className="-mx-3 flex">
            <Button ref={renameButton} variant="quiet" onClick={() => setMode('renaming')}>
              Rename<span className="sr-only"> {passkey.name}</span>
            </Button>
            <Button variant="quiet" onClick={() => setMode('removing')} className="text-negative">
              Remove<span className="sr-only"> {passkey.name}</span>
            </Button>
          </div>
        </>
      )}
      {mode === 'removing' && (
        <AskDialog
          title="Remove this passkey?"
          action="Remove passkey"
          busy={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setMode('shown')}
        >
          “{passkey.name}” will no longer log you in.{' '}
          {isLastFactor
            ? 'It’s your only second factor: after that, anyone who learns your password can log in.'
            : 'Your other factors stay.'}
        </AskDialog>
      )}
    </li>
  )
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(passkey.name)
  const [error, setError] = useState<string>()
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
    if (name.trim() === '') setError('Enter a name.')
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
        label="Name"
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
        Save
      </Button>
      <Button variant="quiet" onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}
