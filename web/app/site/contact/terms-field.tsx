import { useId } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import type { ComponentProps } from '../../shared/ui/content.ts'

export function TermsField({ error, ...input }: ComponentProps<'input'> & { error?: Text }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label className="flex items-start gap-3">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          className="mt-0.5 size-6 shrink-0 accent-accent"
        />
        <span>{t('I agree to the terms: you may store this message and use my contact details to reply.')}</span>
      </label>
      {error && (
        <p id={id} className="text-sm font-medium text-negative">
          {error}
        </p>
      )}
    </div>
  )
}
