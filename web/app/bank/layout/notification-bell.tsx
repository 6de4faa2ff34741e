import { Bell } from '../../shared/live/bell.tsx'
import { useAmountsHidden } from '../amounts/use-amounts-hidden.ts'

export const NotificationBell = () => <Bell hideAmounts={useAmountsHidden()} />
