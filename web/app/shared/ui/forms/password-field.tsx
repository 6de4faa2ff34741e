import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { inSentence } from '../../i18n/in-sentence.ts'
import { classNames } from '../class-names.ts'
import type { ComponentProps } from '../content.ts'
import { type Autocomplete, Field, inputClass } from './field.tsx'

type Props = ComponentProps<'input'> & Autocomplete & Omit<ComponentProps<typeof Field>, 'children'>

/** A password field with a button that shows the password. */
export function PasswordField({ label, hint, error, describedBy, invalid, className, ...input }: Props) {
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <Field {...{ label, hint, error, describedBy, invalid, className }}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={visible ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(inputClass, 'h-12 pe-13')}
          />
          <button
            type="button"
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
            className="absolute inset-y-0 end-0.5 my-auto grid size-11 place-items-center rounded-full text-muted hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
            <span className="sr-only">{t('Show {label}', { label: inSentence(label) })}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
