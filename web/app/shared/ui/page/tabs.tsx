import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Text } from '#contract/text.ts'
import { currentDirection } from '../../i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import type { Content } from '../content.ts'
import { useHydrated } from '../loading/use-hydrated.ts'

export type Tab = { name: Text; content: Content }

const steps: Record<string, (index: number, count: number) => number> = {
  next: (index, count) => (index + 1) % count,
  previous: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The next tab is on the left in Arabic. */
const stepOf: Record<'ltr' | 'rtl', Record<string, string>> = {
  ltr: { ArrowRight: 'next', ArrowLeft: 'previous' },
  rtl: { ArrowRight: 'previous', ArrowLeft: 'next' },
}

/** Arrow keys move the selection (ARIA tabs pattern). Without scripts all panels show, one below the other. */
export function Tabs({ label, tabs }: { label: Text; tabs: Tab[] }) {
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const hydrated = useHydrated()
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const step = steps[stepOf[currentDirection()][event.key] ?? event.key]
    if (!step) return
    event.preventDefault()
    const next = step(chosen, tabs.length)
    setChosen(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <div className="grid gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="no-js:hidden flex w-fit max-w-full flex-wrap gap-1 rounded-[1.75rem] border border-line bg-surface p-1"
      >
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            // A click before hydration would be lost.
            disabled={!hydrated}
            onClick={() => setChosen(index)}
            className={classNames(
              'min-h-11 rounded-full px-3.5 text-[0.9375rem] font-medium whitespace-nowrap transition-colors sm:px-6',
              index === chosen ? 'bg-ink text-paper' : 'text-muted hover:text-ink',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }, index) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be focusable to be read
          tabIndex={0}
          // A class, because without scripts the stylesheet must be able to show all panels.
          className={classNames('rounded-xl', index !== chosen && 'js:hidden')}
        >
          {content}
        </div>
      ))}
    </div>
  )
}
