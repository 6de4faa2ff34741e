import { OTPField } from '@base-ui/react/otp-field'
import { useEffect, useId, useRef } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../../i18n/i18n.ts'
import { classNames } from '../class-names.ts'

type Props = { label: Text; length: number; value: string; onChange: (digits: string) => void; error?: Text }

/** One digit per box: pasting fills all boxes, backspace goes back, and phones show the numeric keypad. */
export function DigitBoxes({ label, length, value, onChange, error }: Props) {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  useEffect(() => {
    if (error) first.current?.focus()
  }, [error])

  const describedBy = (index: number) =>
    [index === 0 && `${id}-first`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

  return (
    <div className="grid gap-3">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {/* The first box has the field's label; the others name their position. */}
      <span id={`${id}-first`} hidden>
        {t('Digit 1 of {length}', { length })}
      </span>
      <OTPField.Root
        id={id}
        length={length}
        value={value}
        onValueChange={onChange}
        mask
        // Never offered as a password to save: browsers ignore `off` for masked fields, but not this.
        autoComplete="one-time-code"
        // Codes are read from left to right in every language.
        dir="ltr"
        className="flex gap-2 sm:gap-3 rtl:justify-end"
      >
        {Array.from({ length }, (_, index) => (
          <OTPField.Input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its position
            key={index}
            ref={index === 0 ? first : undefined}
            aria-describedby={describedBy(index)}
            aria-label={
              index === 0 ? undefined : t('{label}, digit {digit} of {length}', { label, digit: index + 1, length })
            }
            aria-invalid={error ? true : undefined}
            className={classNames(
              'h-14 w-full max-w-14 min-w-0 rounded-field border border-edge bg-surface text-center text-2xl text-ink',
              'aria-invalid:border-negative focus-visible:outline-offset-0',
              // A box with the focus has its digit selected, so that typing replaces it: the outline says enough.
              'selection:bg-transparent selection:text-ink',
            )}
          />
        ))}
      </OTPField.Root>
      <p role="alert" id={`${id}-error`} className="text-[0.9375rem] font-medium text-negative empty:sr-only">
        {error}
      </p>
    </div>
  )
}
