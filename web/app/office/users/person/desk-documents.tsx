import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { DocumentKind, submitCustomerDocuments } from '#contract/identity/verification.ts'
import type { Text } from '#contract/text.ts'
import { call } from '../../../shared/api/call.ts'
import { uploadFile } from '../../../shared/api/upload-file.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { panelClass } from '../../layout/office-page.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { DOCUMENT_NAMES } from '../../verifications/document-views.tsx'

const KINDS: DocumentKind[] = ['identity', 'address']

/** For a customer at the desk. Where four eyes is on, a colleague decides about what this person submits. */
export function DeskDocuments({ userId, name }: { userId: string; name: Text }) {
  const [files, setFiles] = useState<Partial<Record<DocumentKind, File>>>({})
  const submit = useMutation({
    mutationFn: async () => {
      const chosen = KINDS.flatMap((kind) => (files[kind] ? [{ kind, file: files[kind] }] : []))
      const documents = []
      for (const { kind, file } of chosen)
        documents.push({ kind, imageUrl: await uploadFile(file, file.name, () => {}) })
      return call<typeof submitCustomerDocuments>('POST', '/admin/people/:id/documents', {
        params: { id: userId },
        body: { documents },
      })
    },
    onSuccess: () => {
      showToast({ message: t('Documents submitted') })
      return reloadOffice()
    },
    onError: (error) => showError(error),
  })
  const isEmpty = KINDS.every((kind) => !files[kind])
  return (
    <form
      aria-label={t('Documents at the desk')}
      className={classNames(panelClass, 'grid gap-4 p-5')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isEmpty) submit.mutate()
      }}
    >
      <div className="grid gap-0.5">
        <h2 className="font-semibold">{t('Documents at the desk')}</h2>
        <p className="text-sm text-muted">
          {t(
            'Photograph what {name} shows you. It is recorded that you submitted it, and a colleague may have to approve it.',
            { name },
          )}
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {KINDS.map((kind) => (
          <label key={kind} className="grid gap-1.5">
            <span className="text-sm font-medium">{t(DOCUMENT_NAMES[kind])}</span>
            <input
              type="file"
              accept="image/*,application/pdf"
              className="w-full min-w-0 rounded-xl border border-edge bg-surface px-3 py-2 text-sm file:me-3 file:rounded-full file:border-0 file:bg-sunken file:px-3 file:py-1.5 file:font-medium"
              onChange={({ target }) => setFiles({ ...files, [kind]: target.files?.[0] })}
            />
          </label>
        ))}
      </div>
      <Button type="submit" className="justify-self-start" disabled={isEmpty} busy={submit.isPending}>
        {t('Submit documents')}
      </Button>
    </form>
  )
}
