import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { inputClass } from '../../shared/ui/forms/field.tsx'

type Props = { value: string; onChange: (value: string) => void }

/** Has the focus at once where no keyboard would slide over the list. Escape clears it. */
export function PayeeSearch({ value, onChange }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (window.matchMedia('(hover: hover) and (pointer: fine)').matches) field.current?.focus()
  }, [])
  const clear = () => {
    onChange('')
    field.current?.focus()
  }
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {t('Search payees')}
      </label>
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-muted" />
      {/* A text field: browsers draw a clear button of their own into search fields. */}
      <input
        ref={field}
        id={id}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={value}
        placeholder={t('Name, email or account number')}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && clear()}
        className={classNames(inputClass, 'h-13 ps-12 pe-12 text-ellipsis')}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={t('Clear search')}
          onClick={clear}
          className="absolute inset-y-0 end-1 my-auto grid size-11 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      )}
    </div>
  )
}
