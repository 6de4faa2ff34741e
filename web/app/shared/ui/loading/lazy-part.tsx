import { type ComponentType, lazy } from 'react'

/**
 * Code that the page works without. If it fails to load, `Failed` takes its place, by default nothing: an error would
 * replace the whole page. Browsers cache a failed dynamic import, so only a page load requests the code again.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<Props> = () => null,
) => lazy(async () => ({ default: await load().catch(() => Failed) }))
