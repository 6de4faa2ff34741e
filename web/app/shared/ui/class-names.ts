/** Joins the truthy names: `classNames('card', wide && 'card-wide')`. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
