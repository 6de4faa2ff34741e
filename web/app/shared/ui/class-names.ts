/** Joins what is there: `classNames('card', wide && 'card-wide')`. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
