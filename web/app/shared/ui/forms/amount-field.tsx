import { moneySymbol } from '#contract/money.ts'
import { classNames } from '../class-names.ts'
import type { ComponentProps } from '../content.ts'
import { Field, inputClass } from './field.tsx'
import { toFieldText } from './parse-amount.ts'

type Props = ComponentProps<'input'> & Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'>

/** An amount. A text field, because number fields round, scroll and hide invalid input. */
export function AmountField({ label, hint, error, className, ...input }: Props) {
  const symbol = moneySymbol()
  return (
    <Field {...{ label, hint, error, className }}>
      {(control) => (
        <div className="relative">
          <span aria-hidden="true" className="absolute inset-y-0 start-4 grid place-items-center text-xl text-muted">
            {symbol}
          </span>
          <input
            {...input}
            {...control}
            inputMode="decimal"
            autoComplete="off"
            placeholder={toFieldText(0)}
            className={classNames(inputClass, 'figures h-14 text-xl')}
            style={{ paddingInlineStart: `calc(${symbol.length}ch + 1.5rem)` }}
          />
        </div>
      )}
    </Field>
  )
}
