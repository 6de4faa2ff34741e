import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type {
  changeSavedFilter,
  deleteSavedFilter,
  SavedFilter,
  SavedFilterChanges,
} from '#contract/office/saved-filters.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { reloadOffice } from '../layout/office-query.ts'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { MAX_NAME_LENGTH } from './save-filter-dialog.tsx'
import { ShareField } from './share-field.tsx'

type Props = { filters: readonly SavedFilter[]; open: boolean; onClose: () => void }

export function ManageFiltersDialog({ filters, open, onClose }: Props) {
  const close = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={t('Saved filters')} keepsInput>
      <div className="grid gap-4">
        {filters.length === 0 && <p className="text-muted">{t('No saved filters left.')}</p>}
        <ul className="grid gap-4">
          {filters.map((filter) => (
            <FilterRow key={filter._id} filter={filter} onDeleted={() => close.current?.focus()} />
          ))}
        </ul>
        <Button ref={close} variant="secondary" className="justify-self-start" onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  )
}

function FilterRow({ filter, onDeleted }: { filter: SavedFilter; onDeleted: () => void }) {
  const me = useCurrentAdmin()
  const { _id: id, by, isValid, shared } = filter
  const [name, setName] = useState<string>(filter.name)
  const onError = (error: unknown) => showError(error)
  const change = useMutation({
    mutationFn: (body: SavedFilterChanges) =>
      call<typeof changeSavedFilter>('PATCH', '/admin/saved-filters/:id', { params: { id }, body }),
    onSuccess: () => {
      showToast({ message: t('Filters saved') })
      return reloadOffice()
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => call<typeof deleteSavedFilter>('DELETE', '/admin/saved-filters/:id', { params: { id } }),
    onSuccess: () => {
      // The row disappears with its focused button.
      onDeleted()
      showToast({ message: t('Filters deleted') })
      return reloadOffice()
    },
    onError,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() !== '' && name !== filter.name) change.mutate({ name })
  }

  return (
    <li className="grid gap-1 border-b border-line pb-4 last:border-b-0 last:pb-0">
      <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <TextField
          autoComplete="off"
          label={by._id === me._id ? t('Name') : t('Name, shared by {name}', { name: by.fullName })}
          className="min-w-44 flex-1"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          busy={change.isPending}
          disabled={name.trim() === '' || name === filter.name}
        >
          {t('Rename')}
        </Button>
        <button
          type="button"
          aria-label={t('Delete {name}', { name: filter.name })}
          onClick={() => remove.mutate()}
          className="grid size-12 place-items-center rounded-full text-muted hover:bg-negative-soft hover:text-negative"
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
      </form>
      <ShareField checked={shared} disabled={change.isPending} onChange={(next) => change.mutate({ shared: next })} />
      {!isValid && <p className="text-sm text-warning">{t('This list no longer has all of these filters.')}</p>}
    </li>
  )
}
