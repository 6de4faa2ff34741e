import { Paperclip, SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { TransactionCard } from '#contract/ledger/transaction.ts'
import type { SupportMessage } from '#contract/notifications/messages.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { uploadFile } from '../api/upload-file.ts'
import { formatNumber, t } from '../i18n/i18n.ts'
import { showError } from '../show-error.ts'
import { classNames } from '../ui/class-names.ts'
import type { Content } from '../ui/content.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { inputClass } from '../ui/forms/field.tsx'
import { TransactionCardView } from './message-parts.tsx'
import type { Draft } from './unsent-messages.ts'

const MAX_LENGTH = 4_000
/** From this length on the number of characters left is shown. */
const COUNTER_FROM = 3_600

type Props = {
  label: Text
  onSend: (draft: Draft) => void
  about?: AboutTransaction
  draft?: string | undefined
  onClearAbout?: () => void
  hideAmounts?: boolean
  tools?: ComposerTools
  autoFocus?: boolean
}
/** The transaction that the next message is about, or 'loading' while it is fetched. */
export type AboutTransaction = TransactionCard | 'loading' | null
/** Renders extra buttons; `insert` puts text at the cursor. */
export type ComposerTools = (insert: (text: string) => void, field: RefObject<HTMLTextAreaElement | null>) => Content
type AttachedFile = { name: Text; file: NonNullable<SupportMessage['attachment']> | null }

export function Composer({
  label,
  onSend,
  about = null,
  draft = '',
  onClearAbout,
  hideAmounts,
  tools,
  autoFocus = draft !== '',
}: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(draft)
  const { attached, attach, detach } = useAttachment()
  // A message is not sent before its attachment and transaction are loaded.
  const incomplete = about === 'loading' || (attached !== null && attached.file === null)
  // A file may be sent without a text; its name becomes the message.
  const message = verbatim(text.trim() || (attached?.file ? attached.name : ''))
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  function submit() {
    if (!message || incomplete || text.length > MAX_LENGTH) return
    onSend({ message, attachment: attached?.file ?? null, transaction: about })
    setText('')
    detach()
    onClearAbout?.()
    field.current?.focus()
  }

  function onKey(event: KeyboardEvent) {
    // While an input method composes a character, Enter confirms that character.
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
      <Attachments {...{ about, onClearAbout, hideAmounts, attached, detach }} />
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
          autoComplete="off"
          enterKeyHint="send"
          placeholder={t('Message')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          className={classNames(
            inputClass,
            'field-sizing-content max-h-48 min-h-11 min-w-0 resize-none py-2.5 [overflow-wrap:anywhere]',
          )}
        />
        <SendButton disabled={!message || incomplete || text.length > MAX_LENGTH} />
      </div>
      <CharactersLeft length={text.length} />
    </form>
  )
}

const SendButton = ({ disabled }: { disabled: boolean }) => (
  <button
    type="submit"
    aria-label={t('Send')}
    disabled={disabled}
    className="ms-1 grid size-11 shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-strong disabled:opacity-45 sm:ms-0"
  >
    <SendHorizontal aria-hidden className="size-5" />
  </button>
)

type AttachmentsProps = Pick<Props, 'about' | 'onClearAbout' | 'hideAmounts'> & {
  attached: AttachedFile | null
  detach: () => void
}

/** The transaction and the file that will be sent with the message. */
function Attachments({ about, onClearAbout, hideAmounts, attached, detach }: AttachmentsProps) {
  return (
    <>
      {about === 'loading' && <Skeleton className="h-28 w-64 max-w-full rounded-2xl" />}
      {about && about !== 'loading' && (
        <RemovableItem label={t('Remove transaction')} onRemove={() => onClearAbout?.()}>
          <TransactionCardView card={about} hideAmount={hideAmounts} />
        </RemovableItem>
      )}
      {attached && (
        <RemovableItem label={t('Remove file')} onRemove={detach}>
          <span className="flex min-h-9 min-w-0 items-center gap-2 rounded-full bg-sunken px-3 text-sm">
            {attached.file ? (
              <Paperclip aria-hidden className="size-4 shrink-0" />
            ) : (
              <Spinner className="size-4 shrink-0" />
            )}
            <span className="truncate">{attached.name}</span>
          </span>
        </RemovableItem>
      )}
    </>
  )
}

function CharactersLeft({ length }: { length: number }) {
  if (length <= COUNTER_FROM) return null
  const tooLong = length > MAX_LENGTH
  return (
    <p role="status" className={classNames('text-sm', tooLong ? 'text-negative' : 'text-muted')}>
      {tooLong
        ? t('{value} characters over the limit', { value: formatNumber(length - MAX_LENGTH) })
        : t('{value} characters left', { value: formatNumber(MAX_LENGTH - length) })}
    </p>
  )
}

function RemovableItem({ label, onRemove, children }: { label: Text; onRemove: () => void; children: Content }) {
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
        aria-label={t('Attach an image or a PDF')}
        onClick={() => input.current?.click()}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
      >
        <Paperclip aria-hidden className="size-5" />
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*,application/pdf"
        aria-label={t('File to attach')}
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

/** Uploads the file while the message is still being written. */
function useAttachment() {
  const [attached, setAttached] = useState<AttachedFile | null>(null)
  const latest = useRef<AbortController>(null)

  async function attach(file: File) {
    latest.current?.abort()
    const controller = new AbortController()
    latest.current = controller
    const name = verbatim(file.name)
    setAttached({ name, file: null })
    try {
      const imageUrl = await uploadFile(file, file.name, () => {}, controller.signal)
      const kind = file.type === 'application/pdf' ? 'pdf' : 'image'
      if (latest.current === controller) setAttached({ name, file: { imageUrl, kind } })
    } catch (error) {
      if (latest.current !== controller) return
      setAttached(null)
      showError(error, t('Failed uploading image'))
    }
  }

  function detach() {
    latest.current?.abort()
    latest.current = null
    setAttached(null)
  }
  return { attached, attach: (file: File) => void attach(file), detach }
}
