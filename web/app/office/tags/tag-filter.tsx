import { t } from '../../shared/i18n/i18n.ts'
import { TagInput } from './tag-input.tsx'

type Props = { tag: string | undefined; onChange: (tag: string | undefined) => void; className?: string }

/** Narrows a list to those with a tag. */
export const TagFilter = ({ tag, onChange, className }: Props) => (
  <TagInput
    key={tag}
    label={t('Tag')}
    value={tag}
    onEnter={(entered) => onChange(entered || undefined)}
    className={className}
  />
)
