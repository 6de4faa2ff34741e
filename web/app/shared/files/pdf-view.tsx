import { useEffect, useRef, useState } from 'react'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../i18n/i18n.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { failureText, openPdf, type PdfFile } from './open-pdf.ts'
import { drawingScale, pageRatio } from './page-size.ts'

/** More pages than a receipt or a document has. The rest is in the download. */
const MAX_PAGES = 50
/** What a screen reader gets of one page. */
const MAX_TEXT = 20_000

type Props = { file: Blob; label: Text; rotation: number; onShown?: (() => void) | undefined }

/** Draws the pages of a PDF as pictures, each with its text for screen readers. */
export default function PdfView({ file, label, rotation, onShown }: Props) {
  const { pdf, error } = usePdf(file)
  useEffect(() => {
    if (pdf) onShown?.()
  }, [pdf, onShown])
  if (error)
    return (
      <p role="alert" className="p-4 font-medium text-negative">
        {error}
      </p>
    )
  if (!pdf) return <Skeleton className="aspect-[1/1.4] w-full" />
  const count = Math.min(pdf.numPages, MAX_PAGES)
  if (count === 0) return <p className="p-4 text-muted">{t('This PDF has no pages.')}</p>
  return (
    <div className="grid gap-2">
      {Array.from({ length: count }, (_, at) => at + 1).map((number) => (
        <PdfPage key={number} pdf={pdf} number={number} label={label} rotation={rotation} />
      ))}
      {pdf.numPages > count && (
        <p className="p-3 text-sm text-muted">
          {t('The first {count} of {numPages} pages. Download the file to see them all.', {
            count,
            numPages: pdf.numPages,
          })}
        </p>
      )}
    </div>
  )
}

function usePdf(file: Blob) {
  const [state, setState] = useState<{ pdf?: PdfFile; error?: Text }>({})
  useEffect(() => {
    let opened: PdfFile | undefined
    let closed = false
    setState({})
    openPdf(file).then(
      (pdf) => {
        opened = pdf
        if (closed) void pdf.loadingTask.destroy()
        else setState({ pdf })
      },
      (error: unknown) => {
        if (!closed) setState({ error: failureText(error) })
      },
    )
    return () => {
      closed = true
      void opened?.loadingTask.destroy()
    }
  }, [file])
  return state
}

type PageProps = { pdf: PdfFile; number: number; label: Text; rotation: number }

function PdfPage({ pdf, number, label, rotation }: PageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [page, setPage] = useState<{ ratio: number; text: Text } | 'failed'>()
  const near = useNearViewport(frame)
  const width = useWidth(frame)

  useEffect(() => {
    const target = canvas.current
    if (!near || !width || !target) return
    const drawing = drawPage({ pdf, number, rotation, width, canvas: target })
    drawing.done.then(
      (drawn) => drawn && setPage(drawn),
      () => setPage('failed'),
    )
    return drawing.cancel
  }, [pdf, number, rotation, near, width])

  const name = t('{label}, page {number} of {numPages}', { label, number, numPages: pdf.numPages })
  return (
    <div ref={frame} className="bg-[#fff]">
      {/* The canvas keeps its last picture while the next one is drawn at another size. */}
      <canvas
        ref={canvas}
        role="img"
        aria-label={name}
        className="block w-full"
        style={{ aspectRatio: page && page !== 'failed' ? `1 / ${page.ratio}` : '1 / 1.414' }}
      />
      {page === 'failed' && (
        <p role="alert" className="p-4 font-medium text-negative">
          {t('Page {number} can’t be shown.', { number })}
        </p>
      )}
      {page && page !== 'failed' && page.text && <p className="sr-only">{page.text}</p>}
    </div>
  )
}

type Drawing = { pdf: PdfFile; number: number; rotation: number; width: number; canvas: HTMLCanvasElement }

/** Draws into a canvas of its own first: a canvas can be drawn on once at a time, and a half-drawn page is never shown. */
function drawPage({ pdf, number, rotation, width, canvas }: Drawing) {
  let cancelled = false
  let cancelRender = () => {}
  async function draw() {
    const page = await pdf.getPage(number)
    const turned = (page.rotate + rotation) % 360
    const natural = page.getViewport({ scale: 1, rotation: turned })
    const viewport = page.getViewport({
      scale: drawingScale(natural, width, window.devicePixelRatio),
      rotation: turned,
    })
    const drawn = document.createElement('canvas')
    drawn.width = Math.max(1, Math.floor(viewport.width))
    drawn.height = Math.max(1, Math.floor(viewport.height))
    if (cancelled) return null
    const task = page.render({ canvas: drawn, viewport })
    cancelRender = () => task.cancel()
    const [, text] = await Promise.all([task.promise, readText(page)])
    if (cancelled) return null
    canvas.width = drawn.width
    canvas.height = drawn.height
    canvas.getContext('2d')?.drawImage(drawn, 0, 0)
    return { ratio: pageRatio(natural), text }
  }
  const cancel = () => {
    cancelled = true
    cancelRender()
  }
  const done = draw().catch((error: unknown) => {
    if (cancelled) return null
    throw error
  })
  return { done, cancel }
}

async function readText(page: Awaited<ReturnType<PdfFile['getPage']>>): Promise<Text> {
  const { items } = await page.getTextContent().catch(() => ({ items: [] }))
  const words = items.map((item) => ('str' in item ? item.str : ''))
  return verbatim(words.join(' ').replace(/\s+/g, ' ').slice(0, MAX_TEXT).trim())
}

type Frame = { current: HTMLElement | null }

/** Pages far below the visible part are drawn when the reader comes near. */
function useNearViewport(frame: Frame): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!frame.current || near) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '600px' },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, near])
  return near
}

function useWidth(frame: Frame): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return width
}
