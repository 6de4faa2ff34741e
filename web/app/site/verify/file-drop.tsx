import { FileSearch } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { useHydrated } from '../../shared/ui/loading/use-hydrated.ts'

export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const id = useId()
  const hydrated = useHydrated()
  const takeFirst = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file) onFile(file)
  }
  const dragOver = useDropAnywhere(takeFirst)
  return (
    <label
      htmlFor={id}
      className={classNames(
        'grid cursor-pointer content-center justify-items-center gap-2 rounded-2xl border-2 border-dashed px-6 py-10 text-center transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        dragOver ? 'border-accent bg-accent-soft' : 'border-edge/60 hover:border-accent',
      )}
    >
      <FileSearch aria-hidden className="size-9 text-accent" strokeWidth={1.5} />
      <span className="text-lg font-semibold">{t('Choose a file or drop it here')}</span>
      <span className="max-w-sm text-muted">
        {t('The original file, as it was downloaded. It stays on your device: only its fingerprint is compared.')}
      </span>
      <input
        id={id}
        type="file"
        disabled={!hydrated}
        onChange={(event) => {
          takeFirst(event.target.files)
          event.target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}

/** The whole page takes the file: one that misses a drop zone would replace the page. True while a file is over the page. */
function useDropAnywhere(onDrop: (files: FileList | undefined) => void): boolean {
  const [dragOver, setDragOver] = useState(false)
  const latest = useRef(onDrop)
  latest.current = onDrop
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault()
      setDragOver(true)
    }
    const leave = () => setDragOver(false)
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setDragOver(false)
      latest.current(event.dataTransfer?.files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return dragOver
}
