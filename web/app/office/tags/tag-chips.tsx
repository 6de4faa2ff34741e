import { t } from '../../shared/i18n/i18n.ts'

export const tagClass = 'rounded-full bg-sunken px-2 text-[0.8125rem] leading-5 font-medium wrap-anywhere'

/** In a list: small, and without actions. */
export function TagChips({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1 pt-0.5">
      <span className="sr-only">{t('Tags: ')}</span>
      {tags.map((tag) => (
        <bdi key={tag} className={tagClass}>
          {tag}
        </bdi>
      ))}
    </span>
  )
}
