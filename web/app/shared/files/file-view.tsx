import { Download, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Text } from '#contract/text.ts'
import { useFile } from '../api/use-file.ts'
import { t } from '../i18n/i18n.ts'
import { inSentence } from '../i18n/in-sentence.ts'
import { classNames } from '../ui/class-names.ts'
import type { Content } from '../ui/content.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { RotatedImage } from './rotated-image.tsx'

/** The library is large: it loads with the first PDF. */
const PdfView = lazy(() => import('./pdf-view.tsx'))

const ZOOMS = [1, 1.5, 2, 3, 4]

type Props = {
  url: string
  /** What it is, for screen readers: 'Receipt'. */
  label: Text
  /** Of an image. */
  alt?: Text
  heading?: Content
  failureText: Text
  /** Every look is a request of its own, which the server records. */
  recorded?: boolean
  /** It is in the page: a person can look at it. */
  onShown?: () => void
  className?: string
}

/** An image or a PDF, drawn in the page, with zoom, rotation and download. */
export function FileView({
  url,
  label,
  alt = label,
  heading,
  failureText,
  recorded = false,
  onShown,
  className,
}: Props) {
  const { src, blob, type, failed, retry } = useFile(url, { keep: !recorded })
  const [zoom, setZoom] = useState(0)
  const [rotation, setRotation] = useState(0)
  const isPdf = type === 'application/pdf'
  return (
    <section aria-label={label} className="grid min-w-0 gap-2">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
        {heading ?? <h3 className="font-semibold">{label}</h3>}
        {src && (
          <div className="-me-2 flex items-center">
            <Tool label={t('Zoom out')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
              <ZoomOut aria-hidden className="size-5" />
            </Tool>
            <Tool label={t('Zoom in')} disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
              <ZoomIn aria-hidden className="size-5" />
            </Tool>
            <Tool label={t('Rotate')} onClick={() => setRotation((rotation + 90) % 360)}>
              <RotateCw aria-hidden className="size-5" />
            </Tool>
            <a
              href={src}
              download={`${label.toLowerCase().replaceAll(' ', '-')}.${type?.split('/')[1] ?? 'bin'}`}
              aria-label={
                isPdf
                  ? t('Download {label} (PDF)', { label: inSentence(label) })
                  : t('Download {label}', { label: inSentence(label) })
              }
              title={t('Download')}
              className={toolClass}
            >
              <Download aria-hidden className="size-5" />
            </a>
          </div>
        )}
      </div>
      {failed && <LoadFailure text={failureText} onRetry={retry} />}
      {!src && !failed && <Skeleton className="h-72 w-full rounded-2xl" />}
      {src && blob && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t('{label}, scrollable', { label })}
          className={classNames(frameClass, className)}
        >
          <div style={{ width: `${(ZOOMS[zoom] ?? 1) * 100}%` }}>
            {isPdf ? (
              <Suspense fallback={<Skeleton className="aspect-[1/1.4] w-full" />}>
                <PdfView file={blob} label={label} rotation={rotation} onShown={onShown} />
              </Suspense>
            ) : (
              <RotatedImage src={src} alt={alt} rotation={rotation} onShown={onShown} />
            )}
          </div>
        </section>
      )}
    </section>
  )
}

const frameClass = 'max-h-[min(44rem,85dvh)] overflow-auto rounded-2xl border border-line bg-sunken'
const toolClass =
  'grid size-9 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink disabled:opacity-40 pointer-coarse:size-11'

type ToolProps = { label: Text; disabled?: boolean; onClick: () => void; children: Content }

const Tool = ({ label, disabled = false, onClick, children }: ToolProps) => (
  <button type="button" aria-label={label} title={label} disabled={disabled} onClick={onClick} className={toolClass}>
    {children}
  </button>
)
