import { useId } from 'react'
import type { Text } from '#contract/text.ts'
import { classNames } from '../class-names.ts'
import type { ComponentProps, Content } from '../content.ts'

export const inputClass = classNames(
  'w-full rounded-field border border-edge bg-surface px-4 text-base text-ink placeholder:text-muted/80',
  'transition-colors hover:border-ink/70 aria-invalid:border-negative aria-invalid:bg-negative-soft/40',
  'focus-visible:outline-offset-0',
)

type FieldProps = {
  label: Text
  hint?: Content
  error?: Text
  /** Receives the id and the ARIA attributes of the control. */
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => Content
  className?: string
  describedBy?: string
  invalid?: boolean
}

/** Label above, hint and error below, linked to the control for screen readers. */
export function Field({ label, hint, error, children, className, describedBy, invalid = Boolean(error) }: FieldProps) {
  const id = useId()
  const description = [error && `${id}-error`, hint && `${id}-hint`, describedBy].filter(Boolean).join(' ')
  return (
    <div className={classNames('grid min-w-0 grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-[0.9375rem] font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': description || undefined, 'aria-invalid': invalid || undefined })}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-negative">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  )
}

/**
 * Required, so that each field decides what browsers and password managers may store and fill in: a token such as `email`,
 * or `off`. A street on one line is `address-line1`; `street-address` has several lines.
 */
export type Autocomplete = { autoComplete: string }

type TextFieldProps = ComponentProps<'input'> &
  Autocomplete &
  Pick<FieldProps, 'label' | 'hint' | 'error' | 'describedBy' | 'invalid'>

export function TextField({ label, hint, error, describedBy, invalid, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, describedBy, invalid, className }}>
      {(control) => <input {...input} {...control} className={classNames(inputClass, 'h-12')} />}
    </Field>
  )
}

type TextAreaFieldProps = ComponentProps<'textarea'> & Autocomplete & Pick<FieldProps, 'label' | 'hint' | 'error'>

export function TextAreaField({ label, hint, error, className, ...textarea }: TextAreaFieldProps) {
  return (
    <Field {...{ label, hint, error, className }}>
      {(control) => <textarea {...textarea} {...control} className={classNames(inputClass, 'py-3')} />}
    </Field>
  )
}
