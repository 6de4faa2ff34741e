export type Decision = 'approve' | 'decline'
