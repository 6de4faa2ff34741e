import { Autocomplete } from '@base-ui/react/autocomplete'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { inputClass } from '../../shared/ui/forms/field.tsx'
import { KeyboardHelp } from '../keyboard/keyboard-help.tsx'
import { useCommandKey } from '../keyboard/use-command-key.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { SearchPopup } from './search-popup.tsx'
import { findPages, MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH, searchQuery, toGroups } from './search-query.ts'
import { useSettled } from './use-settled.ts'

/** The element of the header that the back office fills. */
const HEADER_SLOT = 'header-slot'

/** One box that finds people, transactions, statement entries, pages and actions, in the header of every page of the back office. */
export function OfficeSearch() {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => setSlot(document.getElementById(HEADER_SLOT)), [])
  return (
    slot &&
    createPortal(
      <div className="flex items-center gap-1">
        <SearchField />
        <KeyboardHelp />
      </div>,
      slot,
    )
  )
}

/** A combobox: the arrows move through the results, Enter opens one, Escape closes the list and then clears the text. */
function SearchField() {
  const { role } = useCurrentAdmin()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  /** Opened by its key: then pages and actions are offered before anything is typed. */
  const [byKey, setByKey] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const typed = text.trim()
  const q = useSettled(typed)
  const query = useQuery(searchQuery(q))
  const focus = () => {
    field.current?.focus()
    field.current?.select()
    setByKey(true)
    setOpen(true)
  }
  useShortcuts({ '/': focus })
  useCommandKey(focus)
  // Results of an older text are not offered: Enter would open the wrong one.
  const isSettled = q === typed
  const isSearching = typed.length >= MIN_SEARCH_LENGTH
  const groups = [
    ...(typed || byKey ? findPages(typed, role) : []),
    ...(isSettled && isSearching && query.data ? toGroups(q, query.data) : []),
  ]
  const state = !isSearching
    ? 'loaded'
    : !isSettled || query.isPending
      ? 'loading'
      : query.isError
        ? 'failed'
        : 'loaded'
  return (
    <search className="block min-w-0 flex-1">
      <Autocomplete.Root
        items={groups}
        value={text}
        onValueChange={(value, { reason }) => reason !== 'item-press' && setText(value)}
        open={open && (isSearching || groups.length > 0)}
        onOpenChange={(next) => {
          setOpen(next)
          if (!next) setByKey(false)
        }}
        openOnInputClick
        filter={null}
        mode="none"
        autoHighlight="always"
      >
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4.5 text-muted"
          />
          <Autocomplete.Input
            ref={field}
            aria-label={t('Search the back office')}
            aria-keyshortcuts="Control+K Meta+K /"
            placeholder={t('Name, number, amount, reference or page…')}
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_SEARCH_LENGTH}
            className={classNames(inputClass, 'h-11 pe-4 ps-10.5 text-ellipsis md:pe-18')}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3.5 my-auto hidden h-6 min-w-6 place-items-center rounded-md border border-line bg-sunken px-1.5 font-sans text-xs font-semibold text-muted md:grid"
          >
            {isMac() ? verbatim('⌘K') : t('Ctrl K')}
          </span>
        </div>
        <SearchPopup
          q={typed}
          state={state}
          hasResults={groups.length > 0}
          onRetry={() => void query.refetch()}
          onOpen={() => setText('')}
        />
      </Autocomplete.Root>
    </search>
  )
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)
