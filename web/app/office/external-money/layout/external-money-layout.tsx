import { Outlet, useLocation } from 'react-router'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES, officePageAt } from '../../../shared/office-pages.ts'
import { OfficePage } from '../../layout/office-page.tsx'

/** Each page about money at other banks, below its name. */
export default function ExternalMoneyLayout() {
  const { name } = officePageAt(useLocation().pathname) ?? OFFICE_PAGES.reconciliation
  return (
    <OfficePage title={t(name)}>
      <Outlet />
    </OfficePage>
  )
}
