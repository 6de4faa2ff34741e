import { Autocomplete } from '@base-ui/react/autocomplete'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type Ref, useState } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { inputClass } from '../../shared/ui/forms/field.tsx'
import { useSettled } from '../search/use-settled.ts'
import { MAX_TAG_LENGTH, suggestionsQuery } from './tags-query.ts'

type Props = {
  label: Text
  /** The text at first. */
  value?: string
  /** Empty when the field was emptied. */
  onEnter: (tag: string) => void
  /** Empties the field after a tag was entered. */
  clears?: boolean
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** A combobox: tags in use are suggested while typing; Enter takes the chosen one, or the text as it is. */
export function TagInput({ label, value = '', onEnter, clears = false, className, ref }: Props) {
  const [text, setText] = useState(value)
  const [open, setOpen] = useState(false)
  const settled = useSettled(text.trim())
  const { data } = useQuery({ ...suggestionsQuery(settled), enabled: open })
  // Suggestions for an older text are not offered: Enter would take the wrong one.
  const items = settled === text.trim() ? (data?.tags ?? []) : []

  function enter(tag: string) {
    setOpen(false)
    setText(clears ? '' : tag)
    onEnter(tag.trim())
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (clears && text.trim() === '') showToast({ message: t('Enter a tag.'), error: true })
    else enter(text)
  }

  return (
    <form onSubmit={submit} className={className}>
      <Autocomplete.Root
        items={items}
        value={text}
        onValueChange={(next, { reason }) => (reason === 'item-press' ? enter(next) : setText(next))}
        open={open && items.length > 0}
        onOpenChange={setOpen}
        openOnInputClick
        filter={null}
        mode="none"
      >
        <Autocomplete.Input
          ref={ref}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={MAX_TAG_LENGTH}
          className={classNames(inputClass, 'h-11')}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={6} align="start" className="z-45 outline-none">
            <Autocomplete.Popup className="max-h-[min(var(--available-height),20rem)] min-w-(--anchor-width) overflow-y-auto overscroll-contain rounded-2xl border border-line bg-surface shadow-lifted">
              <Autocomplete.List className="p-1.5 empty:hidden">
                {(tag: string) => (
                  <Autocomplete.Item
                    key={tag}
                    value={tag}
                    className="flex min-h-11 cursor-pointer items-center rounded-xl px-3 font-medium outline-none data-highlighted:bg-accent-soft data-highlighted:text-accent"
                  >
                    <bdi className="wrap-anywhere">{tag}</bdi>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      {/* The combobox has a hidden field besides: without a button, Enter would not submit two fields. */}
      <button type="submit" hidden tabIndex={-1} />
    </form>
  )
}
