import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { verbatim } from '#contract/text.ts'
import { currencyWord } from '../../shared/currency-words.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { SectionCard, type SectionProps } from './section-card.tsx'
import { NEW_ENTRY, type SettingsForm } from './settings-form.ts'

const MAX_ENTRIES = 50

export function CryptoSection({ form, stored: _stored, ...card }: SectionProps) {
  const entries = useFieldArray({ control: form.control, name: 'cryptoInfo' })
  const add = useRef<HTMLButtonElement>(null)
  return (
    <SectionCard
      title={t('Crypto info')}
      description={t('Currencies customers can deposit in. Rates are stored exactly as typed.')}
      className="xl:col-span-2"
      {...card}
    >
      <ul className="grid gap-4">
        {entries.fields.map((entry, index) => (
          <Entry
            key={entry.id}
            form={form}
            index={index}
            onRemove={() => {
              entries.remove(index)
              // The removed entry contained the focused button: without this, focus falls to the body.
              add.current?.focus()
            }}
          />
        ))}
      </ul>
      {entries.fields.length === 0 && <p className="text-muted">{t('No currencies yet. Add at least one.')}</p>}
      <Button
        ref={add}
        variant="secondary"
        className="justify-self-start"
        disabled={entries.fields.length >= MAX_ENTRIES}
        onClick={() => entries.append(NEW_ENTRY)}
      >
        <Plus aria-hidden className="size-4.5" />
        {t('Add currency')}
      </Button>
    </SectionCard>
  )
}

function Entry({ form, index, onRemove }: { form: SettingsForm; index: number; onRemove: () => void }) {
  const { register, watch } = form
  const name = verbatim(watch(`cryptoInfo.${index}.name`))
  return (
    <li className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto] border-b border-line pb-4 last:border-b-0 last:pb-0">
      <fieldset className="grid gap-3 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_2fr_1fr]">
        <legend className="sr-only">{name || t('Currency {number}', { number: index + 1 })}</legend>
        <TextField
          autoComplete="off"
          label={t('Name')}
          maxLength={100}
          required
          {...register(`cryptoInfo.${index}.name`)}
        />
        <TextField
          autoComplete="off"
          label={t('Network')}
          maxLength={100}
          required
          {...register(`cryptoInfo.${index}.network`)}
        />
        <TextField
          autoComplete="off"
          label={t('Address')}
          maxLength={200}
          required
          spellCheck={false}
          {...register(`cryptoInfo.${index}.address`)}
        />
        <TextField
          autoComplete="off"
          label={t('Rate per {one}', { one: currencyWord('one') })}
          inputMode="decimal"
          maxLength={60}
          required
          {...register(`cryptoInfo.${index}.rate`)}
        />
      </fieldset>
      <button
        type="button"
        aria-label={name ? t('Remove {name}', { name }) : t('Remove currency {number}', { number: index + 1 })}
        onClick={onRemove}
        className="inline-flex h-12 items-center gap-2 justify-self-start rounded-full px-3.5 font-medium text-muted hover:bg-negative-soft hover:text-negative"
      >
        <Trash2 aria-hidden className="size-5" />
        <span className="sm:sr-only">{t('Remove')}</span>
      </button>
    </li>
  )
}
