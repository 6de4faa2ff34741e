import { Search, X } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { inputClass } from '../../shared/ui/forms/field.tsx'
import { useSearchInput } from '../../shared/ui/forms/use-search-input.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'

type Props = { label: Text; placeholder: Text; search: string; onSearch: (text: string) => void }

/** Searches a list while the user types; `f` focuses it, Escape clears it. */
export function SearchBox({ label, placeholder, search, onSearch }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useSearchInput(search, onSearch)
  useShortcuts({ f: () => field.current?.focus() })
  const clear = () => {
    setText('')
    field.current?.focus()
  }

  return (
    <div className="relative min-w-0 flex-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4.5 text-muted" />
      {/* A text field: browsers draw a clear button of their own into search fields. */}
      <input
        ref={field}
        id={id}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={text}
        placeholder={placeholder}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setText('')}
        className={classNames(inputClass, 'h-11 pe-11 ps-10.5')}
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={t('Clear search')}
          onClick={clear}
          className="absolute inset-y-0 end-1 my-auto grid size-9 pointer-coarse:size-11 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      )}
    </div>
  )
}
