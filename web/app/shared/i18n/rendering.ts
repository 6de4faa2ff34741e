/** A prerendered page has its language. The empty document of the other pages gets one in the browser. */
export type Rendering = 'page' | 'shell'

let current: Rendering = 'shell'

/** At build time only, before a page is rendered. */
export function startRendering(rendering: Rendering) {
  current = rendering
}

export const rendering = (): Rendering =>
  import.meta.env.SSR ? current : document.documentElement.dataset.rendered === 'page' ? 'page' : 'shell'
