import type { Shown } from '#contract/text.ts'

/** In pages, what the API sends to be shown as it is (`verbatimText` in the contract) is a `Text`. */
declare module '#contract/text.ts' {
  interface ShownByPages extends Shown {}
}
