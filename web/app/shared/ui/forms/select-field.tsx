import { ChevronDown } from 'lucide-react'
import { classNames } from '../class-names.ts'
import type { ComponentProps } from '../content.ts'
import { Field, inputClass } from './field.tsx'

type Props = ComponentProps<'select'> & Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'>

/** A native select: phones show their own picker, keyboards search by typing. */
export function SelectField({ label, hint, error, className, children, ...select }: Props) {
  return (
    <Field {...{ label, hint, error, className }}>
      {(control) => (
        <div className="relative">
          <select
            autoComplete="off"
            {...select}
            {...control}
            className={classNames(inputClass, 'h-12 appearance-none pe-11')}
          >
            {children}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 end-4 my-auto size-4.5 text-muted"
          />
        </div>
      )}
    </Field>
  )
}
