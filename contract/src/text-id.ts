/**
 * The key of a text in compiled catalogues: FNV-1a of the English text, so that a page does not load every text twice.
 * The compiler refuses two texts with the same key.
 */
export function textId(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** 'To||account' → 'To': the same English word may need several translations, so its meaning can follow two bars. */
export const withoutMeaning = (text: string): string => text.replace(/\|\|.*$/s, '')

/** Marks a text for the catalogues where it is not shown at once: in a table, or in the contract. `t` translates it later. */
export const msg = <const Text extends string>(text: Text): Text => text
