/** Transfers between external accounts are here, from the entry of one to the entry of the other. */
export const OWN_TRANSFERS = 'gl:1020'
