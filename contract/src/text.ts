declare const shown: unique symbol

/** The mark of a `Text`. It exists in types only. */
export interface Shown {
  readonly [shown]: true
}

/**
 * What people may read: made by `t`, by the functions that format amounts, dates and numbers, and by `verbatim`. A plain string is
 * none, so one that escapes translation does not compile.
 */
export type Text = string & Shown

/** Marks what is the same in every language: a name, a note, an account number, what `Intl` has formatted. */
export const verbatim = (value: string): Text => value as Text

/** Empty on the server, which puts any string into an answer. Pages add the mark: web/app/shared/api/shown-strings.d.ts. */
// biome-ignore lint/suspicious/noEmptyInterface: pages add to it.
export interface ShownByPages {}

/** A string of an answer that pages show as it is. */
export type Verbatim = string & ShownByPages

type Separator = ' ' | ', ' | ' · ' | '  ·  ' | ': ' | '. ' | ' – ' | ' - ' | '; ' | '\n'

/** 'Savings · 4410077123'. What is absent is left out, with its separator. */
export const joinTexts = (separator: Separator, ...texts: readonly (Text | '' | false | null | undefined)[]): Text =>
  texts.filter(Boolean).join(separator) as Text
