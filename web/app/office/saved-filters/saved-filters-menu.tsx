import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, Check, ChevronDown, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SavedFilter } from '#contract/office/saved-filters.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { useHasPermission } from '../../shared/session/permitted.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { MenuItem, MenuPopup } from '../../shared/ui/dialogs/menu.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { ManageFiltersDialog } from './manage-filters-dialog.tsx'
import { SaveFilterDialog } from './save-filter-dialog.tsx'
import { type SavedView, savedFiltersQuery, searchOf } from './saved-filters-query.ts'

type Props = { view: SavedView }

/** Filters with a name, beside the filters of a list: own ones and those that colleagues share. */
export function SavedFiltersMenu({ view }: Props) {
  const me = useCurrentAdmin()
  const navigate = useNavigate()
  const changesShared = useHasPermission('settings:change')
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const { data, isError } = useQuery(savedFiltersQuery(view.list))
  const manageable = data?.filter(({ by }) => by._id === me._id || changesShared) ?? []
  const open = (filter: SavedFilter) => {
    const search = searchOf(view, filter)
    if (search === null)
      showToast({ message: t('This list no longer has all filters of “{name}”.', { name: filter.name }), error: true })
    else void navigate(`?${search}`, { preventScrollReset: true })
  }
  return (
    <>
      <Menu.Root>
        <Menu.Trigger render={<Button variant="secondary" />}>
          <Bookmark aria-hidden className="size-4.5" />
          {t('Saved filters')}
          <ChevronDown aria-hidden className="size-4" />
        </Menu.Trigger>
        <MenuPopup>
          {data?.map((filter) => (
            <FilterItem
              key={filter._id}
              filter={filter}
              isOwn={filter.by._id === me._id}
              isCurrent={filter.query === view.query}
              onOpen={() => open(filter)}
            />
          ))}
          {!data?.length && (
            <p className="max-w-64 px-3 py-2 text-muted">
              {isError
                ? t('Failed to load the saved filters.')
                : t('No saved filters yet. Choose some filters, then save them here.')}
            </p>
          )}
          <Menu.Separator className="mx-3 my-1.5 h-px bg-line" />
          <MenuItem disabled={view.query === ''} onClick={() => setDialog('save')}>
            <Plus aria-hidden className="size-4.5 shrink-0" />
            {t('Save these filters…')}
          </MenuItem>
          {manageable.length > 0 && (
            <MenuItem onClick={() => setDialog('manage')}>
              <Pencil aria-hidden className="size-4.5 shrink-0" />
              {t('Rename, share or delete…')}
            </MenuItem>
          )}
        </MenuPopup>
      </Menu.Root>
      <SaveFilterDialog view={view} open={dialog === 'save'} onClose={() => setDialog(null)} />
      <ManageFiltersDialog filters={manageable} open={dialog === 'manage'} onClose={() => setDialog(null)} />
    </>
  )
}

type ItemProps = { filter: SavedFilter; isOwn: boolean; isCurrent: boolean; onOpen: () => void }

const FilterItem = ({ filter: { name, by }, isOwn, isCurrent, onOpen }: ItemProps) => (
  <MenuItem onClick={onOpen}>
    <Check aria-hidden className={isCurrent ? 'size-4.5 shrink-0' : 'invisible size-4.5 shrink-0'} />
    <span className="grid max-w-[60vw] min-w-0 flex-1 sm:max-w-80">
      <bdi className="truncate">{name}</bdi>
      {!isOwn && (
        <span className="truncate text-sm font-normal text-muted">{t('Shared by {name}', { name: by.fullName })}</span>
      )}
    </span>
    {isCurrent && <span className="sr-only">{t(', current')}</span>}
  </MenuItem>
)
