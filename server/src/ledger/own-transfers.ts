/** Where transfers between external accounts are, from the entry of one to the entry of the other. */
export const OWN_TRANSFERS = 'gl:1020'
