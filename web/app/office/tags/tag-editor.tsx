import { useMutation } from '@tanstack/react-query'
import { Tag, X } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { addTag, removeTag } from '#contract/office/tags.ts'
import { verbatim } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { useHasPermission } from '../../shared/session/permitted.tsx'
import { showError } from '../../shared/show-error.ts'
import { reloadOffice } from '../layout/office-query.ts'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { TagInput } from './tag-input.tsx'
import { MAX_TAGS } from './tags-query.ts'

type Props = {
  subject: 'person' | 'transaction'
  subjectId: string
  /** The person, or the owner of the transaction: members of staff see no tags about themselves. */
  personId: string
  tags: readonly string[]
}

const LISTS = { person: '/dashboard/user', transaction: '/dashboard/all-transactions' }

/** The tags of a person or transaction. Each opens the list of all that have it. */
export function TagEditor({ subject, subjectId, personId, tags }: Props) {
  const me = useCurrentAdmin()
  const canChange = useHasPermission('support:reply')
  const field = useRef<HTMLInputElement>(null)
  const options = { onSuccess: () => reloadOffice(), onError: (error: unknown) => showError(error) }
  const body = (text: string) => ({ body: { subject, subjectId, text } })
  const add = useMutation({
    mutationFn: (text: string) => call<typeof addTag>('POST', '/admin/tags', body(text)),
    ...options,
  })
  const remove = useMutation({
    mutationFn: (text: string) => call<typeof removeTag>('POST', '/admin/tags/remove', body(text)),
    ...options,
  })
  if (me._id === personId || (!canChange && tags.length === 0)) return null
  return (
    <section aria-label={t('Tags')} className="flex flex-wrap items-center gap-2">
      <Tag aria-hidden className="size-4.5 text-muted" />
      {tags.length > 0 && (
        <ul className="contents">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex min-h-9 max-w-full items-center rounded-full bg-sunken ps-3 pe-1 text-sm font-medium"
            >
              <Link
                to={`${LISTS[subject]}?${new URLSearchParams({ tag })}`}
                className="py-1 pe-2 wrap-anywhere underline-offset-4 hover:underline"
              >
                <bdi>{tag}</bdi>
              </Link>
              {canChange && (
                <button
                  type="button"
                  aria-label={t('Remove tag {tag}', { tag: verbatim(tag) })}
                  onClick={() => {
                    // The button disappears with its tag: without this, focus falls to the body.
                    field.current?.focus()
                    remove.mutate(tag)
                  }}
                  className="grid size-7 place-items-center rounded-full text-muted hover:bg-negative-soft hover:text-negative pointer-coarse:size-11"
                >
                  <X aria-hidden className="size-4" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canChange && tags.length < MAX_TAGS && (
        <TagInput ref={field} label={t('Add a tag')} onEnter={(tag) => add.mutate(tag)} clears className="w-44" />
      )}
    </section>
  )
}
