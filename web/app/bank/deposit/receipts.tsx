import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { listImages, Upload } from '#contract/customers/images.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { useFile } from '../../shared/api/use-file.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { transactionDate, transactionDay } from '../../shared/ui/figures/transaction-date.ts'
import { cardClass } from '../page.tsx'

const ReceiptDialog = lazy(() => import('./receipt-dialog.tsx').then((module) => ({ default: module.ReceiptDialog })))

const LIMIT = '8'
const receiptsQuery = {
  queryKey: ['receipts'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<typeof listImages>('GET', '/images', { query: { limit: LIMIT }, signal }),
}
export const reloadReceipts = () => queryClient.invalidateQueries(receiptsQuery)

/** The customer's uploaded files. Shows nothing while empty, loading or failed. */
export function Receipts() {
  const { data = [] } = useQuery(receiptsQuery)
  const [shown, setShown] = useState<Upload | null>()
  if (data.length === 0) return null
  return (
    <section aria-label={t('Uploaded files')} className={classNames(cardClass, 'grid gap-4 p-5 sm:p-6')}>
      <h2 className="text-lg font-semibold">{t('Uploaded files')}</h2>
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4 lg:grid-cols-3 xl:grid-cols-4">
        {data.map((upload) => (
          <li key={upload.imageUrl}>
            <Thumbnail upload={upload} onOpen={() => setShown(upload)} />
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Suspense>
          <ReceiptDialog upload={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  )
}

function Thumbnail({ upload, onOpen }: { upload: Upload; onOpen: () => void }) {
  const { src } = useFile(upload.kind === 'image' ? upload.imageUrl : null)
  const uploadedAt = transactionDate(upload.createdAt)
  return (
    <button
      type="button"
      title={uploadedAt}
      onClick={onOpen}
      className="group grid w-full gap-1.5 rounded-xl text-center"
    >
      <span className="grid aspect-square place-items-center overflow-hidden rounded-xl border border-line bg-sunken transition-colors group-hover:border-accent">
        {src ? (
          <img src={src} alt="" className="size-full object-cover" />
        ) : (
          <span aria-hidden="true" className="grid justify-items-center gap-1 text-xs font-medium text-muted">
            <FileText className="size-6" strokeWidth={1.6} />
            {upload.kind === 'pdf' && t('PDF')}
          </span>
        )}
      </span>
      <span aria-hidden="true" className="figures text-[0.8125rem] text-muted">
        {transactionDay(upload.createdAt)}
      </span>
      <span className="sr-only">
        {upload.kind === 'pdf'
          ? t('PDF uploaded {uploadedAt}', { uploadedAt })
          : t('Image uploaded {uploadedAt}', { uploadedAt })}
      </span>
    </button>
  )
}
