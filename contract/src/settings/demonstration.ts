import { msg } from '../text-id.ts'

/** In a file of its own: every page shows it, and would load all the other texts with it. */
export const DEMONSTRATION_RIBBON = msg('Demonstration bank. No real money.')
