import type { User } from '#contract/people.ts'
import { classNames } from '../shared/ui/class-names.ts'

/** Green when Active, red otherwise. The shape of the dot repeats the meaning for people who do not see the color. */
export function UserStatus({ status }: Pick<User, 'status'>) {
  const active = status === 'Active'
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium',
        active ? 'bg-positive-soft text-positive' : 'bg-negative-soft text-negative',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames('size-1.5 bg-current', active ? 'rounded-full' : 'rotate-45 rounded-[1px]')}
      />
      {status}
    </span>
  )
}
