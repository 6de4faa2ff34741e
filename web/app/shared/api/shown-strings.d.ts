import type { Shown } from '#contract/text.ts'

/** What the API sends to be shown as it is (`verbatimText` in the contract) is a `Text` in pages. */
declare module '#contract/text.ts' {
  interface ShownByPages extends Shown {}
}
