import { Paperclip, SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { SupportMessage, TransactionCard } from '#contract/support.ts'
import { uploadFile } from '../api/upload-file.ts'
import { showError } from '../show-error.ts'
import { classNames } from '../ui/class-names.ts'
import { inputClass } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TransactionCardView } from './message-parts.tsx'
import type { Draft } from './unsent-messages.ts'

const LONGEST = 4_000
/** Where it begins to matter how much room is left. */
const NEAR = 3_600

type Props = {
  label: string
  onSend: (draft: Draft) => void
  about?: About
  onForgetAbout?: () => void
  hideAmounts?: boolean
  tools?: Tools
  autoFocus?: boolean
}
/** The transaction that the next message is about, or that one is being looked up. */
export type About = TransactionCard | 'loading' | null
/** More ways to fill the field; `insert` puts text where the cursor is. */
export type Tools = (insert: (text: string) => void, field: RefObject<HTMLTextAreaElement | null>) => ReactNode
type Attached = { name: string; file: NonNullable<SupportMessage['attachment']> | null }

export function Composer({ label, onSend, about = null, onForgetAbout, hideAmounts, tools, autoFocus = false }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const { attached, attach, detach } = useAttachment()
  // Nothing goes without what it was meant to carry.
  const waits = about === 'loading' || (attached !== null && attached.file === null)
  // A file says something by itself; its name stands for what was not written.
  const message = text.trim() || (attached?.file ? attached.name : '')
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  function submit() {
    if (!message || waits || text.length > LONGEST) return
    onSend({ message, attachment: attached?.file ?? null, transaction: about })
    setText('')
    detach()
    onForgetAbout?.()
    field.current?.focus()
  }

  function onKey(event: KeyboardEvent) {
    // While an input method composes a character, Enter is its own.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  function insert(addition: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    setText(text.slice(0, selectionStart) + addition + text.slice(selectionEnd))
    field.current?.focus()
  }

  return (
    <form
      className="grid grid-cols-1 gap-2 border-t border-line bg-surface p-2.5 sm:p-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Carried {...{ about, onForgetAbout, hideAmounts, attached, detach }} />
      <div className="flex items-end gap-1 sm:gap-2">
        <AttachButton onFile={attach} />
        {tools?.(insert, field)}
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          value={text}
          placeholder="Message"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          className={classNames(
            inputClass,
            'field-sizing-content max-h-48 min-h-11 min-w-0 resize-none py-2.5 [overflow-wrap:anywhere]',
          )}
        />
        <SendButton disabled={!message || waits || text.length > LONGEST} />
      </div>
      <RoomLeft length={text.length} />
    </form>
  )
}

const SendButton = ({ disabled }: { disabled: boolean }) => (
  <button
    type="submit"
    aria-label="Send"
    disabled={disabled}
    className="ml-1 grid size-11 shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-strong disabled:opacity-45 sm:ml-0"
  >
    <SendHorizontal aria-hidden className="size-5" />
  </button>
)

type CarriedProps = Pick<Props, 'about' | 'onForgetAbout' | 'hideAmounts'> & {
  attached: Attached | null
  detach: () => void
}

/** What goes with the message. */
function Carried({ about, onForgetAbout, hideAmounts, attached, detach }: CarriedProps) {
  return (
    <>
      {about === 'loading' && <Skeleton className="h-28 w-64 max-w-full rounded-2xl" />}
      {about && about !== 'loading' && (
        <Pinned label="Remove the transaction" onRemove={() => onForgetAbout?.()}>
          <TransactionCardView card={about} hideAmount={hideAmounts} />
        </Pinned>
      )}
      {attached && (
        <Pinned label="Remove the file" onRemove={detach}>
          <span className="flex min-h-9 min-w-0 items-center gap-2 rounded-full bg-sunken px-3 text-sm">
            {attached.file ? (
              <Paperclip aria-hidden className="size-4 shrink-0" />
            ) : (
              <Spinner className="size-4 shrink-0" />
            )}
            <span className="truncate">{attached.name}</span>
          </span>
        </Pinned>
      )}
    </>
  )
}

function RoomLeft({ length }: { length: number }) {
  if (length <= NEAR) return null
  const tooMany = length > LONGEST
  return (
    <p role="status" className={classNames('text-sm', tooMany ? 'text-negative' : 'text-muted')}>
      {tooMany
        ? `${(length - LONGEST).toLocaleString('en-US')} characters too many`
        : `${(LONGEST - length).toLocaleString('en-US')} characters left`}
    </p>
  )
}

function Pinned({ label, onRemove, children }: { label: string; onRemove: () => void; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-1">
      {children}
      <button
        type="button"
        aria-label={label}
        onClick={onRemove}
        className="grid size-9 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6"
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}

function AttachButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        aria-label="Attach an image or a PDF"
        onClick={() => input.current?.click()}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
      >
        <Paperclip aria-hidden className="size-5" />
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*,application/pdf"
        aria-label="File to attach"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          target.value = ''
        }}
      />
    </>
  )
}

/** The file travels while the message is still being written. */
function useAttachment() {
  const [attached, setAttached] = useState<Attached | null>(null)
  const latest = useRef<AbortController>(null)

  async function attach(file: File) {
    latest.current?.abort()
    const aborter = new AbortController()
    latest.current = aborter
    setAttached({ name: file.name, file: null })
    try {
      const imageUrl = await uploadFile(file, file.name, () => {}, aborter.signal)
      const kind = file.type === 'application/pdf' ? 'pdf' : 'image'
      if (latest.current === aborter) setAttached({ name: file.name, file: { imageUrl, kind } })
    } catch (error) {
      if (latest.current !== aborter) return
      setAttached(null)
      showError(error, 'Failed uploading image')
    }
  }

  function detach() {
    latest.current?.abort()
    latest.current = null
    setAttached(null)
  }
  return { attached, attach: (file: File) => void attach(file), detach }
}
