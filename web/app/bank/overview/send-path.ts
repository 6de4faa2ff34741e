/** Where sending money begins. */
export const SEND_PATH = '/dashboard/transfer'
