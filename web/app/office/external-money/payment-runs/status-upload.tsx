import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useId, useRef } from 'react'
import type { PaymentStatusResult } from '#contract/external-money/payment-status-files.ts'
import { isConfirmationCancelled } from '../../../shared/api/confirmation.ts'
import { uploadForm } from '../../../shared/api/upload-form.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { panelClass } from '../../layout/office-page.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { StatusResult } from './status-result.tsx'

/** Rejected payments are credited one after the other. */
const PROCESSING_MS = 180_000

/** What the outside bank answered to the files. */
export function StatusUpload() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData()
      form.set('file', file, file.name)
      const answer = await uploadForm('/admin/payment-runs/status', form, {
        onProgress: () => {},
        processingMs: PROCESSING_MS,
      })
      return answer as PaymentStatusResult
    },
    onSuccess: () => reloadOffice(),
    onError: (error) => {
      if (!isConfirmationCancelled(error)) showError(error)
    },
  })
  return (
    <section aria-labelledby={id} className={classNames(panelClass, 'grid gap-4 px-5 py-4')}>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-64 gap-1">
          <h2 id={id} className="text-lg font-semibold">
            {t('What the outside bank answered')}
          </h2>
          <p className="text-muted">
            {t(
              'pain.002 or camt.054: payments are marked as accepted, booked or rejected. Rejected ones are credited back.',
            )}
          </p>
        </div>
        <Button variant="secondary" busy={upload.isPending} onClick={() => input.current?.click()}>
          {!upload.isPending && <FileUp aria-hidden className="size-4.5" />}
          {t('Upload a status file')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".xml,application/xml,text/xml"
          aria-label={t('Choose a status file')}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) upload.mutate(file)
            // The same file can be chosen again.
            event.target.value = ''
          }}
          className="sr-only"
        />
      </div>
      {upload.data && <StatusResult result={upload.data} onClose={upload.reset} />}
    </section>
  )
}
