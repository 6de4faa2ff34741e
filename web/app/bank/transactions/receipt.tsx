import { FileText } from 'lucide-react'
import { useFile } from '../../shared/api/use-file.ts'
import { LoadFailure } from '../../shared/ui/load-failure.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'

/** Shows an image; offers a PDF for download. */
export function Receipt({ imageUrl }: { imageUrl: string }) {
  const { src, type, failed, retry } = useFile(imageUrl)
  return (
    <section aria-label="Receipt" className="grid gap-3">
      <h3 className="font-semibold">Receipt</h3>
      {failed && <LoadFailure text="We couldn’t load the receipt." onRetry={retry} />}
      {!src && !failed && <Skeleton className="h-48 w-full rounded-2xl" />}
      {src && type !== 'application/pdf' && (
        <img src={src} alt="Your receipt" className="w-full rounded-2xl border border-line" />
      )}
      {src && type === 'application/pdf' && (
        <a
          href={src}
          download="receipt.pdf"
          className="flex min-h-14 items-center gap-3 rounded-2xl border border-line bg-surface px-4 font-medium hover:border-edge"
        >
          <FileText aria-hidden className="size-5 text-accent" />
          Download receipt (PDF)
        </a>
      )}
    </section>
  )
}
