import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { saveFilter } from '#contract/office/saved-filters.ts'
import type { Text } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { FormButtons } from '../../shared/ui/forms/form-buttons.tsx'
import { reloadOffice } from '../layout/office-query.ts'
import type { SavedView } from './saved-filters-query.ts'
import { ShareField } from './share-field.tsx'

/** As the contract's `MAX_FILTER_NAME_LENGTH`: pages don't load the schemas. */
export const MAX_NAME_LENGTH = 60

type Props = { view: SavedView; open: boolean; onClose: () => void }

export const SaveFilterDialog = ({ view, open, onClose }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={t('Save these filters')}
    intro={t('Days such as “Last 7 days” move with the day on which you open them.')}
    focusFirstField
  >
    <SaveForm view={view} onClose={onClose} />
  </Dialog>
)

function SaveForm({ view: { list, query }, onClose }: Omit<Props, 'open'>) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [problem, setProblem] = useState<Text>()
  const save = useMutation({
    mutationFn: () => call<typeof saveFilter>('POST', '/admin/saved-filters', { body: { list, name, query, shared } }),
    onSuccess: () => {
      showToast({ message: t('Filters saved') })
      onClose()
      return reloadOffice()
    },
    onError: (error) => showError(error),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') setProblem(t('Enter a name.'))
    else save.mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        autoComplete="off"
        label={t('Name')}
        maxLength={MAX_NAME_LENGTH}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
      <ShareField checked={shared} onChange={setShared} />
      <FormButtons busy={save.isPending} submit={t('Save')} onCancel={onClose} />
    </form>
  )
}
