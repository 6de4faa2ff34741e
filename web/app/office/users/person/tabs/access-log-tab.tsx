import { t } from '../../../../shared/i18n/i18n.ts'
import type { PersonTabProps } from '../../actions/actions.ts'
import { AccessLogList } from '../access-log-list.tsx'

export const AccessLogTab = ({ person: { user } }: PersonTabProps) => (
  <section aria-labelledby="access-log" className="grid gap-3">
    <h2 id="access-log" className="text-lg font-semibold">
      {t('Access log')}
    </h2>
    <AccessLogList userId={user._id} />
  </section>
)
