import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { LONGEST_REPLY, LONGEST_REPLY_NAME, MOST_REPLIES, PLACEHOLDERS } from '#contract/placeholders.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextAreaField, TextField } from '../../shared/ui/forms/field.tsx'
import { SectionCard, type SectionProps } from './section-card.tsx'
import type { SettingsForm } from './settings-form.ts'

export function CannedRepliesSection({ form, stored: _stored, ...card }: SectionProps) {
  const replies = useFieldArray({ control: form.control, name: 'cannedReplies' })
  const add = useRef<HTMLButtonElement>(null)
  return (
    <SectionCard
      id="canned-replies"
      title={t('Canned replies')}
      description={t('Answers to common questions. You can edit a reply before you send it.')}
      className="xl:col-span-2"
      {...card}
    >
      <Placeholders />
      <ul className="grid gap-4">
        {replies.fields.map((reply, index) => (
          <Reply
            key={reply.id}
            form={form}
            index={index}
            onRemove={() => {
              replies.remove(index)
              // The removed reply contained the focused button: without this, focus falls to the body.
              add.current?.focus()
            }}
          />
        ))}
      </ul>
      {replies.fields.length === 0 && <p className="text-muted">{t('No canned replies yet.')}</p>}
      <Button
        ref={add}
        variant="secondary"
        className="justify-self-start"
        disabled={replies.fields.length >= MOST_REPLIES}
        onClick={() => replies.append({ name: '', text: '' })}
      >
        <Plus aria-hidden className="size-4.5" />
        {t('Add reply')}
      </Button>
    </SectionCard>
  )
}

const Placeholders = () => (
  <dl className="flex flex-wrap gap-x-5 gap-y-1.5 rounded-2xl bg-sunken px-4 py-3 text-sm">
    {Object.entries(PLACEHOLDERS).map(([name, meaning]) => (
      <div key={name} className="flex flex-wrap gap-x-1.5">
        <dt>
          <code className="font-medium">{`{{${name}}}`}</code>
        </dt>
        <dd className="text-muted">{t(meaning)}</dd>
      </div>
    ))}
  </dl>
)

function Reply({ form, index, onRemove }: { form: SettingsForm; index: number; onRemove: () => void }) {
  const { register, watch } = form
  const name = verbatim(watch(`cannedReplies.${index}.name`))
  return (
    <li className="grid items-start gap-3 border-b border-line pb-4 last:border-b-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <fieldset className="grid min-w-0 gap-3 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
        <legend className="sr-only">{name || t('Reply {number}', { number: index + 1 })}</legend>
        <TextField
          autoComplete="off"
          label={t('Name')}
          maxLength={LONGEST_REPLY_NAME}
          required
          {...register(`cannedReplies.${index}.name`)}
        />
        <TextAreaField
          autoComplete="off"
          label={t('Text')}
          rows={1}
          className="[&_textarea]:field-sizing-content [&_textarea]:min-h-12"
          maxLength={LONGEST_REPLY}
          required
          {...register(`cannedReplies.${index}.text`)}
        />
      </fieldset>
      <button
        type="button"
        aria-label={name ? t('Remove {name}', { name }) : t('Remove reply {number}', { number: index + 1 })}
        onClick={onRemove}
        className="inline-flex h-12 items-center gap-2 justify-self-start rounded-full px-3.5 font-medium text-muted hover:bg-negative-soft hover:text-negative sm:mt-7"
      >
        <Trash2 aria-hidden className="size-5" />
        <span className="sm:sr-only">{t('Remove')}</span>
      </button>
    </li>
  )
}
