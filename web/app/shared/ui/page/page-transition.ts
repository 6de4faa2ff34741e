/** For `viewTransition` of a link: the next page fades in where the browser can, unless the user prefers less motion. */
export const fadesPages = () => window.matchMedia('(prefers-reduced-motion: no-preference)').matches
