import { Search } from 'lucide-react'
import { useId, useRef } from 'react'
import { classNames } from '../shared/ui/class-names.ts'
import { inputClass } from '../shared/ui/field.tsx'
import { useSearchInput } from '../shared/ui/use-search-input.ts'
import { useShortcuts } from './keyboard/use-shortcuts.ts'

type Props = { label: string; placeholder: string; search: string; onSearch: (text: string) => void }

/** Searches while the user types; `/` focuses it, Escape clears it. */
export function SearchBox({ label, placeholder, search, onSearch }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useSearchInput(search, onSearch)
  useShortcuts({ '/': () => field.current?.focus() })

  return (
    <div className="relative min-w-0 flex-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-muted" />
      <input
        ref={field}
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        value={text}
        placeholder={placeholder}
        onChange={(event) => setText(event.target.value)}
        className={classNames(inputClass, 'h-11 pr-4 pl-10.5 [&::-webkit-search-cancel-button]:hidden md:pr-11')}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3.5 my-auto hidden h-6 min-w-6 place-items-center rounded-md border border-line bg-sunken px-1.5 font-sans text-xs font-semibold text-muted md:grid"
      >
        /
      </span>
    </div>
  )
}
