import type { Edit } from './edits.ts'

/** In the order of the list, so that a planted bug meets the text with its points in place. */
export function applyEdits(path: string, source: string, edits: readonly Edit[]): string {
  return edits
    .filter((edit) => edit.file === path)
    .reduce((text, { find, instead }) => {
      if (text.split(find).length !== 2) throw new Error(`${path} is not the text that is changed here: ${find}`)
      return text.replace(find, () => instead)
    }, source)
}
