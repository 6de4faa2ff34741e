import { Skeleton } from '../shared/ui/skeleton.tsx'

/** What a page of the back office will look like, until its code is here. */
export const PageShape = () => (
  <div role="status" className="grid gap-5 py-2">
    <Skeleton className="h-9 w-56" />
    <Skeleton className="h-72 w-full rounded-card" />
    <span className="sr-only">Loading...</span>
  </div>
)
