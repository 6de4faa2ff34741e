import { AccessLogList } from '../access-log-list.tsx'
import type { PersonTabProps } from '../actions.ts'

export const AccessLogTab = ({ person: { user } }: PersonTabProps) => <AccessLogList userId={user._id} />
