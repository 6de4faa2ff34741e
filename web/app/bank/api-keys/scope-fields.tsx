import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { ApiKeyScope } from '#contract/api-key-scopes.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { SCOPE_TEXTS } from './scope-texts.ts'

type Props = { offered: readonly ApiKeyScope[]; error: Text | undefined; field: UseFormRegisterReturn }

export function ScopeFields({ offered, error, field }: Props) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid gap-2">
      <legend className="mb-1.5 text-[0.9375rem] font-medium">{t('What it may do')}</legend>
      <div className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        {offered.map((scope) => (
          <label key={scope} className="flex items-start gap-3 bg-surface px-4 py-3">
            <input {...field} type="checkbox" value={scope} className="mt-0.5 size-5 shrink-0 accent-accent" />
            <span className="grid gap-0.5">
              <span className="font-medium">{t(SCOPE_TEXTS[scope].name)}</span>
              <span className="text-sm text-muted">{t(SCOPE_TEXTS[scope].about)}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className="text-sm font-medium text-negative">
          {error}
        </p>
      )}
    </fieldset>
  )
}
