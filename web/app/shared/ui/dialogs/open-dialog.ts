/** A dialog may hold input that leaving the page would discard. */
export const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
