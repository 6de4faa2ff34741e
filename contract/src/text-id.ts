import type { Text } from './text.ts'

/**
 * The key of a text in compiled catalogues: FNV-1a of the English text, so that a page does not load every text twice.
 * The compiler refuses two texts with the same key.
 */
export function catalogueKey(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** 'To||account' → 'To': the same English word may need several translations, so its meaning can follow two bars. */
export const withoutMeaning = (text: string): string => text.replace(/\|\|.*$/s, '')

declare const marked: unique symbol

/** The English text of a catalogue, which `t` translates. */
export type TextId = string & { readonly [marked]: true }

/** True of 'a' | 'b': each member is compared with the whole. */
type IsUnion<Type, Each = Type> = Each extends unknown ? ([Type] extends [Each] ? false : true) : never

/** True of `string`, and of a template such as `Sent ${string}`: an object without properties has all of such keys. */
type IsPattern<Source extends string> = Record<never, never> extends Record<Source, true> ? true : false

/**
 * One literal, or what `msg` has marked: no catalogue has a text that is put together while the program runs. A status or a role is not
 * a text, although it is an English word: its name is.
 */
export type SourceText<Source extends string> = [Source] extends [TextId]
  ? Source
  : true extends IsUnion<Source> | IsPattern<Source>
    ? TextId
    : Source

/** Marks a text for the catalogues where it is not shown at once: in a table, or in the contract. `t` translates it later. */
export const msg = <const Source extends string>(text: SourceText<Source>): TextId => text as string as TextId

/** The text in the reader’s language. Placeholders are `{name}`, plurals and choices are written as in ICU messages. */
export type Translate<Value> = <const Source extends string>(
  text: SourceText<Source>,
  values?: Readonly<Record<string, Value | number>>,
) => Text
