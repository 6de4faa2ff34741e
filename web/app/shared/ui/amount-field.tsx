import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, inputClass } from './field.tsx'

type Props = ComponentProps<'input'> & Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'>

/** An amount in dollars. A text field, because number fields round, scroll and hide invalid input. */
export function AmountField({ label, hint, error, className, ...input }: Props) {
  return (
    <Field {...{ label, hint, error, className }}>
      {(control) => (
        <div className="relative">
          <span aria-hidden="true" className="absolute inset-y-0 start-4 grid place-items-center text-xl text-muted">
            $
          </span>
          <input
            {...input}
            {...control}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            className={classNames(inputClass, 'figures h-14 ps-9 text-xl')}
          />
        </div>
      )}
    </Field>
  )
}
