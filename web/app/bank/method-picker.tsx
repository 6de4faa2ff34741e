import { useId } from 'react'
import type { Text } from '#contract/text.ts'
import { classNames } from '../shared/ui/class-names.ts'
import type { Content } from '../shared/ui/content.ts'
import { cardClass } from './page.tsx'

export type Method = { value: string; name: Text; description: Text; icon?: Content }

type Props = {
  label: Text
  methods: Method[]
  selected: string
  onSelect: (value: string) => void
  /** The button that continues with the selected method. */
  children: Content
}

export function MethodPicker({ label, methods, selected, onSelect, children }: Props) {
  const name = useId()
  return (
    <fieldset className={classNames(cardClass, 'grid gap-5 p-5 sm:p-6')}>
      <legend className="float-start w-full text-lg font-semibold">{label}</legend>
      <div className="clear-both grid gap-3">
        {methods.map((method) => (
          <label
            key={method.value}
            className={classNames(
              'flex cursor-pointer items-center gap-4 rounded-2xl border border-line p-4 transition-colors hover:border-edge',
              'has-checked:border-accent has-checked:bg-accent-soft/60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={method.value === selected}
              onChange={() => onSelect(method.value)}
              className="size-5 shrink-0 accent-accent outline-none"
            />
            <span className="grid min-w-0 flex-1">
              <span className="font-semibold">{method.name}</span>
              <span className="text-[0.9375rem] text-muted">{method.description}</span>
            </span>
            {method.icon}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}
