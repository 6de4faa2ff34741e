/**
 * Told to the window once the page answers. What was pressed before is pressed again then (`web/hold-scripts.ts`): a page
 * that was painted without its scripts looks as if it could answer already.
 */
export const AWAKE = 'openteller:awake'
