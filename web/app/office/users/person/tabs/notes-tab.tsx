import { useInfiniteQuery } from '@tanstack/react-query'
import type { Note } from '#contract/office/notes.ts'
import { t } from '../../../../shared/i18n/i18n.ts'
import { Permitted } from '../../../../shared/session/permitted.tsx'
import { classNames } from '../../../../shared/ui/class-names.ts'
import { LoadFailure } from '../../../../shared/ui/feedback/load-failure.tsx'
import { LoadMore } from '../../../../shared/ui/feedback/load-more.tsx'
import { Skeleton } from '../../../../shared/ui/feedback/skeleton.tsx'
import { panelClass } from '../../../layout/office-page.tsx'
import { useCurrentAdmin } from '../../../layout/use-current-admin.ts'
import { formatDateTime } from '../../../parts/format-date.ts'
import type { PersonTabProps } from '../../actions/actions.ts'
import { NoteForm } from './note-form.tsx'
import { notesQuery } from './notes-query.ts'

/** What staff wrote down for each other. Staff can't see the notes about themselves. */
export function NotesTab({ person: { user } }: PersonTabProps) {
  const me = useCurrentAdmin()
  if (me._id === user._id)
    return <p className="py-8 text-center text-muted">{t('You can’t see or write notes about yourself.')}</p>
  return (
    <div className="grid max-w-3xl gap-5">
      <Permitted permission="support:reply">
        <NoteForm user={user} />
      </Permitted>
      <NoteList userId={user._id} />
    </div>
  )
}

function NoteList({ userId }: { userId: string }) {
  const pages = useInfiniteQuery(notesQuery(userId))
  const notes = pages.data?.pages.flatMap(({ items }) => items)
  if (!notes && pages.isError)
    return <LoadFailure text={t('Failed to load notes.')} onRetry={pages.refetch} busy={pages.isFetching} />
  if (!notes) return <NotesSkeleton />
  if (notes.length === 0) return <p className="py-8 text-center text-muted">{t('No notes yet.')}</p>
  return (
    <>
      <ol aria-label={t('Notes')} className="grid gap-3">
        {notes.map((note) => (
          <NoteItem key={note._id} note={note} />
        ))}
      </ol>
      <LoadMore pages={pages} failedText={t('Failed to load notes.')} />
    </>
  )
}

const NoteItem = ({ note: { text, by, at } }: { note: Note }) => (
  <li className={classNames(panelClass, 'grid gap-1.5 px-4 py-3')}>
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-muted">
      <span className="font-medium wrap-anywhere text-ink">{by.fullName}</span>
      <time dateTime={at} className="figures">
        {formatDateTime(at)}
      </time>
    </p>
    <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
  </li>
)

const NotesSkeleton = () => (
  <div role="status" className="grid gap-3">
    <Skeleton className="h-20 w-full rounded-card" />
    <Skeleton className="h-20 w-full rounded-card" />
    <span className="sr-only">{t('Loading...')}</span>
  </div>
)
