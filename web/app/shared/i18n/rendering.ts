/** A prerendered page has its language. The empty document of the other pages gets one in the browser. */
export type Rendering = 'page' | 'shell'

let current: Rendering = 'shell'
let path = '/'

/** At build time only, before a page is rendered. */
export function startRendering(rendering: Rendering, of: string) {
  current = rendering
  path = of
}

/** The address, without a slash at the end: only prerendered locations have one. */
export const currentPath = () => (import.meta.env.SSR ? path : window.location.pathname).replace(/(?<=.)\/$/, '')

export const rendering = (): Rendering =>
  import.meta.env.SSR ? current : document.documentElement.dataset.rendered === 'page' ? 'page' : 'shell'
