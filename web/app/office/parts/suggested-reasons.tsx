import type { TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'

type Props = {
  suggestions: readonly TextId[]
  reason: string
  onChoose: (reason: string) => void
}

/** Buttons that fill in the reason of a decision. */
export const SuggestedReasons = ({ suggestions, reason, onChoose }: Props) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="sr-only">{t('Suggested reasons')}</legend>
    {suggestions
      .map((suggestion) => t(suggestion))
      .map((text) => (
        <button
          key={text}
          type="button"
          aria-pressed={reason === text}
          onClick={() => onChoose(text)}
          className="min-h-9 rounded-full border border-edge/60 px-3 py-1 text-start text-sm hover:border-ink/60 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          {text}
        </button>
      ))}
  </fieldset>
)
