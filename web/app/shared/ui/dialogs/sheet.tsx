import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../loading/lazy-part.tsx'

// Without its code, the sheet stays open and still has its close button.
const DiscardQuestion = lazyPart(() => import('../forms/discard-question.tsx').then((module) => module.DiscardQuestion))

/** Dialogs are bottom sheets below this width. */
const SHEET = '(pointer: coarse) and (max-width: 639px)'

type Options = {
  popup: RefObject<HTMLElement | null>
  open: boolean
  /** The input is still there when the dialog is opened again, so that closing loses nothing. */
  keepsInput: boolean
  onClose: () => void
}

/** Closing by a gesture, which can happen by accident: it asks before typed input is lost. */
export function useGestureClosing({ popup, open, keepsInput, onClose }: Options) {
  const typed = useRef(false)
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (!open) typed.current = false
    if (!open) setAsking(false)
  }, [open])
  // A form that was sent keeps its input until it is accepted. What then takes its place has no fields.
  const mustAsk = () => !keepsInput && typed.current && Boolean(popup.current?.querySelector('input, select, textarea'))
  return {
    inputEvents: {
      onInput: () => {
        typed.current = true
      },
    },
    mustAsk,
    leave: () => (mustAsk() ? setAsking(true) : onClose()),
    question: asking && (
      <Suspense>
        <DiscardQuestion
          onKeep={() => setAsking(false)}
          onDiscard={() => {
            setAsking(false)
            onClose()
          }}
        />
      </Suspense>
    ),
  }
}

type HandleProps = { popup: RefObject<HTMLElement | null>; mustAsk: () => boolean; onLeave: () => void }

/** The handle of a sheet, shown once the sheet follows the finger. Keyboards and screen readers have the close button. */
export function SheetHandle({ popup, mustAsk, onLeave }: HandleProps) {
  const [follows, setFollows] = useState(false)
  const latest = useRef({ mustAsk, onLeave })
  useEffect(() => {
    latest.current = { mustAsk, onLeave }
  })
  useEffect(() => {
    if (!window.matchMedia(SHEET).matches) return
    let stop: (() => void) | null = null
    let closed = false
    const start = ({ followFinger }: typeof import('../loading/follow-finger.ts')) => {
      if (closed || !popup.current) return
      stop = followFinger(popup.current, {
        mustAsk: () => latest.current.mustAsk(),
        onLeave: () => latest.current.onLeave(),
      })
      setFollows(true)
    }
    // Without its code, the sheet still has its close button.
    import('../loading/follow-finger.ts').then(start, () => undefined)
    return () => {
      closed = true
      stop?.()
    }
  }, [popup])
  if (!follows) return null
  return (
    <span
      data-sheet-handle
      aria-hidden="true"
      className="absolute inset-x-0 top-1.5 mx-auto hidden h-1 w-9 rounded-full bg-edge/60 max-sm:pointer-coarse:block"
    />
  )
}
