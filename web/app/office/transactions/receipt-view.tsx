import { ExternalLink, FileText } from 'lucide-react'
import { useFile } from '../../shared/api/use-file.ts'
import { LoadFailure } from '../../shared/ui/load-failure.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'

/** The receipt file at panel width; the browser's viewer shows a PDF, if it has one. */
export function ReceiptView({ imageUrl }: { imageUrl: string }) {
  const { src, type, failed, retry } = useFile(imageUrl)
  const isPdf = type === 'application/pdf'
  return (
    <section aria-label="Receipt" className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold">Receipt</h3>
        {src && (
          <a
            href={src}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full px-2 text-sm font-semibold text-accent hover:underline"
          >
            <ExternalLink aria-hidden className="size-4" />
            Open in new tab
          </a>
        )}
      </div>
      {failed && <LoadFailure text="Failed to load the receipt." onRetry={retry} />}
      {!src && !failed && <Skeleton className="h-72 w-full rounded-2xl" />}
      {src && isPdf && !navigator.pdfViewerEnabled && (
        <a
          href={src}
          download="receipt.pdf"
          className="flex min-h-14 items-center gap-3 rounded-2xl border border-line bg-surface px-4 py-3 font-medium hover:border-edge"
        >
          <FileText aria-hidden className="size-6 shrink-0 text-accent" strokeWidth={1.7} />
          Download receipt (PDF)
        </a>
      )}
      {src && isPdf && navigator.pdfViewerEnabled && (
        <iframe
          src={`${src}#navpanes=0&view=FitH`}
          title="Receipt (PDF)"
          className="h-[32rem] w-full rounded-2xl border border-line bg-surface"
        />
      )}
      {src && !isPdf && (
        <img src={src} alt="Uploaded receipt" className="w-full rounded-2xl border border-line bg-surface" />
      )}
    </section>
  )
}
